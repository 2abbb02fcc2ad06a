package io.loadpath.datasets;

/** A column's type, which decides its canonical text. */
public enum Kind {
  /** As it stands, UTF-8. */
  TEXT,
  /** Digits with an optional minus sign; canonical without leading zeros. */
  INTEGER,
  /** A number with two places behind the point; canonical with exactly two. */
  DECIMAL,
  /** A day, as mm/dd/yyyy or yyyy-mm-dd; canonical is yyyy-mm-dd. */
  DATE
}
