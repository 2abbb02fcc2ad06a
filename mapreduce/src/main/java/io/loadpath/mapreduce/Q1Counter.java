package io.loadpath.mapreduce;

/** Q1's job counters. ROWS_ACCEPTED + ROWS_MALFORMED = ROWS_READ, always. */
public enum Q1Counter {
  /** Rows read from the input. */
  ROWS_READ,
  /** Rows that have the shape of LINEITEM. */
  ROWS_ACCEPTED,
  /** Accepted rows that passed the date filter: the sum of count_order. */
  ROWS_KEPT,
  /** Rows that have not the shape of LINEITEM. */
  ROWS_MALFORMED
}
