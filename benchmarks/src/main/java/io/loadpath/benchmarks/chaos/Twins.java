package io.loadpath.benchmarks.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Two equal jobs at the same moment. */
final class Twins {
  private final Server server;
  private final Plan plan;
  private volatile boolean together;

  /** A lock that is held. */
  interface Hold extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  Twins(Server server, Plan plan) {
    this.server = server;
    this.plan = plan;
  }

  /**
   * Holds the ledger until the result is closed, if the plan says so: reading goes on, writing
   * waits.
   */
  Hold hold() throws SQLException {
    if (plan.twin() != Plan.Twin.BEHIND_LEDGER_LOCK || !hasLedger()) {
      return () -> {};
    }
    Connection session = server.connect();
    session.setAutoCommit(false);
    Server.run(
        session,
        "LOCK TABLE %s.loadpath_exports IN SHARE MODE"
            .formatted(TableSpec.quoted(plan.table().schema())));
    return session::close;
  }

  /** Whether there is a ledger: a job that refuses its table makes none. */
  private boolean hasLedger() throws SQLException {
    String name = TableSpec.quoted(plan.table().schema()) + ".loadpath_exports";
    return !server.rows("SELECT 1 WHERE to_regclass('%s') IS NOT NULL".formatted(name)).isEmpty();
  }

  /** Waits until the jobs are seen side by side. */
  void await(Duration limit, BooleanSupplier over) {
    String both =
        plan.twin() == Plan.Twin.BEHIND_LEDGER_LOCK
            ? "SELECT 1 FROM pg_stat_activity WHERE usename = '%s' AND (wait_event_type = 'Lock' OR query ~ 'pg_try_advisory_lock') HAVING count(*) >= 2"
                .formatted(Server.OWNER)
            : "SELECT 1 FROM %s.loadpath_exports WHERE NOT seen HAVING count(*) >= 2"
                .formatted(TableSpec.quoted(plan.table().schema()));
    together = server.await(both, limit, over);
  }

  /** Whether both were at work at the same time, so that their rows may come once only. */
  boolean together() {
    return together;
  }
}
