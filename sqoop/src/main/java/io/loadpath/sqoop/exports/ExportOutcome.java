package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.PostgresSession;
import io.loadpath.sqoop.Sql;
import io.loadpath.sqoop.exports.Ledger.State;
import io.loadpath.sqoop.exports.Ledger.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the rows of an export's tasks into the target, or takes them away. Each method may be
 * called again after a death at any point, and by several processes at the same time.
 */
final class ExportOutcome {
  private static final Logger LOG = LoggerFactory.getLogger(ExportOutcome.class);

  private static final long LOCK_MINUTES = 10;
  private static final int DROP_MILLIS = 1000;
  private static final long BUSY_SECONDS = 60;
  private static final long BUSY_PAUSE_MILLIS = 50;

  private final ExportNames names;
  private final Ledger ledger;

  ExportOutcome(ExportNames names) {
    this.names = names;
    this.ledger = new Ledger(names);
  }

  /**
   * Brings all rows into the target.
   *
   * @param tasks number of tasks that the job had
   * @throws IOException if the export has been undone, or a task's rows are missing
   */
  void commit(Connection session, ExportPlan plan, int tasks) throws IOException, SQLException {
    withLocks(session, () -> decide(session, plan, tasks));
    if (finish(session) == State.BROKEN) {
      throw new IOException(brokenness(session));
    }
  }

  /**
   * Runs work in a transaction, again and again while others hold its locks: to wait in one go
   * would hold up all who come later, and the tasks' work is done by now.
   */
  private static void withLocks(Connection session, Sql.Work work)
      throws IOException, SQLException {
    long start = System.nanoTime();
    while (true) {
      try {
        Sql.inTransaction(session, work);
        return;
      } catch (SQLException e) {
        boolean late = System.nanoTime() - start > TimeUnit.MINUTES.toNanos(LOCK_MINUTES);
        if (late || !Sql.NO_LOCK.equals(e.getSQLState())) {
          throw e;
        }
        LOG.warn("Waits for a lock, up to {} minutes: {}", LOCK_MINUTES, e.getMessage());
      }
    }
  }

  private void decide(Connection session, ExportPlan plan, int tasks)
      throws IOException, SQLException {
    // triggers and defaults see the client's zone, and a server that crashes must not forget the
    // decision
    Sql.rows(
        session,
        """
        SELECT set_config('TimeZone', ?, true), set_config('synchronous_commit',
          CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)""",
        plan.timeZone());
    State state = ledger.lockedState(session);
    if (state == State.RUNNING) {
      List<Task> done = ledger.tasks(session);
      requireAll(done, tasks, plan);
      if (plan.way().staged()) {
        if (plan.way() == ExportPlan.Way.INSERT) {
          insert(session, plan, done);
        } else if (!done.isEmpty()) {
          new KeyedUpdate(plan, done).run(session);
        }
        ledger.setState(session, State.COMMITTED);
      } else {
        requirePrepared(session, done);
        ledger.setState(session, State.COMMITTING);
      }
      new TargetFiles(names).note(session);
      PostgresSession.useUsersPath(session); // deferred triggers fire when it commits
    } else if (state == State.UNDONE || state == State.FAILED) {
      throw new IOException(
          "export %d cannot be committed, it is %s: %s"
              .formatted(names.export(), state.name().toLowerCase(), ledger.failure(session)));
    }
  }

  private void insert(Connection session, ExportPlan plan, List<Task> tasks)
      throws IOException, SQLException {
    String columns =
        plan.columns().stream()
            .map(column -> Sql.quoted(column.name()))
            .collect(Collectors.joining(", "));
    PostgresSession.useUsersPath(session); // for triggers, and functions of indexes
    for (Task task : tasks) {
      long inserted =
          Sql.run(
              session,
              "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s"
                  .formatted(
                      names.target(),
                      columns,
                      columns,
                      names.inSchema(names.stagingName(task.task(), task.attempt()))));
      if (inserted != task.rows()) {
        throw new IOException(
            "%d rows of task %d arrived, but it sent %d: does a trigger or rule leave some out?"
                .formatted(inserted, task.task(), task.rows()));
      }
    }
    PostgresSession.useOwnPath(session);
  }

  /** Says what is wrong with a broken export, and what to do. */
  String brokenness(Connection session) throws SQLException {
    return "only a part of export %d is in %s: %s; put the table right, then run DELETE FROM %s WHERE export = %d"
        .formatted(
            names.export(),
            names.target(),
            ledger.failure(session),
            names.exports(),
            names.export());
  }

  private void requireAll(List<Task> done, int tasks, ExportPlan plan) throws IOException {
    if (done.size() != tasks) {
      throw new IOException(
          "export %d has rows of %d tasks, but the job had %d"
              .formatted(names.export(), done.size(), tasks));
    }
    long rejected = done.stream().mapToLong(Task::rejected).sum();
    if (rejected > plan.rejectLimit()) {
      throw new IOException(
          "%d rows are malformed, more than loadpath.export.reject.limit=%d; the first ones: %s"
              .formatted(
                  rejected,
                  plan.rejectLimit(),
                  done.stream().flatMap(task -> task.rejects().stream()).limit(3).toList()));
    }
  }

  private void requirePrepared(Connection session, List<Task> done)
      throws IOException, SQLException {
    List<String> prepared = prepared(session);
    for (Task task : done) {
      String name = names.transactionName(task.task(), task.attempt());
      if (!prepared.contains(name)) {
        throw new IOException(
            "the prepared transaction %s is gone: somebody has rolled it back".formatted(name));
      }
    }
  }

  /**
   * Finishes what has been decided: commits the prepared transactions of an export that is
   * committing, and takes away what attempts have left.
   *
   * @return the state after that
   */
  State finish(Connection session) throws IOException, SQLException {
    State state = ledger.state(session);
    if (state == State.COMMITTING) {
      List<String> lost = new ArrayList<>();
      for (Task task : ledger.tasks(session)) {
        String failure = commitPrepared(session, task);
        if (!failure.isEmpty()) {
          lost.add(failure);
        }
      }
      state = lost.isEmpty() ? State.COMMITTED : State.BROKEN;
      if (lost.isEmpty()) {
        ledger.setState(session, state);
      } else {
        ledger.setBroken(session, String.join("; ", lost));
      }
    }
    if (state == State.COMMITTED || state == State.BROKEN || state == State.UNDONE) {
      rollBackPrepared(session);
      dropStaging(session);
    }
    return state;
  }

  /** Returns why the task's rows are missing; "" if they are there. */
  private String commitPrepared(Connection session, Task task) throws SQLException {
    String name = names.transactionName(task.task(), task.attempt());
    if (endPrepared(session, "COMMIT PREPARED", name)) {
      return "";
    }
    String status = Sql.value(session, "SELECT txid_status(?)", task.transaction());
    return "committed".equals(status)
        ? ""
        : "the prepared transaction %s is gone, and was %s: rows of task %d are missing"
            .formatted(name, status, task.task());
  }

  /** Ends a prepared transaction; false if it is gone. Waits for others that end it. */
  private static boolean endPrepared(Connection session, String command, String name)
      throws SQLException {
    long start = System.nanoTime();
    while (true) {
      try {
        end(session, command, name);
        return true;
      } catch (SQLException e) {
        if (Sql.UNDEFINED_OBJECT.equals(e.getSQLState())) {
          return false;
        }
        boolean late = System.nanoTime() - start > TimeUnit.SECONDS.toNanos(BUSY_SECONDS);
        if (late || !Sql.NOT_IN_STATE.equals(e.getSQLState())) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BUSY_PAUSE_MILLIS));
      }
    }
  }

  /** A member of the role that has prepared must take that role to end the transaction. */
  private static void end(Connection session, String command, String name) throws SQLException {
    String statement = command + " '" + name + "'";
    try {
      Sql.run(session, statement);
      return;
    } catch (SQLException e) {
      if (!Sql.NO_PRIVILEGE.equals(e.getSQLState())) {
        throw e;
      }
    }
    List<String[]> roles =
        Sql.rows(
            session,
            "SELECT owner, current_setting('role') FROM pg_prepared_xacts WHERE gid = ?",
            name);
    for (String[] role : roles) {
      Sql.rows(session, "SELECT set_config('role', ?, false)", role[0]);
    }
    try {
      Sql.run(session, statement);
    } finally {
      for (String[] role : roles) {
        Sql.rows(session, "SELECT set_config('role', ?, false)", role[1]);
      }
    }
  }

  /**
   * Takes all rows away, unless they have been committed.
   *
   * @return the state after that
   */
  State undo(Connection session) throws IOException, SQLException {
    withLocks(
        session,
        () -> {
          State state = ledger.lockedState(session);
          if (state == State.RUNNING || state == State.FAILED) {
            ledger.setState(session, State.UNDONE);
          }
        });
    return finish(session);
  }

  private List<String> prepared(Connection session) throws SQLException {
    return Sql.rows(
            session,
            "SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, ?)",
            names.transactionPrefix())
        .stream()
        .map(row -> row[0])
        .toList();
  }

  private void rollBackPrepared(Connection session) throws SQLException {
    for (String name : prepared(session)) {
      if (endPrepared(session, "ROLLBACK PREPARED", name)) {
        LOG.info("Rolled back the prepared transaction {}", name);
      }
    }
  }

  /**
   * Returns the numbers of all exports of the ledger, whatever their target, of which prepared
   * transactions or staging tables are there.
   */
  List<Integer> rests(Connection session) throws SQLException {
    String prefix = "loadpath_" + names.ledger() + "_";
    return Sql.rows(
            session,
            """
            SELECT split_part(substr(gid, length(?) + 1), '_', 1) FROM pg_prepared_xacts
            WHERE database = current_database() AND starts_with(gid, ?)
            UNION
            SELECT split_part(c.relname, '_', 2) FROM pg_class c
            WHERE c.relnamespace = to_regnamespace(?)::oid AND c.relkind = 'r' AND c.relname ~ '^loadpath_\\d{1,9}_\\d+_\\d+$'
              AND starts_with(obj_description(c.oid, 'pg_class'), ?)""",
            prefix,
            prefix,
            Sql.quoted(names.schema()),
            ExportNames.STAGING)
        .stream()
        .map(row -> row[0])
        .filter(number -> number.matches("\\d{1,9}"))
        .map(Integer::valueOf)
        .toList();
  }

  /**
   * Drops the export's staging tables: those with its comment. Leaves those that others look at,
   * for instance pg_dump, to the next export.
   */
  private void dropStaging(Connection session) throws IOException, SQLException {
    List<String[]> tables =
        Sql.rows(
            session,
            """
            SELECT c.relname FROM pg_class c
            WHERE c.relnamespace = to_regnamespace(?)::oid AND c.relkind = 'r'
              AND starts_with(c.relname::text, ?) AND starts_with(obj_description(c.oid, 'pg_class'), ?)""",
            Sql.quoted(names.schema()),
            "loadpath_" + names.export() + "_",
            names.stagingMark());
    for (String[] table : tables) {
      try {
        Sql.inTransaction(
            session,
            () -> {
              Sql.run(session, "SET LOCAL lock_timeout = " + DROP_MILLIS);
              PostgresSession.useUsersPath(session); // for event triggers
              Sql.run(session, "DROP TABLE IF EXISTS " + names.inSchema(table[0]));
            });
      } catch (SQLException e) {
        if (!Sql.NO_LOCK.equals(e.getSQLState())) {
          throw e;
        }
        LOG.warn(
            "The staging table {} is in use, for instance by pg_dump: the next export drops it",
            table[0]);
      }
    }
  }
}
