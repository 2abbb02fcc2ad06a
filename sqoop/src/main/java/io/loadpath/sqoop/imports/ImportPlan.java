package io.loadpath.sqoop.imports;

import io.loadpath.sqoop.Coded;
import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

/**
 * What the client tells an import's tasks.
 *
 * @param snapshot the server's name of the picture of the database that all tasks read
 * @param client the client's transaction as {@code pg_locks} names it; while it lives, the client
 *     locks what it could lock
 * @param tables numbers of the tables that the client has found, with their partitions: no task may
 *     read more of these; "" if one task reads all, or each names its partitions
 * @param timeZone in which the server writes timestamps with time zone
 * @param parallelTasks whether several tasks divide the work, so that the server need not
 */
record ImportPlan(
    TextLayout layout,
    String snapshot,
    String client,
    String tables,
    String timeZone,
    boolean parallelTasks)
    implements Serializable {
  private static final String KEY = "loadpath.import.plan";

  void addTo(Configuration conf) throws IOException {
    Coded.put(conf, KEY, this);
  }

  static ImportPlan from(Configuration conf) throws IOException {
    return Coded.get(conf, KEY, ImportPlan.class);
  }
}
