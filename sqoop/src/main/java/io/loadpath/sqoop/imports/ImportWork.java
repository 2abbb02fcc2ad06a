package io.loadpath.sqoop.imports;

import io.loadpath.loads.Share;
import java.io.Serializable;
import java.util.List;

/**
 * The work of one mapper: queries, whose rows it writes one after another.
 *
 * @param queries SELECT statements
 * @param tables to lock before the first query
 * @param locksAll whether the queries read only these tables, so that the locks protect all rows
 */
record ImportWork(List<String> queries, List<String> tables, boolean locksAll)
    implements Serializable {
  /**
   * @param bytes estimated size of the rows
   */
  Share share(long bytes) {
    return new Share(this, bytes, List.of());
  }

  @Override
  public String toString() {
    return String.join("; ", queries);
  }
}
