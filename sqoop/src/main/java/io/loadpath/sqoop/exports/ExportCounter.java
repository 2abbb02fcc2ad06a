package io.loadpath.sqoop.exports;

/** Counters of an export. */
public enum ExportCounter {
  /** Rows that were sent to the database. */
  ROWS,
  /** Malformed rows that were left out. */
  REJECTED_ROWS
}
