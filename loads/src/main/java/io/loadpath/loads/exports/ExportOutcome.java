package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.State;
import io.loadpath.loads.exports.Ledger.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the rows of an export's tasks into the target, or removes them. Each method may be called
 * again after a death at any point, and by several processes at the same time.
 */
final class ExportOutcome {
  private static final Logger LOG = LoggerFactory.getLogger(ExportOutcome.class);

  private static final long LOCK_MINUTES = 10;
  private static final int DROP_MILLIS = 1000;
  private static final long BUSY_SECONDS = 60;
  private static final long BUSY_PAUSE_MILLIS = 50;

  private final Connection session;
  private final ExportNames names;
  private final Ledger ledger;

  ExportOutcome(Connection session, ExportNames names) {
    this.session = session;
    this.names = names;
    this.ledger = new Ledger(session, names);
  }

  /**
   * Brings all rows into the target.
   *
   * @param tasks number of tasks that the job had
   * @throws IOException if the export was undone, or a task's rows are missing
   */
  void commit(ExportPlan plan, int tasks) throws IOException, SQLException {
    long start = System.nanoTime();
    withLocks(() -> decide(plan, tasks));
    if (finish() == State.BROKEN) {
      throw new IOException(brokenness());
    }
    ledger.setCommitMillis(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  /**
   * Runs work in a transaction, and repeats it while others hold its locks: one long wait would
   * block all later sessions, and failing would lose the tasks' work.
   */
  private void withLocks(Sql.Work work) throws IOException, SQLException {
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

  private void decide(ExportPlan plan, int tasks) throws IOException, SQLException {
    // triggers and defaults see the client's zone, and a crash of the server must not lose the
    // decision
    Sql.rows(
        session,
        """
        SELECT set_config('TimeZone', ?, true), set_config('synchronous_commit',
          CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)""",
        plan.timeZone());
    State state = ledger.lockedState();
    if (state == State.RUNNING) {
      List<Task> done = ledger.tasks();
      requireAll(done, tasks, plan);
      if (plan.way().staged()) {
        if (plan.way() == ExportPlan.Way.INSERT) {
          insert(plan, done);
        } else if (plan.way() == ExportPlan.Way.ATTACH) {
          new StagedPartitions(plan, done).run(session);
        } else if (!done.isEmpty()) {
          new KeyedUpdate(plan, done).run(session);
        }
        ledger.setState(State.COMMITTED);
      } else {
        requirePrepared(done);
        ledger.setState(State.COMMITTING);
      }
      new TargetFiles(session, names).note();
      PostgresSession.useUsersPath(session); // deferred triggers fire when it commits
    } else if (state == State.UNDONE || state == State.FAILED) {
      throw new IOException(
          "export %d cannot be committed because it is %s: %s"
              .formatted(names.export(), state.name().toLowerCase(), ledger.failure()));
    }
  }

  private void insert(ExportPlan plan, List<Task> tasks) throws IOException, SQLException {
    PostgresSession.useUsersPath(session); // for triggers, and functions of indexes
    for (Task task : tasks) {
      String staging = names.staging(task.task(), task.attempt());
      plan.insert(session, task.task(), staging, names.target(), task.rows());
    }
    PostgresSession.useOwnPath(session);
  }

  /** Returns the problem of a broken export, with advice. */
  String brokenness() throws SQLException {
    return "only a part of export %d is in %s: %s; correct the table, then run DELETE FROM %s WHERE export = %d"
        .formatted(
            names.export(), names.target(), ledger.failure(), names.exports(), names.export());
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
          "%d rows are malformed, more than the reject limit of %d; the first ones: %s"
              .formatted(
                  rejected,
                  plan.rejectLimit(),
                  done.stream().flatMap(task -> task.rejects().stream()).limit(3).toList()));
    }
  }

  private void requirePrepared(List<Task> done) throws IOException, SQLException {
    List<String> prepared = prepared();
    for (Task task : done) {
      String name = names.transactionName(task.task(), task.attempt());
      if (!prepared.contains(name)) {
        throw new IOException(
            "the prepared transaction %s is gone: another session rolled it back".formatted(name));
      }
    }
  }

  /**
   * Finishes a decided export: commits the prepared transactions of an export that is committing,
   * and removes the leftovers of attempts.
   *
   * @return the state after that
   */
  State finish() throws IOException, SQLException {
    State state = ledger.state();
    if (state == State.COMMITTING) {
      List<String> lost = new ArrayList<>();
      for (Task task : ledger.tasks()) {
        String failure = commitPrepared(task);
        if (!failure.isEmpty()) {
          lost.add(failure);
        }
      }
      state = lost.isEmpty() ? State.COMMITTED : State.BROKEN;
      if (lost.isEmpty()) {
        ledger.setState(state);
      } else {
        ledger.setBroken(String.join("; ", lost));
      }
    }
    if (state == State.COMMITTED || state == State.BROKEN || state == State.UNDONE) {
      rollBackPrepared();
      dropStaging();
    }
    return state;
  }

  /** Returns why the task's rows are missing, or "". */
  private String commitPrepared(Task task) throws SQLException {
    String name = names.transactionName(task.task(), task.attempt());
    if (endPrepared("COMMIT PREPARED", name)) {
      return "";
    }
    String status = Sql.value(session, "SELECT txid_status(?)", task.transaction());
    return "committed".equals(status)
        ? ""
        : "the prepared transaction %s is gone, and was %s: rows of task %d are missing"
            .formatted(name, status, task.task());
  }

  /** Ends a prepared transaction; false if it is gone. Waits for others who end it. */
  private boolean endPrepared(String command, String name) throws SQLException {
    long start = System.nanoTime();
    while (true) {
      try {
        end(command, name);
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

  /** Only the role that prepared the transaction can end it, so a member of it takes that role. */
  private void end(String command, String name) throws SQLException {
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
   * Removes all rows, unless they are committed.
   *
   * @return the state after that
   */
  State undo() throws IOException, SQLException {
    withLocks(
        () -> {
          State state = ledger.lockedState();
          if (state == State.RUNNING || state == State.FAILED) {
            ledger.setState(State.UNDONE);
          }
        });
    return finish();
  }

  private List<String> prepared() throws SQLException {
    return Sql.rows(
            session,
            "SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, ?)",
            names.transactionPrefix())
        .stream()
        .map(row -> row[0])
        .toList();
  }

  private void rollBackPrepared() throws SQLException {
    for (String name : prepared()) {
      if (endPrepared("ROLLBACK PREPARED", name)) {
        LOG.info("Rolled back the prepared transaction {}", name);
      }
    }
  }

  /**
   * Returns the numbers of all exports of the ledger, into any target, that have prepared
   * transactions or staging tables.
   */
  List<Integer> rests() throws SQLException {
    String prefix = "loadpath_" + names.ledger() + "_";
    return Sql.rows(
            session,
            """
            SELECT split_part(substr(gid, length(?) + 1), '_', 1) FROM pg_prepared_xacts
            WHERE database = current_database() AND starts_with(gid, ?)
            UNION
            SELECT split_part(c.relname, '_', 2) FROM pg_class c
            WHERE c.relnamespace = to_regnamespace(?)::oid AND c.relkind = 'r' AND NOT c.relispartition AND c.relname ~ '^loadpath_\\d{1,9}_\\d+_\\d+(_\\d+)?$'
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
   * Drops the export's staging tables, which have its comment. Leaves tables that others read, for
   * instance pg_dump, to the next export.
   */
  private void dropStaging() throws IOException, SQLException {
    List<String[]> tables =
        Sql.rows(
            session,
            """
            SELECT c.relname FROM pg_class c
            WHERE c.relnamespace = to_regnamespace(?)::oid AND c.relkind = 'r' AND NOT c.relispartition
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
