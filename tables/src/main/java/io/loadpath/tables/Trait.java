package io.loadpath.tables;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * A trait of data that is hard for some loaders. A path that cannot take a trait names it in its
 * {@code path.yaml}.
 */
public enum Trait {
  /** The first line of each file names the columns. */
  HEADER,
  /** A field or a name in the header line is in quotes. */
  QUOTES,
  /** A value holds a delimiter. */
  QUOTED_DELIMITERS,
  /** A quote inside a value is written twice. */
  DOUBLED_QUOTES,
  /** A value holds a line end, LF or CR. */
  QUOTED_LINE_ENDS,
  /** A value holds a CR, alone or before an LF. */
  QUOTED_CARRIAGE_RETURNS,
  /** A TEXT or BYTES value is empty and not NULL. */
  EMPTY_TEXTS,
  /**
   * The format has an escape that is not the quote; fields may or may not use it. A format with
   * quotes has this trait only if there are {@link #QUOTES}.
   */
  ESCAPES,
  /** NULL is written as a text, not as an empty field. */
  NULL_TEXT,
  CRLF,
  LATIN_1,
  /** A file without a header line begins with a byte order mark. */
  BOM,
  DELIMITER_AFTER_LAST,
  NO_DELIMITER_AFTER_LAST,
  /** A column's name needs quotes in SQL. */
  ODD_NAMES,
  TYPE_DOUBLE,
  TYPE_BOOLEAN,
  TYPE_TIMESTAMP,
  TYPE_TIMESTAMP_ZONE,
  /** A TIMESTAMP of more than six digits after the point. */
  TYPE_TIMESTAMP_NANOS,
  TYPE_BYTES,
  /** A TEXT of more than 4,000 characters, or without a maximum length. */
  TYPE_LONG_TEXT,
  /** A DECIMAL of more than 18 digits. */
  TYPE_WIDE_DECIMAL,
  /** A DATE or TIMESTAMP column's days are not written yyyy-mm-dd. */
  DATES_NOT_ISO,
  /** The description has no partition-by, so there is no partitioned model. */
  NO_PARTITION_BY;

  /** Whether files lose this trait when Loadpath cuts them into parts. */
  public boolean isGoneInParts() {
    return this == HEADER || this == BOM;
  }

  /** In kebab-case, as in manifests and {@code path.yaml}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
