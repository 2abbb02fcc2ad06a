package io.loadpath.benchmarks.chaos;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Random;

/** A type of a random column, with values in the form that the server prints. */
enum ColumnType {
  INTEGER("integer"),
  NUMERIC("numeric(6,2)"),
  WIDE_NUMERIC("numeric(12,4)"),
  VARCHAR("varchar(10)"),
  TEXT("text"),
  INTERVAL("interval"),
  TIMESTAMPTZ("timestamptz"),
  JSONB("jsonb"),
  BYTEA("bytea"),
  BOOLEAN("boolean"),
  DATE("date");

  private static final String[] WORDS = {
    "a", "b|c", "back\\slash", "Ünï ☃", "O'Neil", "\"quoted\"", "tab\there", "\\N", " padded ", "€"
  };

  private final String sql;

  ColumnType(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }

  /** Returns an expression for a column's value, in a form that its scale does not change. */
  String shown(String column) {
    return this == NUMERIC || this == WIDE_NUMERIC
        ? "trim_scale(" + column + ")::text"
        : column + "::text";
  }

  /** Returns a value as {@link #shown} prints it; null now and then. */
  String draw(Random random) {
    if (random.nextInt(12) == 0) {
      return null;
    }
    return switch (this) {
      case INTEGER -> Integer.toString(random.nextInt());
      case NUMERIC -> decimal(random.nextInt(1_000_000), 2);
      case WIDE_NUMERIC -> decimal(random.nextInt(100_000_000), 4);
      case VARCHAR, TEXT -> WORDS[random.nextInt(WORDS.length)];
      case INTERVAL -> random.nextBoolean() ? "1 mon" : "30 days";
      case TIMESTAMPTZ ->
          "2024-%02d-%02d %02d:00:00+00"
              .formatted(1 + random.nextInt(12), 1 + random.nextInt(28), random.nextInt(24));
      case JSONB -> "{\"k\": %d}".formatted(random.nextInt(1000));
      case BYTEA -> String.format(Locale.ROOT, "\\x%08x", random.nextInt());
      case BOOLEAN -> random.nextBoolean() ? "true" : "false";
      case DATE -> "20%02d-01-%02d".formatted(random.nextInt(50), 1 + random.nextInt(28));
    };
  }

  /** Returns a value that a file has, in the form of {@link #shown}. */
  String canonical(String value) {
    boolean number = this == NUMERIC || this == WIDE_NUMERIC;
    return number && value != null ? plain(new BigDecimal(value)) : value;
  }

  private static String decimal(int unscaled, int scale) {
    return plain(BigDecimal.valueOf(unscaled, scale));
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
