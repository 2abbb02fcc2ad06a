package io.loadpath.sqoop.exports;

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
 * The two tables beside an export's target that say what has been decided. {@code loadpath_exports}
 * has a row for each export: its state moves from {@link State#RUNNING} to one of the others under
 * the row's lock, and only once. {@code loadpath_export_tasks} has a row for each task whose rows
 * are in place.
 */
final class Ledger {
  private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

  /** What has been decided about an export. */
  enum State {
    RUNNING,
    /** A task has found that its rows can never be exported. */
    FAILED,
    /** All prepared transactions will be committed; some may be. */
    COMMITTING,
    COMMITTED,
    /** Somebody has rolled back a prepared transaction; the others are committed. */
    BROKEN,
    UNDONE
  }

  /** A task whose rows are in place, in a staging table or a prepared transaction. */
  record Task(
      int task,
      int attempt,
      long transaction,
      long rows,
      long bytes,
      long millis,
      long rejected,
      List<String> files,
      List<String> rejects) {}

  private static final int TARGET_LOCK_SECONDS = 300;
  private static final int TARGET_LOCK_PAUSE_MILLIS = 50;
  private static final char DELETE = 0x7f;
  private static final char MAX_BYTE = 0xff;

  private final ExportNames names;

  Ledger(ExportNames names) {
    this.names = names;
  }

  /**
   * Lets one client at a time look for earlier exports into the target and begin the next: two that
   * looked at the same moment would both export the same files. Ends with the session, or with
   * {@link #unlockTarget}.
   *
   * @throws IOException if another client has the lock for {@value #TARGET_LOCK_SECONDS} s
   */
  void lockTarget(Connection session) throws IOException, SQLException {
    long start = System.nanoTime();
    while (!targetLock(session, "pg_try_advisory_lock")) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(TARGET_LOCK_SECONDS)) {
        throw new IOException(
            "another export into %s begins, or finishes a dead one, since %d s: run this one again when it is done"
                .formatted(names.target(), TARGET_LOCK_SECONDS));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TARGET_LOCK_PAUSE_MILLIS));
    }
  }

  void unlockTarget(Connection session) throws SQLException {
    targetLock(session, "pg_advisory_unlock");
  }

  private boolean targetLock(Connection session, String function) throws SQLException {
    return Sql.value(
            session,
            "SELECT %s(hashtextextended(?, 0))".formatted(function),
            "loadpath " + names.ledger() + " " + names.table())
        .equals("t");
  }

  /**
   * Begins an export and returns its number. The session holds its lock, which says that the client
   * lives.
   *
   * @param cluster where the job runs
   */
  int begin(Connection session, CommitWay way, Identity identity, String cluster)
      throws SQLException {
    // another client must not see the export before its lock
    session.setAutoCommit(false);
    int export =
        Integer.parseInt(
            Sql.value(
                session,
                "INSERT INTO %s (target, target_id, way, source, digest, cluster) VALUES (?, %s, ?, ?, ?, ?) RETURNING export"
                    .formatted(names.exports(), names.targetId()),
                names.table(),
                way.name(),
                identity.source(),
                identity.digest(),
                cluster));
    Sql.rows(session, "SELECT pg_advisory_lock(" + lockKey() + ")", names.exports(), export);
    session.commit();
    session.setAutoCommit(true);
    return export;
  }

  private static String lockKey() {
    return "(to_regclass(?)::oid::bigint << 32) | ?";
  }

  /** Whether no client holds an export's lock. */
  boolean clientIsGone(Connection session, int export) throws SQLException {
    boolean free =
        Sql.value(
                session, "SELECT pg_try_advisory_lock(" + lockKey() + ")", names.exports(), export)
            .equals("t");
    if (free) {
      Sql.rows(session, "SELECT pg_advisory_unlock(" + lockKey() + ")", names.exports(), export);
    }
    return free;
  }

  State state(Connection session) throws SQLException {
    return state(session, "");
  }

  /** Like {@link #state}, and keeps the state until the transaction ends. */
  State lockedState(Connection session) throws SQLException {
    return state(session, " FOR UPDATE");
  }

  private State state(Connection session, String lock) throws SQLException {
    List<String[]> rows =
        Sql.rows(
            session,
            "SELECT state FROM %s WHERE export = ?%s".formatted(names.exports(), lock),
            names.export());
    return rows.isEmpty() ? State.UNDONE : State.valueOf(rows.get(0)[0]);
  }

  /** Sets the last state, and why it is not another. */
  void end(Connection session, State state, String failure) throws SQLException {
    Sql.update(
        session,
        "UPDATE %s SET state = ?, failure = ?, ended = clock_timestamp() WHERE export = ?"
            .formatted(names.exports()),
        state.name(),
        failure,
        names.export());
  }

  void setState(Connection session, State state) throws SQLException {
    Sql.update(
        session,
        "UPDATE %s SET state = ?, ended = clock_timestamp() WHERE export = ?"
            .formatted(names.exports()),
        state.name(),
        names.export());
  }

  /** Number of rows that tasks have sent. */
  static long rows(List<Task> tasks) {
    return tasks.stream().mapToLong(Task::rows).sum();
  }

  /**
   * Forgets that an export was into this table; where its table has another name now, keeps it so.
   */
  void forget(Connection session) throws SQLException {
    Sql.update(
        session,
        """
        UPDATE %s SET target = c.relname FROM pg_class c
        WHERE export = ? AND relnamespace = to_regnamespace(?) AND target_id = %s || c.oid AND c.relname <> target"""
            .formatted(names.exports(), names.tableIds()),
        names.export(),
        ExportNames.quoted(names.schema()));
    Sql.update(
        session,
        "DELETE FROM %s WHERE export = ? AND target = ?".formatted(names.exports()),
        names.export(),
        names.table());
  }

  /** Notes the job's name in its cluster. */
  void setClusterJob(Connection session, String job) throws SQLException {
    Sql.update(
        session,
        "UPDATE %s SET cluster_job = ? WHERE export = ?".formatted(names.exports()),
        job,
        names.export());
  }

  /**
   * Notes why a task failed, unless another has.
   *
   * @param forGood whether another attempt would fail too
   */
  void setFailure(Connection session, String failure, boolean forGood) throws SQLException {
    Sql.update(
        session,
        """
        UPDATE %s SET failure = coalesce(failure, ?), state = CASE WHEN ? THEN 'FAILED' ELSE state END
        WHERE export = ? AND state = 'RUNNING'"""
            .formatted(names.exports()),
        failure == null ? null : ascii(failure),
        forGood,
        names.export());
  }

  /** Why the first task failed; null if none has. */
  String failure(Connection session) throws SQLException {
    List<String[]> rows =
        Sql.rows(
            session,
            "SELECT failure FROM %s WHERE export = ?".formatted(names.exports()),
            names.export());
    return rows.isEmpty() ? null : rows.get(0)[0];
  }

  /**
   * Notes that the client knows the end. A client whose JVM is being ended notes nothing: it will
   * end with SIGTERM's exit code, whatever it has seen, and its caller will run the export again.
   */
  void setSeen(Connection session) throws SQLException {
    setSeen(session, Identity.NONE);
  }

  /** Like {@link #setSeen(Connection)}, of files whose load may have a name now. */
  void setSeen(Connection session, Identity now) throws SQLException {
    if (jvmEnds()) {
      LOG.warn(
          "This client is being ended: export {} is known again when it is run again",
          names.export());
      return;
    }
    Sql.update(
        session,
        "UPDATE %s SET seen = true, source = CASE WHEN ? THEN ? ELSE source END WHERE export = ?"
            .formatted(names.exports()),
        now.named(),
        now.source(),
        names.export());
  }

  private static boolean jvmEnds() {
    Thread hook = new Thread();
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true; // only then no hook is taken
    }
  }

  /**
   * Adds a task whose rows are in place; of two attempts of a task the later one counts. Keeps the
   * export's state until the transaction ends.
   *
   * @return false if the export is not running any more, and nothing was added
   */
  boolean add(Connection session, Task task) throws SQLException {
    List<String[]> state =
        Sql.rows(
            session,
            "SELECT state FROM %s WHERE export = ? FOR SHARE".formatted(names.exports()),
            names.export());
    if (state.isEmpty() || State.valueOf(state.get(0)[0]) != State.RUNNING) {
      return false;
    }
    Sql.update(
        session,
        """
        INSERT INTO %s AS t (export, task, attempt, transaction, rows, bytes, millis, rejected, files, rejects)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (export, task) DO UPDATE SET
          attempt = excluded.attempt, transaction = excluded.transaction, rows = excluded.rows,
          bytes = excluded.bytes, millis = excluded.millis, rejected = excluded.rejected,
          files = excluded.files, rejects = excluded.rejects"""
            .formatted(names.tasks()),
        names.export(),
        task.task(),
        task.attempt(),
        task.transaction(),
        task.rows(),
        task.bytes(),
        task.millis(),
        task.rejected(),
        task.files().stream().map(Ledger::ascii).toArray(String[]::new),
        task.rejects().stream().map(Ledger::ascii).toArray(String[]::new));
    return true;
  }

  /**
   * A text as any database can store it: characters that are not printable ASCII as {@code \x00}
   * and the like.
   */
  private static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean plain = c >= ' ' && c < DELETE || c == '\n' || c == '\t';
      if (plain) {
        ascii.append(c);
      } else {
        ascii.append((c <= MAX_BYTE ? "\\x%02x" : "\\u%04x").formatted((int) c));
      }
    }
    return ascii.toString();
  }

  /** The tasks whose rows are in place, by number. */
  List<Task> tasks(Connection session) throws SQLException {
    List<Task> tasks = new ArrayList<>();
    String query =
        """
        SELECT task, attempt, transaction, rows, bytes, millis, rejected, files, rejects
        FROM %s WHERE export = ? ORDER BY task"""
            .formatted(names.tasks());
    try (var statement = session.prepareStatement(query)) {
      statement.setInt(1, names.export());
      try (var row = statement.executeQuery()) {
        while (row.next()) {
          tasks.add(
              new Task(
                  row.getInt(1),
                  row.getInt(2),
                  row.getLong(3),
                  row.getLong(4),
                  row.getLong(5),
                  row.getLong(6),
                  row.getLong(7),
                  List.of((String[]) row.getArray(8).getArray()),
                  List.of((String[]) row.getArray(9).getArray())));
        }
      }
    }
    return tasks;
  }
}
