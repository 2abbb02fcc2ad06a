package io.loadpath.datasets;

/** A column's type, which decides its canonical text. */
public enum Kind {
  /** UTF-8 text, unchanged. */
  TEXT,
  /** Digits with an optional minus sign; canonical without leading zeros. */
  INTEGER,
  /** A number with two decimals; canonical with exactly two. */
  DECIMAL,
  /** A day, as mm/dd/yyyy or yyyy-mm-dd; canonical is yyyy-mm-dd. */
  DATE
}
