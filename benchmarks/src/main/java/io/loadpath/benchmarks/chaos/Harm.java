package io.loadpath.benchmarks.chaos;

import static io.loadpath.benchmarks.chaos.Plan.Kind.COPY;
import static io.loadpath.benchmarks.chaos.Plan.Kind.EXTERNAL;
import static io.loadpath.benchmarks.chaos.Plan.Kind.IMPORT;

import java.util.Locale;

/**
 * Something that happens while a job runs.
 *
 * @param moment what is awaited first
 * @param delayMillis the time from that moment
 * @param lastsMillis how long it lasts, where it does
 * @param pick chooses one of several processes or sessions
 */
record Harm(What what, Moment moment, int delayMillis, int lastsMillis, int pick) {
  private static final int OTHERS_KEY = 5_000_000;

  /** What happens. */
  enum What {
    KILL_CLIENT,
    TERM_CLIENT,
    STOP_CLIENT,
    KILL_BACKEND,
    TERMINATE_BACKEND,
    KILL_POSTMASTER,
    CUT_CONNECTIONS,
    TRUNCATE,
    ALTER_TYPE,
    ALTER_NOT_NULL,
    ADD_COLUMN,
    CREATE_INDEX,
    VACUUM_FULL,
    INSERT_ROWS,
    FULL_DISK,
    SNAPSHOT,
    LOCK_LEDGER,
    KILL_TASK,
    STOP_TASK,
    KILL_MASTER,
    KILL_NODEMANAGER;

    boolean onlyOnCluster() {
      return ordinal() >= KILL_TASK.ordinal();
    }

    /** How often it is drawn, compared with the others. */
    int weight() {
      return switch (this) {
        case KILL_CLIENT -> 6;
        case KILL_TASK, STOP_TASK, KILL_MASTER, KILL_NODEMANAGER -> 4; // on a cluster only
        case KILL_BACKEND, STOP_CLIENT, TRUNCATE, CUT_CONNECTIONS, INSERT_ROWS, FULL_DISK -> 2;
        default -> 1;
      };
    }

    boolean crashesServer() {
      return this == KILL_BACKEND || this == KILL_POSTMASTER;
    }

    /** Whether the server must get over it first; after a crash it wants room on its disk. */
    boolean needsRecovery() {
      return crashesServer() || this == FULL_DISK;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A moment that a query can see. */
  enum Moment {
    START,
    CONNECTED,
    COPYING,
    /** A task's rows are in place, in a staging table or a prepared transaction. */
    STAGED,
    /** A task's rows are in place, and no task is at work. */
    BETWEEN_TASKS,
    /** The ledger says that the rows will be in the table, or a statement brings them there. */
    DECIDED;

    /** Returns a query that has a row when the moment is there; it may fail until then. */
    String query(Plan plan) {
      String schema = TableSpec.quoted(plan.table().schema());
      boolean ledger = plan.kind() != IMPORT && plan.kind() != COPY && plan.kind() != EXTERNAL;
      return switch (this) {
        case START -> "SELECT 1";
        case CONNECTED -> "SELECT 1 FROM pg_stat_activity WHERE usename = '" + Server.OWNER + "'";
        case COPYING -> "SELECT 1 FROM pg_stat_progress_copy";
        case STAGED ->
            ledger
                ? "SELECT 1 FROM " + schema + ".loadpath_export_tasks"
                : "SELECT 1 FROM pg_stat_progress_copy WHERE tuples_processed > 0";
        case BETWEEN_TASKS ->
            "SELECT 1 FROM "
                + (ledger ? schema + ".loadpath_export_tasks" : "pg_stat_activity")
                + " HAVING count(*) > 0 AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = '"
                + Server.OWNER
                + "' AND application_name LIKE '% task %')";
        case DECIDED ->
            ledger
                ? "SELECT 1 FROM "
                    + schema
                    + ".loadpath_exports WHERE state IN ('COMMITTING', 'COMMITTED') AND NOT seen"
                : "SELECT 1 FROM pg_stat_activity WHERE usename = '%s' AND query ~ 'loadpath.(replace|attach)'"
                    .formatted(Server.OWNER);
      };
    }
  }

  /** The rows of {@link What#INSERT_ROWS}, whose keys no file has. */
  DataFile insertedRows() {
    return new DataFile(
        "others", FileCodec.NONE, OTHERS_KEY, 1 + 5 * pick, pick, DataFile.Cut.NONE, 0);
  }

  @Override
  public String toString() {
    return "%s at %s + %d ms%s"
        .formatted(
            what,
            moment.name().toLowerCase(Locale.ROOT),
            delayMillis,
            lastsMillis > 0 ? " for " + lastsMillis + " ms" : "");
  }
}
