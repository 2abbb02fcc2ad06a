package io.loadpath.datasets.table;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * What makes a table's data hard for a loader. A path that cannot take one of them names it in its
 * {@code path.yaml}.
 */
public enum Trait {
  /** The first line of each file names the columns. */
  HEADER,
  /** The format has a quote, which fields may or may not use. */
  QUOTES,
  /** A delimiter stands inside a value. */
  QUOTED_DELIMITERS,
  /** A quote stands inside a value. */
  QUOTED_QUOTES,
  /** A line end, LF or CR, stands inside a value. */
  QUOTED_LINE_ENDS,
  /** A TEXT or BYTES value is empty and not NULL. */
  EMPTY_TEXTS,
  /** A backslash stands inside a value. */
  BACKSLASHES,
  /** NULL is written as a text, not as an empty field. */
  NULL_TEXT,
  CRLF,
  LATIN_1,
  /** A file begins with a byte order mark. */
  BOM,
  DELIMITER_AFTER_LAST,
  NO_DELIMITER_AFTER_LAST,
  /** A column's name needs quotes in SQL. */
  ODD_NAMES,
  TYPE_DOUBLE,
  TYPE_BOOLEAN,
  TYPE_TIMESTAMP,
  TYPE_TIMESTAMP_ZONE,
  TYPE_BYTES,
  /** A DECIMAL of more than 18 digits. */
  TYPE_WIDE_DECIMAL,
  /** A DATE or TIMESTAMP column's days are not written yyyy-mm-dd. */
  DATES_NOT_ISO,
  /** The description has no partition-by, so that there is no partitioned model. */
  NO_PARTITION_BY;

  /** In kebab-case, as in manifests and {@code path.yaml}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
