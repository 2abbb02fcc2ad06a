package io.loadpath.mapreduce.load;

/** Counters of a load. */
public enum LoadCounter {
  /** Rows that mappers gave to the writers. */
  ROUTED_ROWS,
  /** Malformed rows, and rows that no partition takes. */
  REJECTED_ROWS,
  /** Rows that the writers sent. */
  COPIED_ROWS
}
