package io.loadpath.benchmarks.chaos;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A random table: a key, and a column of each type.
 *
 * @param schema a new schema for each job
 * @param columns the columns' names, the key first
 * @param types the types of the columns after the key
 */
record TableSpec(
    String schema,
    String name,
    Shape shape,
    List<String> columns,
    List<Type> types,
    boolean unique,
    boolean trigger,
    boolean rowSecurity,
    Published published,
    Partitions partitions) {
  /** The first key of the second partition. */
  static final int MIDDLE = 1_000_000;

  private static final String TRIGGER =
      "CREATE OR REPLACE FUNCTION %1$s.touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';"
          + "CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON %2$s FOR EACH ROW EXECUTE FUNCTION %1$s.touch()";
  private static final String REPLICA_IDENTITY = "ALTER TABLE %s REPLICA IDENTITY FULL";

  enum Shape {
    PLAIN,
    UNLOGGED,
    RANGE,
    RANGE_UNLOGGED_LEAF,
    // for loads
    BY_DATE,
    BY_TEXT,
    BY_DATE_AND_TEXT;

    boolean onlyForLoads() {
      return compareTo(BY_DATE) >= 0;
    }

    boolean byDate() {
      return this == BY_DATE || this == BY_DATE_AND_TEXT;
    }

    /** Whether its partitions are by a column of this type. */
    boolean needs(Type type) {
      return byDate() && type == Type.DATE || byText() && type == Type.VARCHAR;
    }

    boolean byText() {
      return this == BY_TEXT || this == BY_DATE_AND_TEXT;
    }

    boolean unlogged() {
      return this == UNLOGGED || this == RANGE_UNLOGGED_LEAF;
    }

    private boolean parted() {
      return this == RANGE || this == RANGE_UNLOGGED_LEAF;
    }
  }

  /** The publication of the table. */
  enum Published {
    NOT,
    TABLE,
    ALL_TABLES
  }

  /** A type of a random column, with values in the form that the server prints. */
  enum Type {
    NUMERIC("numeric(6,2)"),
    WIDE_NUMERIC("numeric(12,4)"),
    INTEGER("integer"),
    VARCHAR("varchar(10)"),
    TEXT("text"),
    INTERVAL("interval"),
    TIMESTAMPTZ("timestamptz"),
    JSONB("jsonb"),
    BYTEA("bytea"),
    BOOLEAN("boolean"),
    DATE("date");

    static final List<String> WORDS =
        List.of(
            "a",
            "b|c",
            "back\\slash",
            "Ünï ☃",
            "O'Neil",
            "\"quoted\"",
            "tab\there",
            "\\N",
            " padded ",
            "€");

    final String sql;

    Type(String sql) {
      this.sql = sql;
    }

    /** Returns an expression for a column's value, in a form that does not depend on its scale. */
    private String shown(String column) {
      boolean number = this == NUMERIC || this == WIDE_NUMERIC;
      return (number ? "trim_scale(" + column + ")" : column) + "::text";
    }

    /** Returns a random value as {@link #select} prints it; sometimes null. */
    String draw(Random random) {
      if (random.nextInt(12) == 0) {
        return null;
      }
      return switch (this) {
        case INTEGER -> Integer.toString(random.nextInt());
        case NUMERIC -> decimal(random.nextInt(1_000_000), 2);
        case WIDE_NUMERIC -> decimal(random.nextInt(100_000_000), 4);
        case VARCHAR, TEXT -> WORDS.get(random.nextInt(WORDS.size()));
        case INTERVAL -> random.nextBoolean() ? "1 mon" : "30 days";
        case TIMESTAMPTZ ->
            "2024-%02d-%02d %02d:00:00+00"
                .formatted(1 + random.nextInt(12), 1 + random.nextInt(28), random.nextInt(24));
        case JSONB -> "{\"k\": %d}".formatted(random.nextInt(1000));
        case BYTEA -> String.format(Locale.ROOT, "\\x%08x", random.nextInt());
        case BOOLEAN -> Boolean.toString(random.nextBoolean());
        case DATE -> "20%02d-01-%02d".formatted(random.nextInt(50), 1 + random.nextInt(28));
      };
    }

    private static String decimal(int unscaled, int scale) {
      return BigDecimal.valueOf(unscaled, scale).stripTrailingZeros().toPlainString();
    }
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  String sql() {
    return inSchema(quoted(name));
  }

  /** Returns a quoted or plain name in the table's schema. */
  String inSchema(String other) {
    return quoted(schema) + "." + other;
  }

  String key() {
    return columns.get(0);
  }

  /** Returns the first column of a type, for SQL. */
  String column(Type type) {
    return quoted(columns.get(1 + types.indexOf(type)));
  }

  /** Returns the table with other partitions. */
  TableSpec with(Partitions other) {
    return new TableSpec(
        schema, name, shape, columns, types, unique, trigger, rowSecurity, published, other);
  }

  /** Whether the table takes a row. */
  boolean takes(List<String> row) {
    return partitions.take(this, row);
  }

  /** Whether a row with this key survives a crash of the server. */
  boolean logged(List<String> row) {
    return !shape.unlogged() || shape.parted() && Integer.parseInt(row.get(0)) >= MIDDLE;
  }

  /** Returns the table after {@link #alter}. */
  TableSpec altered() {
    List<Type> wider =
        types.stream().map(type -> type == Type.NUMERIC ? Type.WIDE_NUMERIC : type).toList();
    return new TableSpec(
        schema, name, shape, columns, wider, unique, trigger, rowSecurity, published, partitions);
  }

  /** Returns the statement with which the owner widens a column and requires the key. */
  String alter() {
    return "ALTER TABLE %s ALTER %s TYPE %s, ALTER %s SET NOT NULL"
        .formatted(sql(), quoted(columns.get(1)), Type.WIDE_NUMERIC.sql, quoted(key()));
  }

  /** Returns the columns and their types. */
  String body() {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> quoted(columns.get(i)) + " " + (i == 0 ? "bigint" : types.get(i - 1).sql))
        .collect(Collectors.joining(", "));
  }

  /** Returns the statements with which the owner makes the table. */
  String create() {
    String key = quoted(key());
    String parts = shape.parted() ? "PARTITION BY RANGE (" + key + ")" : partitions.by(this);
    String unlogged = shape == Shape.UNLOGGED ? "UNLOGGED" : "";
    boolean leaf = shape == Shape.RANGE_UNLOGGED_LEAF;
    return String.join(
        ";",
        "CREATE %s TABLE %s (%s) %s".formatted(unlogged, sql(), body(), parts),
        shape.parted() ? leaf("low", leaf ? "UNLOGGED" : "", "MINVALUE", MIDDLE) : "",
        shape.parted() ? leaf("high", "", MIDDLE, "MAXVALUE") : "",
        String.join(";", partitions.create(this)),
        unique
            ? "CREATE UNIQUE INDEX ON %s (%s%s)".formatted(sql(), key, partitions.keyColumns(this))
            : "",
        trigger ? TRIGGER.formatted(quoted(schema), sql()) : "",
        rowSecurity ? "ALTER TABLE %s ENABLE ROW LEVEL SECURITY".formatted(sql()) : "",
        // otherwise the server refuses UPDATE and DELETE on a published table
        published != Published.NOT ? replicaIdentity() : "");
  }

  private String leaf(String leaf, String unlogged, Object from, Object to) {
    return "CREATE %s TABLE %s PARTITION OF %s FOR VALUES FROM (%s) TO (%s)"
        .formatted(unlogged, inSchema(leaf), sql(), from, to);
  }

  private String replicaIdentity() {
    List<String> all =
        shape.parted() ? List.of(sql(), inSchema("low"), inSchema("high")) : List.of(sql());
    return all.stream().map(REPLICA_IDENTITY::formatted).collect(Collectors.joining(";"));
  }

  /** Returns the query for all rows of a table with these columns as texts. */
  String select(String from) {
    return IntStream.range(0, columns.size())
        .mapToObj(
            i -> {
              String column = quoted(columns.get(i));
              return i == 0 ? column + "::text" : types.get(i - 1).shown(column);
            })
        .collect(Collectors.joining(", ", "SELECT ", " FROM " + from));
  }
}
