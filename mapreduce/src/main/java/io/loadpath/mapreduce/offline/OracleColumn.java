package io.loadpath.mapreduce.offline;

import io.loadpath.rows.ColumnType;
import io.loadpath.tables.scripts.Dialect;
import java.util.Locale;

/**
 * A column in the scripts for Oracle.
 *
 * @param length maximum length of a text in characters, or of bytes; 0 for a CLOB
 */
record OracleColumn(String name, ColumnType type, int length) {
  /** SQL*Loader's only reserved word, which SQL does not reserve. */
  private static final String LOADER_RESERVED = "constant";

  private static final int CLOB_CHARACTERS = 1_000_000;
  private static final int NUMBER_CHARACTERS = 255;
  private static final int DAY_CHARACTERS = "YYYY-MM-DD".length();
  private static final int TIME_CHARACTERS = "YYYY-MM-DD HH:MM:SS.123456".length();
  private static final int MOMENT_CHARACTERS = TIME_CHARACTERS + "+00:00".length();
  private static final String TIME_MASK = "YYYY-MM-DD HH24:MI:SS.FF6";

  String sqlName() {
    return Dialect.ORACLE.name(name);
  }

  /** The name in quotes, as the database keeps one that has none. */
  private String upperCase() {
    return '"' + name.toUpperCase(Locale.ROOT) + '"';
  }

  boolean isClob() {
    return type == ColumnType.TEXT && length == 0;
  }

  /** The maximum length of a field in characters. */
  private int characters() {
    return switch (type) {
      case TEXT -> isClob() ? CLOB_CHARACTERS : length;
      case BYTEA, HEX -> 2 * length;
      case BOOL, CHAR -> 1;
      case DATE -> DAY_CHARACTERS;
      case TIMESTAMP -> TIME_CHARACTERS;
      case TIMESTAMPTZ -> MOMENT_CHARACTERS;
      default -> NUMBER_CHARACTERS;
    };
  }

  /** The SQL of a value that is read as text; null if no SQL is needed. */
  private String converted(String text) {
    return switch (type) {
      case TIMESTAMP -> "TO_TIMESTAMP(%s, '%s')".formatted(text, TIME_MASK);
      case TIMESTAMPTZ -> "TO_TIMESTAMP_TZ(%s, '%sTZH:TZM')".formatted(text, TIME_MASK);
      case BYTEA, HEX -> "HEXTORAW(%s)".formatted(text);
      default -> null;
    };
  }

  /** In SQL*Loader's control file. */
  String controlField() {
    String field = name.equals(LOADER_RESERVED) ? upperCase() : sqlName();
    if (type == ColumnType.DATE) {
      return "%s DATE(%d) \"YYYY-MM-DD\"".formatted(field, characters());
    }
    String sql = converted(":" + field);
    return "%s CHAR(%d)%s"
        .formatted(
            field, characters(), sql == null ? "" : " \"" + sql.replace("\"", "\\\"") + "\"");
  }

  /** In the columns of an external table. */
  String externalColumn() {
    String sqlType =
        switch (type) {
          case DATE -> "DATE";
          case FLOAT4 -> "BINARY_FLOAT";
          case FLOAT8 -> "BINARY_DOUBLE";
          case INT2, INT4, INT8, NUMERIC -> "NUMBER";
          case BOOL -> "NUMBER(1)";
          case TEXT -> isClob() ? "CLOB" : "VARCHAR2(%d CHAR)".formatted(length);
          default -> "VARCHAR2(%d)".formatted(characters());
        };
    return sqlName() + " " + sqlType;
  }

  /** In the access parameters, whose parser reserves other words: in quotes none is one. */
  String externalField() {
    String quoted = Dialect.ORACLE.needsQuotes(name) ? sqlName() : upperCase();
    return "%s CHAR(%d)%s"
        .formatted(
            quoted,
            characters(),
            type == ColumnType.DATE ? " DATE_FORMAT DATE MASK \"YYYY-MM-DD\"" : "");
  }

  /** In the SELECT from an external table. */
  String value() {
    String sql = converted(sqlName());
    return sql == null ? sqlName() : sql;
  }
}
