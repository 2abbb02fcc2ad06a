package io.loadpath.tables.scripts;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.loadpath.rows.FileFormat;

/**
 * A format of files in the words of PostgreSQL's COPY, file_fdw and psql.
 *
 * @param format of the files
 */
public record CopyFormat(FileFormat format) {

  /** The quote for files without quotes: a character that text does not hold. */
  private static final char NO_QUOTE = 1;

  /** The same, if the delimiter is character 1. Hive's files use 1 to 8. */
  private static final char OTHER_NO_QUOTE = 0x7f;

  /** Makes COPY read the empty field after the last delimiter as text, not NULL. */
  private static final String AFTER_LAST = "force_not_null (after_last_delimiter)";

  /**
   * Options of COPY and of an external table of file_fdw, such as {@code format 'csv', delimiter
   * '|', null '', quote E'\x01'}.
   *
   * @throws ScriptException if PostgreSQL cannot read the format
   */
  public String options() {
    StringBuilder options = new StringBuilder();
    if (!isCsv()) {
      requireBackslash();
    }
    add(options, "format", isCsv() ? "csv" : "text");
    add(options, "delimiter", String.valueOf(format.delimiter()));
    add(options, "null", format.nullText());
    if (format.quote() != null) {
      add(options, "quote", String.valueOf(format.quote()));
      if (format.escape() != null && !format.escape().equals(format.quote())) {
        add(options, "escape", String.valueOf(format.escape()));
      }
    } else if (format.escape() == null) {
      add(
          options,
          "quote",
          String.valueOf(format.delimiter() == NO_QUOTE ? OTHER_NO_QUOTE : NO_QUOTE));
    }
    if (format.header()) {
      add(options, "header", "true");
    }
    if (format.encoding().equals(ISO_8859_1)) {
      add(options, "encoding", "LATIN1");
    }
    return options.toString();
  }

  /** {@link #options}, and COPY's option for the empty text after the last delimiter. */
  public String copyOptions() {
    return format.delimiterAfterLast() && isCsv() ? options() + ", " + AFTER_LAST : options();
  }

  /** How the server reads dates with slashes or points: {@code MDY} or {@code DMY}. */
  public String dateOrder() {
    return switch (format.dateForm()) {
      case BRITISH, GERMAN -> "DMY";
      default -> "MDY";
    };
  }

  /** A text as a quoted argument of psql's backslash commands. */
  public String psql(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
  }

  /** Whether COPY reads the format as csv; otherwise as text, where a backslash is the escape. */
  private boolean isCsv() {
    return format.quote() != null || format.escape() == null;
  }

  private void requireBackslash() {
    if (format.escape() != '\\') {
      throw new ScriptException(
          "format: escape is '%c' without a quote, but PostgreSQL knows only '\\' there"
              .formatted(format.escape()));
    }
  }

  private static void add(StringBuilder options, String name, String value) {
    options
        .append(options.isEmpty() ? "" : ", ")
        .append(name)
        .append(' ')
        .append(Dialect.POSTGRES.literal(value));
  }
}
