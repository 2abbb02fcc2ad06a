package io.loadpath.benchmarks.suite;

/**
 * How much of a dataset a suite asks for.
 *
 * @param scale the TPC-H scale factor, for {@code lineitem}; otherwise null
 * @param rows the number of rows, for {@code all-card-trans}; otherwise null
 */
public record DatasetSize(Double scale, Long rows) {
  public DatasetSize {
    if (scale != null && !(scale > 0 && scale <= 100_000)) {
      throw new IllegalArgumentException("scale: " + scale + " is not between 0 and 100000");
    }
    if (rows != null && !(rows >= 1 && rows <= 1_000_000_000_000L)) {
      throw new IllegalArgumentException("rows: " + rows + " is not between 1 and 10^12");
    }
  }
}
