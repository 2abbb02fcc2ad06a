package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.record.Limit;
import java.io.IOException;
import java.sql.SQLException;

/** Finds one limit. */
interface Probe {
  /** The limit's name in the record. */
  String name();

  /**
   * Finds the limit, and leaves nothing behind, also when it fails or the run is stopped.
   *
   * @throws IOException or SQLException if it cannot be found here and now; the run goes on without
   */
  Limit run() throws IOException, SQLException;
}
