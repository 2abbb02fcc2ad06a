package io.loadpath.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.datasets.EveryType;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Fingerprinter;
import io.loadpath.datasets.scripts.Dialect;
import io.loadpath.datasets.scripts.Scripts;
import io.loadpath.datasets.scripts.Target;
import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.Kind;
import io.loadpath.datasets.table.Table;
import io.loadpath.datasets.table.Type;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * ORC tables of any columns, made and fingerprinted in one session of Hive. A text file brings the
 * rows of all variants of a table, each value in hex.
 */
final class TypedCases {

  /**
   * A variant of a table's rows.
   *
   * @param expected the fingerprint of its rows in Java
   */
  record Case(String name, Fingerprint expected) {}

  private final Path folder;
  private final StringBuilder script = new StringBuilder();
  private final List<Case> cases = new ArrayList<>();

  /**
   * @param folder for the tables' text files and scripts
   */
  TypedCases(Path folder) {
    this.folder = folder;
  }

  /** The variants in the order of the answers. */
  List<Case> cases() {
    return cases;
  }

  String script() {
    return script.toString();
  }

  /** Every type: as it is, and with the damages, of which those of one column are made together. */
  void addEveryType() throws IOException {
    List<String> columns = EveryType.TABLE.columns().stream().map(Column::name).toList();
    Map<String, List<List<String>>> variants = new LinkedHashMap<>();
    variants.put("as_it_is", EveryType.rows());
    variants.put("without_rows", List.of());
    for (EveryType.Damage damage : EveryType.damages()) {
      int end = damage.name().lastIndexOf('_');
      int column = columns.indexOf(damage.name().substring(0, end));
      String name =
          switch (damage.name().substring(end)) {
            case "_swapped" -> column % 2 == 0 ? "even_swapped" : "odd_swapped";
            case "_altered" -> "all_altered";
            case "_lost" -> column < 0 ? damage.name() : "all_lost";
            default -> damage.name();
          };
      damage.change().accept(variants.computeIfAbsent(name, key -> EveryType.rows()));
    }
    variants.put("delimiter_in_the_left_text", EveryType.sameWholeRows().get(0));
    variants.put("delimiter_in_the_right_text", EveryType.sameWholeRows().get(1));
    List<List<String>> large = EveryType.rows();
    large.forEach(row -> row.set(columns.indexOf("ratio"), "1.7e308"));
    variants.put("sum_too_large", large);
    add(EveryType.TABLE, variants);
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
        List.of("row_count", "whole_row", "select", "Order No", "x".repeat(Column.MAX_NAME_BYTES));
    add("odd_names", names.stream().map(n -> new Column(n, Type.text(99), true)).toList(), names);
  }

  private void add(String name, List<Column> columns, List<String> row) throws IOException {
    Table table =
        new Table(name.replace('_', '-'), List.of(), EveryType.TABLE.format(), columns, null);
    add(table, Map.of(name, List.of(row)));
  }

  private void add(Table table, Map<String, List<List<String>>> variants) throws IOException {
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
        CREATE TABLE %1$s_rows (%4$s, `the variant` STRING) STORED AS ORC;
        INSERT INTO %1$s_rows SELECT %5$s, variant FROM %1$s_text;
        """
            .formatted(
                table.sqlName(),
                join(places, i -> "v" + i + " STRING"),
                text.toUri(),
                join(places, i -> declaration(table.columns().get(i))),
                join(places, i -> value(table.columns().get(i).type(), "v" + i))));
    variants.forEach(
        (variant, rows) -> {
          cases.add(new Case(variant, fingerprint(table, rows)));
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

  private static String declaration(Column column) {
    return Dialect.HIVE.name(column.name()) + " " + Dialect.HIVE.type(column.type());
  }

  /** The value of a field in hex. */
  private static String value(Type type, String field) {
    if (type.kind() == Kind.BYTES) {
      return "UNHEX(DECODE(UNHEX(" + field + "), 'UTF-8'))";
    }
    return "CAST(DECODE(UNHEX(" + field + "), 'UTF-8') AS " + Dialect.HIVE.type(type) + ")";
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

  private static Fingerprint fingerprint(Table table, List<List<String>> rows) {
    Fingerprinter fingerprinter = new Fingerprinter(table);
    rows.forEach(fingerprinter::addRow);
    return fingerprinter.result();
  }
}
