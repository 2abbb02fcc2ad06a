package io.loadpath.mapreduce.offline;

import io.loadpath.rows.Column;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.KeyType;
import io.loadpath.rows.Kind;
import io.loadpath.tables.scripts.Dialect;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types of SQL that a described target may have. */
final class SqlType {
  static final String POSTGRES_FORMS =
      "smallint, integer, bigint, numeric, numeric(P,S), real, double precision, boolean, date,"
          + " timestamp, timestamp(P), timestamptz, timestamptz(P), uuid, bytea, text, varchar(N)"
          + " or char(N)";
  static final String ORACLE_FORMS =
      "number, number(P), number(P,S), integer, float, binary_float, binary_double, boolean, date,"
          + " timestamp, timestamp(P), timestamp(P) with time zone, raw(N), varchar2(N),"
          + " nvarchar2(N), char(N), nchar(N), clob or nclob";

  private static final int HEADER_BYTES = 4; // PostgreSQL adds them to the modifiers of these types
  private static final int SCALE_MASK = 0x7ff;
  private static final int NONE = -1;

  /** A name, sizes in parentheses, and the rest of the name. */
  private static final Pattern FORM =
      Pattern.compile(
          "([a-z_0-9 ]+?) ?(?:\\( ?(\\d{1,8})(?: ?, ?(-?\\d{1,4})| (?:char|byte))? ?\\))?( with(?:out)? (?:local )?time zone)?");

  private static final Pattern LENGTH = Pattern.compile("\\( *(\\d{1,8})");

  private SqlType() {}

  /**
   * Returns the type of a column.
   *
   * @param text as in the database's SQL
   * @param source the column of the files
   * @return null if the type is not known
   */
  static KeyType parse(String text, Dialect dialect, Column source) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " "));
    if (!form.matches()) {
      return null;
    }
    String zone = form.group(4) == null ? "" : form.group(4).replace(" local", "");
    String name = form.group(1) + (zone.startsWith(" without") ? "" : zone);
    int size = form.group(2) == null ? NONE : Integer.parseInt(form.group(2));
    int places = form.group(3) == null ? 0 : Integer.parseInt(form.group(3));
    KeyType type =
        dialect == Dialect.ORACLE ? oracle(name, size, places) : postgres(name, size, places);
    return type == null ? null : asWritten(type, dialect, source);
  }

  /** Returns the number in parentheses of a type that {@link #parse} reads; 0 if it has none. */
  static int length(String text) {
    Matcher number = LENGTH.matcher(text);
    return number.find() ? Integer.parseInt(number.group(1)) : 0;
  }

  private static KeyType postgres(String name, int size, int places) {
    return switch (name) {
      case "smallint", "int2" -> plain(ColumnType.INT2);
      case "integer", "int", "int4" -> plain(ColumnType.INT4);
      case "bigint", "int8" -> plain(ColumnType.INT8);
      case "numeric", "decimal" -> numeric(size, places);
      case "real", "float4" -> plain(ColumnType.FLOAT4);
      case "double precision", "float8" -> plain(ColumnType.FLOAT8);
      case "boolean", "bool" -> plain(ColumnType.BOOL);
      case "date" -> plain(ColumnType.DATE);
      case "timestamp" -> new KeyType(ColumnType.TIMESTAMP, false, size);
      case "timestamptz", "timestamp with time zone" ->
          new KeyType(ColumnType.TIMESTAMPTZ, false, size);
      case "uuid" -> plain(ColumnType.UUID);
      case "bytea" -> plain(ColumnType.BYTEA);
      case "text" -> plain(ColumnType.TEXT);
      case "varchar", "character varying" -> text(false, size);
      case "char", "character", "bpchar" -> text(true, size);
      default -> null;
    };
  }

  private static KeyType oracle(String name, int size, int places) {
    return switch (name) {
      case "number", "numeric", "decimal" -> numeric(size, places);
      case "integer", "int", "smallint" -> numeric(38, 0);
      case "float" -> plain(ColumnType.NUMERIC);
      case "binary_float" -> plain(ColumnType.FLOAT4);
      case "binary_double" -> plain(ColumnType.FLOAT8);
      case "boolean" -> plain(ColumnType.BOOL);
      case "date" -> plain(ColumnType.DATE);
      case "timestamp" -> new KeyType(ColumnType.TIMESTAMP, false, size);
      case "timestamp with time zone" -> new KeyType(ColumnType.TIMESTAMPTZ, false, size);
      case "raw" -> plain(ColumnType.BYTEA);
      case "varchar2", "nvarchar2", "varchar", "clob", "nclob" -> plain(ColumnType.TEXT);
      case "char", "nchar" -> new KeyType(ColumnType.TEXT, true, NONE);
      default -> null;
    };
  }

  private static KeyType plain(ColumnType type) {
    return new KeyType(type, false, NONE);
  }

  private static KeyType numeric(int digits, int places) {
    int modifier =
        digits == NONE ? NONE : (digits << Short.SIZE | places & SCALE_MASK) + HEADER_BYTES;
    return new KeyType(ColumnType.NUMERIC, false, modifier);
  }

  private static KeyType text(boolean blankPadded, int size) {
    return new KeyType(ColumnType.TEXT, blankPadded, size == NONE ? NONE : size + HEADER_BYTES);
  }

  /**
   * Files have bytes as bare digits. In Oracle, truth is a number, and a DATE has a time of day.
   */
  private static KeyType asWritten(KeyType type, Dialect dialect, Column source) {
    boolean oracle = dialect == Dialect.ORACLE;
    Kind kind = source.type().kind();
    return switch (type.type()) {
      case BYTEA -> kind == Kind.BYTES ? plain(ColumnType.HEX) : type;
      case NUMERIC -> oracle && kind == Kind.BOOLEAN ? plain(ColumnType.BOOL) : type;
      case DATE -> {
        if (!oracle || kind != Kind.TIMESTAMP) {
          yield type;
        }
        boolean zone = source.type().zone();
        yield new KeyType(zone ? ColumnType.TIMESTAMPTZ : ColumnType.TIMESTAMP, false, 0);
      }
      default -> type;
    };
  }
}
