package io.loadpath.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.datasets.EveryType;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.service.Program;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Dialect;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tables of any columns, made and fingerprinted by Hive. A text file brings the rows of all
 * variants of a table, each value in hex.
 */
final class TypedCases {

  private final Path folder;
  private final StringBuilder script = new StringBuilder();
  private final Map<String, Fingerprint> expected = new LinkedHashMap<>();

  /**
   * @param folder for the tables' text files and scripts
   */
  TypedCases(Path folder) {
    this.folder = folder;
  }

  /** Java's fingerprints of the variants, in the order of the answers. */
  Map<String, Fingerprint> expected() {
    return expected;
  }

  String script() {
    return script.toString();
  }

  /** Every type: rows as they are, and each row that a damage makes of one. */
  void addEveryType() throws IOException {
    Map<String, List<List<String>>> variants = new LinkedHashMap<>();
    variants.put("as_it_is", EveryType.rows());
    variants.put("without_rows", List.of());
    Set<List<String>> damaged = new LinkedHashSet<>();
    EveryType.damages().forEach(damage -> damaged.addAll(damage.rows()));
    EveryType.sameWholeRows().forEach(damaged::addAll);
    variants.put("damaged", List.copyOf(damaged));
    int ratio = EveryType.TABLE.columns().stream().map(Column::name).toList().indexOf("ratio");
    List<List<String>> large = EveryType.rows();
    large.forEach(row -> row.set(ratio, "1.7e308"));
    variants.put("sum_too_large", large);
    add("TABLE " + EveryType.TABLE.sqlName() + "_rows STORED AS ORC", EveryType.TABLE, variants);
  }

  /** Days as texts in ISO form, which the query takes, too. */
  void addDatesAsText() {
    String columns =
        EveryType.TABLE.columns().stream()
            .map(
                column ->
                    (column.type().kind() == Kind.DATE ? "CAST(%1$s AS STRING) AS %1$s" : "%1$s")
                        .formatted(Dialect.HIVE.name(column.name())))
            .collect(Collectors.joining(", "));
    expected.put("dates_as_text", EveryType.fingerprint(EveryType.rows()));
    script.append(
        """
        CREATE VIEW dates_as_text AS SELECT %s FROM case_as_it_is;
        SET hivevar:table=dates_as_text;
        SOURCE %s;
        """
            .formatted(columns, folder.resolve(EveryType.TABLE.name() + ".sql")));
  }

  /** More columns than other databases' functions take. */
  void addManyColumns() throws IOException {
    List<Column> columns = new ArrayList<>();
    List<String> row = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      columns.add(new Column("c" + i, i % 2 == 0 ? Type.text(9) : Type.integer(9), true));
      row.add(i % 7 == 3 ? null : "" + i);
    }
    add("many_columns", columns, row);
  }

  /** Names that are the query's own, or need quotes. */
  void addOddNames() throws IOException {
    List<String> names =
        List.of(
            "row_count",
            "whole_row",
            "select",
            "Order No",
            "\"; DROP TABLE odd_names_rows; --",
            "it's",
            "\"",
            "''",
            "back`tick",
            "\\x",
            "\\; -- ${hivevar:table} /*",
            "x".repeat(Column.MAX_NAME_BYTES));
    add("odd_names", names.stream().map(n -> new Column(n, Type.text(99), true)).toList(), names);
  }

  private void add(String name, List<Column> columns, List<String> row) throws IOException {
    Table table =
        new Table(name.replace('_', '-'), List.of(), EveryType.TABLE.format(), columns, null);
    add("VIEW " + name + "_rows", table, Map.of(name, List.of(row)));
  }

  /** Adds a table or a view as {@code made} says, with the rows of all variants. */
  private void add(String made, Table table, Map<String, List<List<String>>> variants)
      throws IOException {
    String path = "datasets/sql/fingerprint-" + table.name() + "-hive.sql";
    Path sql = folder.resolve(table.name() + ".sql");
    Files.writeString(sql, new Scripts(Program.ROOT, table).texts(Target.HIVE).get(path));
    Path text = Files.createDirectory(folder.resolve(table.name()));
    Files.write(text.resolve("rows"), lines(variants));

    List<Integer> places = IntStream.range(0, table.columns().size()).boxed().toList();
    script.append(
        """
        CREATE EXTERNAL TABLE %1$s_text (variant STRING, %2$s)
        ROW FORMAT DELIMITED FIELDS TERMINATED BY '|' STORED AS TEXTFILE LOCATION '%3$s';
        CREATE %4$s AS SELECT %5$s, variant AS `the variant` FROM %1$s_text;
        """
            .formatted(
                table.sqlName(),
                join(places, i -> "v" + i + " STRING"),
                text.toUri(),
                made,
                join(places, i -> value(table.columns().get(i), "v" + i))));
    variants.forEach(
        (variant, rows) -> {
          expected.put(variant, EveryType.fingerprint(table, rows));
          script.append(
              """
              CREATE VIEW case_%1$s AS SELECT * FROM %2$s_rows WHERE `the variant` = '%1$s';
              SET hivevar:table=case_%1$s;
              SOURCE %3$s;
              """
                  .formatted(variant, table.sqlName(), sql));
        });
  }

  private static String join(List<Integer> places, IntFunction<String> text) {
    return places.stream().map(text::apply).collect(Collectors.joining(", "));
  }

  /** The value of a field in hex, with the column's type and name. */
  private static String value(Column column, String field) {
    String type = Dialect.HIVE.type(column.type());
    String text = "DECODE(UNHEX(" + field + "), 'UTF-8')";
    String value =
        column.type().kind() == Kind.BYTES
            ? "UNHEX(" + text + ")"
            : "CAST(" + text + " AS " + type + ")";
    return value + " AS " + Dialect.HIVE.name(column.name());
  }

  private static List<String> lines(Map<String, List<List<String>>> variants) {
    List<String> lines = new ArrayList<>();
    variants.forEach(
        (variant, rows) ->
            rows.forEach(
                row ->
                    lines.add(
                        row.stream()
                            .map(TypedCases::field)
                            .collect(Collectors.joining("|", variant + "|", "")))));
    return lines;
  }

  private static String field(String value) {
    return value == null ? "\\N" : HexFormat.of().formatHex(value.getBytes(UTF_8));
  }
}
