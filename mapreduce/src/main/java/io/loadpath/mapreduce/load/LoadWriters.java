package io.loadpath.mapreduce.load;

import java.io.Serializable;

/** Divides the rows between the reducers, which write them. */
public interface LoadWriters extends Serializable {
  /** Returns the number of writers, 1 to 65536. */
  int count();

  /**
   * Returns the writer of a row, counted from 0. Rows with the same partition and the same unique
   * key must have the same writer, otherwise duplicates are not found.
   *
   * @param keys holds the row's key of the cuts, {@code keys[from..to)}: its unique key, or its
   *     sort keys and its place in the files
   */
  int writer(int partition, byte[] keys, int from, int to);
}
