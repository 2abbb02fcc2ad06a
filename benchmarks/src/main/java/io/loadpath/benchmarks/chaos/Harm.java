package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.Processes;
import java.util.function.Predicate;

/**
 * A harm to a running job.
 *
 * @param moment the moment to wait for
 * @param delayMillis the delay after that moment
 * @param lastsMillis its duration, if it has one
 * @param pick chooses one of several processes or sessions
 */
record Harm(What what, Moment moment, int delayMillis, int lastsMillis, int pick) {
  private static final int OTHERS_KEY = 5_000_000;
  private static final int LINK_FACTOR = 10;

  /** The kinds of harm. */
  enum What {
    KILL_CLIENT(4),
    CUT_LINK(2),
    TERM_CLIENT(1),
    STOP_CLIENT(2),
    KILL_BACKEND(2),
    TERMINATE_BACKEND(1),
    KILL_POSTMASTER(1),
    CUT_CONNECTIONS(2),
    TRUNCATE(2),
    ALTER_TYPE(1),
    ALTER_NOT_NULL(1),
    ADD_COLUMN(1),
    CREATE_INDEX(1),
    VACUUM_FULL(1),
    INSERT_ROWS(2),
    FULL_DISK(2),
    SNAPSHOT(1),
    LOCK_LEDGER(1),
    // a load's partitions
    ATTACH_PARTITION(3),
    DETACH_PARTITION(3),
    // on a cluster only
    KILL_TASK(4),
    STOP_TASK(4),
    KILL_MASTER(4),
    KILL_NODEMANAGER(4);

    /** Its relative frequency. */
    final int weight;

    What(int weight) {
      this.weight = weight;
    }

    boolean onlyOnCluster() {
      return compareTo(KILL_TASK) >= 0;
    }

    boolean onlyWithPartitions() {
      return this == ATTACH_PARTITION || this == DETACH_PARTITION;
    }

    boolean crashesServer() {
      return this == KILL_BACKEND || this == KILL_POSTMASTER;
    }

    /** Whether the server must recover first; after a crash it needs room on its disk. */
    boolean needsRecovery() {
      return crashesServer() || this == FULL_DISK;
    }

    @Override
    public String toString() {
      return JobPlan.words(this);
    }
  }

  /** A moment that a query can detect. */
  enum Moment {
    START(1),
    CONNECTED(1),
    /** The ledger has the job, after its plan. */
    PLANNED(2),
    COPYING(2),
    /** A task's rows are in place, in a staging table or a prepared transaction. */
    STAGED(1),
    /** A task's rows are in place, and no task is working. */
    BETWEEN_TASKS(2),
    /** The ledger has decided to bring the rows into the table, or a statement brings them. */
    DECIDED(3);

    private static final String SESSION =
        "SELECT 1 FROM pg_stat_activity WHERE usename = '" + Server.OWNER + "'";

    final int weight;

    Moment(int weight) {
      this.weight = weight;
    }

    /** Returns a query that has a row at this moment; it may fail before. */
    String query(JobPlan plan) {
      boolean ledger = plan.kind.exports();
      // the ledger also has the figures of earlier exports
      String tasks =
          ledger
              ? "%s JOIN %s USING (export) WHERE NOT seen"
                  .formatted(plan.table.inSchema("loadpath_export_tasks"), plan.ledger())
              : "pg_stat_activity";
      return switch (this) {
        case START -> "SELECT 1";
        case CONNECTED -> SESSION;
        case PLANNED ->
            ledger ? "SELECT 1 FROM %s WHERE state = 'RUNNING'".formatted(plan.ledger()) : SESSION;
        case COPYING -> "SELECT 1 FROM pg_stat_progress_copy";
        case STAGED ->
            ledger
                ? "SELECT 1 FROM " + tasks
                : "SELECT 1 FROM pg_stat_progress_copy WHERE tuples_processed > 0";
        case BETWEEN_TASKS ->
            ("SELECT 1 FROM %s HAVING count(*) > 0"
                    + " AND NOT EXISTS (%s AND application_name LIKE '%% task %%')")
                .formatted(tasks, SESSION);
        case DECIDED ->
            ledger
                ? "SELECT 1 FROM %s WHERE state IN ('COMMITTING', 'COMMITTED') AND NOT seen"
                    .formatted(plan.ledger())
                : SESSION + " AND query ~ 'loadpath.(replace|attach)'";
      };
    }
  }

  /** Returns the duration of {@link What#CUT_LINK}. */
  long cutMillis() {
    return (long) LINK_FACTOR * lastsMillis;
  }

  /** Stops a process for the harm's duration; {@code signal} returns whether there was one. */
  boolean stop(Predicate<String> signal) {
    boolean done = signal.test("STOP");
    try {
      Processes.pause(lastsMillis);
    } finally {
      signal.test("CONT");
    }
    return done;
  }

  /** Returns the rows of {@link What#INSERT_ROWS}, with keys that no file has. */
  DataFile insertedRows() {
    return DataFile.plain("others", OTHERS_KEY, 1 + 5 * pick, pick);
  }
}
