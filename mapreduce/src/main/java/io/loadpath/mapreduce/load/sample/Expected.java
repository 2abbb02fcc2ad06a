package io.loadpath.mapreduce.load.sample;

/**
 * Expected numbers.
 *
 * @param rows of a partition
 * @param textBytes of them in the files, uncompressed
 * @param tupleBytes of them as tuples of binary COPY
 * @param keyBytes of their keys in the shuffle
 */
public record Expected(double rows, double textBytes, double tupleBytes, double keyBytes) {
  /** Nothing is expected. */
  public static final Expected NONE = new Expected(0, 0, 0, 0);

  /** Returns the sums. */
  public Expected plus(Expected other) {
    return new Expected(
        rows + other.rows,
        textBytes + other.textBytes,
        tupleBytes + other.tupleBytes,
        keyBytes + other.keyBytes);
  }

  Expected times(double factor) {
    return new Expected(rows * factor, textBytes * factor, tupleBytes * factor, keyBytes * factor);
  }
}
