package io.loadpath.loads.exports;

import java.io.IOException;
import java.sql.SQLException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.postgresql.core.BaseConnection;

/** What a client asks of an export. */
public interface ExportRequest {
  /** The client's configuration, with the keys of {@link io.loadpath.loads.Settings}. */
  Configuration configuration();

  /**
   * The target's schema; null for the first one of the session's search path that has the table.
   */
  String schema();

  /** The target, as in the catalog. */
  String table();

  /** The name of the job; null for one of the export's. */
  String jobName();

  /** The files, as a path of Hadoop's. */
  Path files();

  /**
   * Decides how the rows come into the target.
   *
   * @param names without the export's number
   * @throws IOException if the request cannot be met
   */
  ExportPlan plan(ExportNames names, TargetTable target, BaseConnection session)
      throws IOException, SQLException;
}
