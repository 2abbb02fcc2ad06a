package io.loadpath.rows;

import java.util.Locale;

/**
 * The kind of a column's values. {@link io.loadpath.rows.parser.CanonicalText} shows how each is
 * written.
 */
public enum Kind {
  /** A signed whole number of at most 64 bits. */
  INTEGER,
  /** An exact number with a fixed number of digits after the point. */
  DECIMAL,
  /** An IEEE 754 number of 64 bits. */
  DOUBLE,
  BOOLEAN,
  /** Unicode text. */
  TEXT,
  /** A day of the Gregorian calendar. */
  DATE,
  /** A day and a time of day, or a moment. */
  TIMESTAMP,
  /** Bytes, as hex digits in files. */
  BYTES;

  /** As in descriptions, such as {@code integer}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the kind of a word, or null. */
  static Kind named(String word) {
    for (Kind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    return null;
  }
}
