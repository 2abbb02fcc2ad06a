package io.loadpath.benchmarks.suite;

import java.util.List;

/**
 * The size of a dataset.
 *
 * @param scale the TPC-H scale factor, for {@code lineitem}; otherwise null
 * @param rows the number of rows, for {@code all-card-trans}; otherwise null
 */
public record DatasetSize(Double scale, Long rows) {
  public static final String LINEITEM = "lineitem";
  public static final String ALL_CARD_TRANS = "all-card-trans";

  public static final List<String> DATASETS = List.of(LINEITEM, ALL_CARD_TRANS);

  private static final double ROWS_AT_SCALE_1 = 6_001_215;
  private static final double SCALE_STEPS = 1e6;
  private static final double TEXT_BYTES_AT_SCALE_1 = 759_863_287;
  private static final double TEXT_BYTES_OF_CARD_ROW = 69.7;

  public DatasetSize {
    if (scale != null && !(scale > 0 && scale <= 100_000)) {
      throw new IllegalArgumentException("scale: " + scale + " is not between 0 and 100000");
    }
    if (rows != null && !(rows >= 1 && rows <= 1_000_000_000_000L)) {
      throw new IllegalArgumentException("rows: " + rows + " is not between 1 and 10^12");
    }
  }

  /** Returns the size with which {@code dataset} has about {@code rows} rows. */
  public static DatasetSize ofRows(String dataset, long rows) {
    return dataset.equals(LINEITEM)
        ? new DatasetSize(Math.round(rows / ROWS_AT_SCALE_1 * SCALE_STEPS) / SCALE_STEPS, null)
        : new DatasetSize(null, rows);
  }

  /** Returns the approximate bytes of its text. */
  public long textBytes() {
    return Math.round(rows == null ? scale * TEXT_BYTES_AT_SCALE_1 : rows * TEXT_BYTES_OF_CARD_ROW);
  }

  public boolean isLessThan(DatasetSize other) {
    return scale == null ? rows < other.rows : scale < other.scale;
  }
}
