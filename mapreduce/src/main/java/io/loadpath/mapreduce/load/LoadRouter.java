package io.loadpath.mapreduce.load;

import java.io.Serializable;

/** Finds the partition of a row. */
public interface LoadRouter extends Serializable {
  /** No partition takes the row. */
  int NONE = -1;

  /** Returns the number of the row's partition, 0 to 65535, or {@link #NONE}. */
  int partition(Tuple row);
}
