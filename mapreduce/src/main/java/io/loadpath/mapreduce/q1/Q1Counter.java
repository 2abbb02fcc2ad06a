package io.loadpath.mapreduce.q1;

/** Q1's job counters. ROWS_ACCEPTED + ROWS_MALFORMED = ROWS_READ, always. */
public enum Q1Counter {
  /** Rows read from the input. */
  ROWS_READ,
  /** Well-formed rows. */
  ROWS_ACCEPTED,
  /** Accepted rows that passed the date filter: the sum of count_order. */
  ROWS_KEPT,
  /** Malformed rows. */
  ROWS_MALFORMED
}
