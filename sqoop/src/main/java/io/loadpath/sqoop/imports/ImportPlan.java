package io.loadpath.sqoop.imports;

import io.loadpath.loads.Coded;
import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

/**
 * The client's decisions, for an import's tasks.
 *
 * @param snapshot the server's name of the snapshot that all tasks read
 * @param client the name of the client's transaction in {@code pg_locks}; while it lives, the
 *     client holds its locks
 * @param tables oids of the tables that the client found, with their partitions: no task may read
 *     other partitions; "" if one task reads all, or each names its partitions
 * @param timeZone in which the server writes timestamps with time zone
 * @param parallelTasks whether several tasks divide the work, so that the server does not
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
