package io.loadpath.loads.exports;

import io.loadpath.engines.postgres.TestServer;
import io.loadpath.loads.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * An export into {@code exports.t}, stopped at a stage by locks of two sessions until this is
 * closed. A ledger is there, and has no rows.
 */
record ExportStop(Connection lock, Connection row) implements AutoCloseable {
  static final int ROWS = 2000;
  static final String STOPPED =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%' AND wait_event_type = 'Lock'";

  enum Stage {
    DURING_COPY,
    BEFORE_THE_LEDGER_KNOWS_THE_TASKS,
    /** All tasks are done. */
    BEFORE_THE_DECISION,
    DURING_THE_INSERT
  }

  /**
   * @param start of an export of {@link #ROWS} rows by two mappers
   */
  static ExportStop at(Stage stage, TestServer test, Sessions.Work start) throws Exception {
    ExportStop stop = new ExportStop(Sessions.open(test), Sessions.open(test));
    try {
      stop.reach(stage, test, start);
      return stop;
    } catch (Exception | Error e) {
      stop.close();
      throw e;
    }
  }

  private void reach(Stage stage, TestServer test, Sessions.Work start) throws Exception {
    lock.setAutoCommit(false);
    row.setAutoCommit(false);
    if (stage == Stage.DURING_COPY) {
      test.sql(
          """
          DROP TABLE exports.t;
          CREATE FUNCTION exports.stop(id int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
            IF id = 1500 THEN PERFORM pg_advisory_xact_lock_shared(77); END IF; RETURN true; END $$;
          CREATE DOMAIN exports.stops AS int CHECK (exports.stop(VALUE));
          CREATE TABLE exports.t (id exports.stops, name text)""");
      Sql.run(lock, "SELECT pg_advisory_xact_lock(77)");
    } else {
      Sql.run(lock, "LOCK TABLE exports.loadpath_export_tasks IN EXCLUSIVE MODE");
    }
    start.run();
    test.await(STOPPED, stage == Stage.DURING_COPY ? "1" : "2");
    if (stage.compareTo(Stage.BEFORE_THE_DECISION) >= 0) {
      Sql.run(row, "SELECT export FROM exports.loadpath_exports WHERE NOT seen FOR SHARE");
      lock.rollback();
      test.await(
          "SELECT count(*) FROM exports.loadpath_export_tasks JOIN exports.loadpath_exports USING (export) WHERE NOT seen",
          "2");
      test.await(STOPPED, "1");
    }
    if (stage == Stage.DURING_THE_INSERT) {
      Sql.run(lock, "LOCK TABLE exports.t IN SHARE MODE");
      row.rollback();
      test.await(STOPPED + " AND query LIKE 'INSERT INTO%'", "1");
    }
  }

  @Override
  public void close() throws SQLException {
    lock.close();
    row.close();
  }
}
