package io.loadpath.tables.scripts;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.Table;
import io.loadpath.tables.yaml.YamlText;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A table in the words of Sqoop's option files.
 *
 * @param table the described one
 */
public record SqoopTable(Table table) {
  /** Sent as text, because the server reads more forms than Java's classes do. */
  static final Set<Kind> EXPORTED_AS_TEXT =
      Set.of(Kind.DATE, Kind.TIMESTAMP, Kind.BOOLEAN, Kind.DOUBLE);

  /** Java's classes would write times in the client's time zone, and bytes with blanks. */
  static final Set<Kind> IMPORTED_AS_TEXT = Set.of(Kind.DATE, Kind.TIMESTAMP, Kind.BYTES);

  private static final String STRING = "String";

  /** Whether fields have neither quotes nor escapes, so that no value holds a delimiter. */
  public boolean plain() {
    return table.format().quote() == null && table.format().escape() == null;
  }

  /** The format in the words of COPY. */
  public CopyFormat copy() {
    return new CopyFormat(table.format());
  }

  /** The delimiter as an option's value. */
  public String delimiter() {
    return character(table.format().delimiter());
  }

  /** A character as an option's value. */
  public String character(char c) {
    return switch (c) {
      case '\t' -> "'\\t'";
      case '\\' -> "'\\\\'";
      case '\'' -> "\"'\"";
      default -> c < ' ' ? "'\\0%o'".formatted((int) c) : "'" + c + "'";
    };
  }

  /** The text for NULL as an option's value: Sqoop puts it into a Java string. */
  public String nullText() {
    return option(table.format().nullText().replace("\\", "\\\\").replace("\"", "\\\""));
  }

  /** A text as a line of an option file. */
  public String option(String text) {
    boolean plain = text.matches("[\\w$./:=,-]+");
    return plain ? text : text.indexOf('\'') < 0 ? "'" + text + "'" : '"' + text + '"';
  }

  /** The name of the number with the most digits that is never NULL, or null. */
  public String splitColumn() {
    return table.columns().stream()
        .filter(column -> !column.nullable())
        .filter(column -> Set.of(Kind.INTEGER, Kind.DECIMAL).contains(column.type().kind()))
        .max(
            Comparator.comparing((Column column) -> column.type().kind() == Kind.INTEGER)
                .thenComparing(column -> column.type().size())
                .thenComparing(column -> -table.columns().indexOf(column)))
        .map(Column::name)
        .orElse(null);
  }

  /** Columns that an import reads as text, with their class, or null. */
  public String importStrings() {
    return mapped(column -> IMPORTED_AS_TEXT.contains(column.type().kind()), STRING, false);
  }

  /** Columns that an export sends as text, with their class, or null. */
  public String exportStrings() {
    return mapped(column -> EXPORTED_AS_TEXT.contains(column.type().kind()), STRING, false);
  }

  /** The same for Oracle. */
  public String oracleExportStrings() {
    return mapped(column -> EXPORTED_AS_TEXT.contains(column.type().kind()), STRING, true);
  }

  /**
   * Whether a column that an export sends as text may be NULL, which Sqoop does not bind as text.
   */
  public boolean hasNullableExportStrings() {
    return table.columns().stream()
        .anyMatch(column -> column.nullable() && EXPORTED_AS_TEXT.contains(column.type().kind()));
  }

  /** Days in Oracle, whose DATE has a time of day, or null. */
  public String oracleImportDates() {
    return mapped(column -> column.type().kind() == Kind.DATE, "java.sql.Date", true);
  }

  /** All columns, with the names that Oracle stores. */
  public String oracleNames() {
    return table.columns().stream().map(SqoopTable::oracleName).collect(Collectors.joining(","));
  }

  /** Whether there is a column of bytes. */
  public boolean hasBytes() {
    return has(Kind.BYTES);
  }

  private boolean has(Kind kind) {
    return table.columns().stream().anyMatch(column -> column.type().kind() == kind);
  }

  /** Whether there is a column with a time of day. */
  public boolean hasTimestamps() {
    return has(Kind.TIMESTAMP);
  }

  /** The form of timestamps in Oracle's words. */
  public String oracleTimestamp() {
    FileFormat format = table.format();
    String between =
        format.timestampForm() == FileFormat.TimestampForm.T ? "\"T\"HH24:MI:SS" : " HH24:MI:SS";
    return format.dateForm().text().toUpperCase(Locale.ROOT) + between + "XFF";
  }

  /** A value of a description in YAML. */
  public String yaml(String text) {
    return YamlText.word(text);
  }

  /** A type of a description in YAML. */
  public String yaml(Type type) {
    return yaml(type.toString());
  }

  /** A character of a description in YAML. */
  public String yaml(char c) {
    return yaml(String.valueOf(c));
  }

  private String mapped(Predicate<Column> which, String type, boolean oracle) {
    String all =
        table.columns().stream()
            .filter(which)
            .map(column -> (oracle ? oracleName(column) : column.name()) + "=" + type)
            .collect(Collectors.joining(","));
    return all.isEmpty() ? null : all;
  }

  private static String oracleName(Column column) {
    String name = Dialect.ORACLE.name(column.name());
    return name.startsWith("\"") ? column.name() : name.toUpperCase(Locale.ROOT);
  }
}
