package io.loadpath.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A random table: a key, and a column of each type.
 *
 * @param schema fresh for each job
 * @param columns names, that of the key first
 * @param types of the columns behind the key
 */
record TableSpec(
    String schema,
    String name,
    Shape shape,
    List<String> columns,
    List<ColumnType> types,
    boolean unique,
    boolean trigger,
    boolean rowSecurity,
    Published published) {
  /** The first key of the second partition. */
  static final int MIDDLE = 1_000_000;

  /** What the table is. */
  enum Shape {
    PLAIN,
    UNLOGGED,
    RANGE,
    RANGE_UNLOGGED_LEAF
  }

  /** What publishes the table. */
  enum Published {
    NOT,
    TABLE,
    ALL_TABLES
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  String sql() {
    return quoted(schema) + "." + quoted(name);
  }

  String key() {
    return columns.get(0);
  }

  /** Whether a row with this key stays when the server crashes. */
  boolean logged(List<String> row) {
    return switch (shape) {
      case PLAIN, RANGE -> true;
      case UNLOGGED -> false;
      case RANGE_UNLOGGED_LEAF -> Integer.parseInt(row.get(0)) >= MIDDLE;
    };
  }

  /** Returns the table after {@link #alter}. */
  TableSpec altered() {
    List<ColumnType> wider =
        types.stream()
            .map(type -> type == ColumnType.NUMERIC ? ColumnType.WIDE_NUMERIC : type)
            .toList();
    return new TableSpec(
        schema, name, shape, columns, wider, unique, trigger, rowSecurity, published);
  }

  /** Returns the statement by which the owner widens a column, and wants the key. */
  String alter() {
    return "ALTER TABLE %s ALTER %s TYPE %s, ALTER %s SET NOT NULL"
        .formatted(sql(), quoted(columns.get(1)), ColumnType.WIDE_NUMERIC.sql(), quoted(key()));
  }

  /** Returns the statements that make the table, for its owner. */
  List<String> create() {
    String body =
        IntStream.range(0, columns.size())
            .mapToObj(
                i -> quoted(columns.get(i)) + " " + (i == 0 ? "bigint" : types.get(i - 1).sql()))
            .collect(Collectors.joining(", "));
    List<String> all = new ArrayList<>();
    all.add(
        "CREATE %s TABLE %s (%s)%s"
            .formatted(
                shape == Shape.UNLOGGED ? "UNLOGGED" : "",
                sql(),
                body,
                switch (shape) {
                  case PLAIN, UNLOGGED -> "";
                  case RANGE, RANGE_UNLOGGED_LEAF -> " PARTITION BY RANGE (" + quoted(key()) + ")";
                }));
    if (shape == Shape.RANGE || shape == Shape.RANGE_UNLOGGED_LEAF) {
      all.add(
          leaf(
              "low",
              shape == Shape.RANGE_UNLOGGED_LEAF,
              "FROM (MINVALUE) TO (%d)".formatted(MIDDLE)));
      all.add(leaf("high", false, "FROM (%d) TO (MAXVALUE)".formatted(MIDDLE)));
    }
    if (unique) {
      all.add("CREATE UNIQUE INDEX ON %s (%s)".formatted(sql(), quoted(key())));
    }
    if (trigger) {
      String function = quoted(schema) + ".touch";
      all.add(
          "CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
              .formatted(function));
      all.add(
          "CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION %s()"
              .formatted(sql(), function));
    }
    if (rowSecurity) {
      all.add("ALTER TABLE %s ENABLE ROW LEVEL SECURITY".formatted(sql()));
    }
    if (published != Published.NOT) { // without it the server refuses UPDATE and DELETE
      all.add("ALTER TABLE %s REPLICA IDENTITY FULL".formatted(sql()));
      if (shape != Shape.PLAIN) {
        all.add("ALTER TABLE %s.low REPLICA IDENTITY FULL".formatted(quoted(schema)));
        all.add("ALTER TABLE %s.high REPLICA IDENTITY FULL".formatted(quoted(schema)));
      }
    }
    return all;
  }

  private String leaf(String suffix, boolean unlogged, String bound) {
    return "CREATE %s TABLE %s.%s PARTITION OF %s FOR VALUES %s"
        .formatted(unlogged ? "UNLOGGED" : "", quoted(schema), suffix, sql(), bound);
  }

  /** Returns the query for all rows, in the form of {@link ColumnType#shown}. */
  String select() {
    return IntStream.range(0, columns.size())
        .mapToObj(
            i ->
                i == 0
                    ? quoted(columns.get(0)) + "::text"
                    : types.get(i - 1).shown(quoted(columns.get(i))))
        .collect(Collectors.joining(", ", "SELECT ", " FROM " + sql()));
  }

  @Override
  public String toString() {
    return "table %s %s%s%s%s%s (%s)"
        .formatted(
            sql(),
            shape,
            unique ? " unique" : "",
            trigger ? " trigger" : "",
            rowSecurity ? " row-security" : "",
            published == Published.NOT ? "" : " published:" + published,
            types.stream().map(ColumnType::sql).collect(Collectors.joining(", ")));
  }
}
