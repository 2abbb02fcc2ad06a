package io.loadpath.sqoop.imports;

import io.loadpath.sqoop.Share;
import java.io.Serializable;
import java.util.List;

/**
 * What one mapper reads: queries, whose rows it writes one after another.
 *
 * @param queries SELECT statements
 * @param tables to lock before the first query, as LOCK names them
 * @param locksAll whether the queries read nothing but these tables, so that the locks keep all of
 *     it as it is
 */
record ImportWork(List<String> queries, List<String> tables, boolean locksAll)
    implements Serializable {
  /**
   * @param bytes estimated size of what the queries read
   */
  Share share(long bytes) {
    return new Share(this, bytes, List.of());
  }

  @Override
  public String toString() {
    return String.join("; ", queries);
  }
}
