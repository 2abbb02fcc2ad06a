package io.loadpath.benchmarks.statistics;

/** What is compared; less of it is better. */
public enum Quantity {
  /** Seconds until all rows were committed. */
  TIME,
  /** CPU-seconds of everything that worked for the run. */
  CPU
}
