package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two tables next to an export's target that hold the decisions. {@code loadpath_exports} has a
 * row for each export. Its state moves from {@link State#RUNNING} to one of the others under the
 * row's lock, and only once. {@code loadpath_export_tasks} has a row for each finished task.
 */
public final class Ledger {
  private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

  /** The decision about an export. */
  enum State {
    RUNNING,
    /** A task found that its rows can never be exported. */
    FAILED,
    /** All prepared transactions will be committed; some may be. */
    COMMITTING,
    COMMITTED,
    /** Another session rolled back a prepared transaction; the others are committed. */
    BROKEN,
    UNDONE
  }

  /**
   * The rows that a task has staged for a partition.
   *
   * @param partition its number in {@link ExportPlan#partitions}
   */
  public record Part(int partition, long rows) {
    private static Part of(String text) {
      String[] numbers = text.split(":");
      return new Part(Integer.parseInt(numbers[0]), Long.parseLong(numbers[1]));
    }

    @Override
    public String toString() {
      return partition + ":" + rows;
    }
  }

  /**
   * A task whose rows are in place, in staging tables or a prepared transaction.
   *
   * @param checkMillis of {@code millis} in which the server proved the rows
   */
  public record Task(
      int task,
      int attempt,
      long transaction,
      long rows,
      long bytes,
      long millis,
      long checkMillis,
      long rejected,
      List<String> files,
      List<String> rejects,
      List<Part> parts) {}

  /**
   * The identity of an export's rows, by which a repeat is recognised.
   *
   * @param name the user's name of the load, or ""
   * @param digest of the files' names, sizes and times, and of the way to read them; a repeated
   *     export of unchanged files has the same
   */
  record Identity(String name, String digest) {
    static final Identity NONE = new Identity("", "");

    /** The start of {@link #source} if the load has a name. */
    static final String NAMED = "id:";

    boolean named() {
      return !name.isEmpty();
    }

    /** The name if there is one, otherwise the digest: the ledger's key of an export. */
    String source() {
      return named() ? NAMED + name : digest;
    }

    /**
     * Whether an export of the ledger brought the same rows. Two names are two loads.
     *
     * @param seen whether a client knows its end; after that, only its name is recognised
     */
    boolean isSame(String otherSource, String otherDigest, boolean seen) {
      boolean bothNamed = named() && otherSource.startsWith(NAMED);
      return source().equals(otherSource) || !seen && !bothNamed && digest.equals(otherDigest);
    }
  }

  private static final int TARGET_LOCK_SECONDS = 300;
  private static final int TARGET_LOCK_PAUSE_MILLIS = 50;
  private static final char DELETE = 0x7f;
  private static final char MAX_BYTE = 0xff;

  private final Connection session;
  private final ExportNames names;

  Ledger(Connection session, ExportNames names) {
    this.session = session;
    this.names = names;
  }

  /**
   * Lets one client at a time look for earlier exports into the target and begin the next.
   * Otherwise two could export the same files. Ends with the session, or with {@link
   * #unlockTarget}.
   *
   * @throws IOException if another client has the lock for {@value #TARGET_LOCK_SECONDS} s
   */
  void lockTarget() throws IOException, SQLException {
    long start = System.nanoTime();
    while (!targetLock("pg_try_advisory_lock")) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(TARGET_LOCK_SECONDS)) {
        throw new IOException(
            "another export into %s has been starting, or finishing a dead one, for %d s: run this one again when it is done"
                .formatted(names.target(), TARGET_LOCK_SECONDS));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TARGET_LOCK_PAUSE_MILLIS));
    }
  }

  void unlockTarget() throws SQLException {
    targetLock("pg_advisory_unlock");
  }

  private boolean targetLock(String function) throws SQLException {
    return Sql.isTrue(
        session,
        "SELECT %s(hashtextextended(?, 0))".formatted(function),
        "loadpath " + names.ledger() + " " + names.table());
  }

  /**
   * Begins an export and returns its number. The session holds the export's lock, which shows that
   * the client is alive.
   *
   * @param cluster of the job
   */
  int begin(ExportPlan.Way way, Identity identity, String cluster) throws SQLException {
    // another client must not see the export before its lock
    session.setAutoCommit(false);
    String export =
        Sql.value(
            session,
            "INSERT INTO %s (target, target_id, way, source, digest, cluster) VALUES (?, %s, ?, ?, ?, ?) RETURNING export"
                .formatted(names.exports(), names.targetId()),
            names.table(),
            way.name(),
            identity.source(),
            identity.digest(),
            cluster);
    Sql.rows(session, clientLock("pg_advisory_lock", export), names.exports());
    session.commit();
    session.setAutoCommit(true);
    return Integer.parseInt(export);
  }

  private static String clientLock(String function, Object export) {
    return "SELECT %s((to_regclass(?)::oid::bigint << 32) | %s)".formatted(function, export);
  }

  /** Whether no client holds the export's lock. */
  boolean clientIsGone() throws SQLException {
    boolean free =
        Sql.isTrue(session, clientLock("pg_try_advisory_lock", names.export()), names.exports());
    if (free) {
      Sql.rows(session, clientLock("pg_advisory_unlock", names.export()), names.exports());
    }
    return free;
  }

  State state() throws SQLException {
    return state("");
  }

  /** Like {@link #state}, and locks the state until the transaction ends. */
  State lockedState() throws SQLException {
    return state(" FOR UPDATE");
  }

  private State state(String lock) throws SQLException {
    String state = read("state", lock);
    return state == null ? State.UNDONE : State.valueOf(state);
  }

  /** The reason why the first task failed, or the export is broken; or null. */
  String failure() throws SQLException {
    return read("failure", "");
  }

  private String read(String column, String lock) throws SQLException {
    List<String[]> rows =
        Sql.rows(
            session,
            "SELECT %s FROM %s WHERE export = %d%s"
                .formatted(column, names.exports(), names.export(), lock));
    return rows.isEmpty() ? null : rows.get(0)[0];
  }

  /** Sets columns of the export's row. */
  private void set(String assignments, Object... values) throws SQLException {
    Sql.update(
        session,
        "UPDATE %s SET %s WHERE export = %d"
            .formatted(names.exports(), assignments, names.export()),
        values);
  }

  void setState(State state) throws SQLException {
    set("state = ?, ended = clock_timestamp()", state.name());
  }

  /** Notes how long the commit of all rows took, unless a commit before it did so. */
  void setCommitMillis(long millis) throws SQLException {
    set("commit_millis = coalesce(commit_millis, ?)", millis);
  }

  /** Returns the milliseconds of {@link #setCommitMillis}; 0 if its process died before. */
  long commitMillis() throws SQLException {
    String millis = read("commit_millis", "");
    return millis == null ? 0 : Long.parseLong(millis);
  }

  /** Sets {@link State#BROKEN} and the reason. */
  void setBroken(String why) throws SQLException {
    set("state = 'BROKEN', failure = ?, ended = clock_timestamp()", why);
  }

  /** Notes the job's name in its cluster. */
  void setClusterJob(String job) throws SQLException {
    set("cluster_job = ?", job);
  }

  /**
   * Notes why a task failed, unless another task did so before.
   *
   * @param forGood whether another attempt would fail, too
   */
  void setFailure(String failure, boolean forGood) throws SQLException {
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

  /**
   * Notes that the client knows the end. A client whose JVM is shutting down notes nothing: it ends
   * with SIGTERM's exit code in any case, so its caller will run the export again.
   */
  void setSeen() throws SQLException {
    setSeen(Identity.NONE);
  }

  /** Like {@link #setSeen()}, for files whose load may have a name now. */
  void setSeen(Identity now) throws SQLException {
    if (jvmEnds()) {
      LOG.warn(
          "This client is shutting down: export {} will be recognised when it is run again",
          names.export());
      return;
    }
    set("seen = true, source = CASE WHEN ? THEN ? ELSE source END", now.named(), now.source());
  }

  private static boolean jvmEnds() {
    Thread hook = new Thread();
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true; // only during a shutdown is no hook accepted
    }
  }

  /**
   * Forgets an export into this table. If its table has another name now, keeps it under that name.
   */
  void forget() throws SQLException {
    Sql.update(
        session,
        """
        UPDATE %s SET target = c.relname FROM pg_class c
        WHERE export = ? AND relnamespace = to_regnamespace(?) AND target_id = %s || c.oid AND c.relname <> target"""
            .formatted(names.exports(), names.tableIds()),
        names.export(),
        Sql.quoted(names.schema()));
    Sql.update(
        session,
        "DELETE FROM %s WHERE export = ? AND target = ?".formatted(names.exports()),
        names.export(),
        names.table());
  }

  /**
   * Adds a task whose rows are in place. Of two attempts, the later one counts. Locks the export's
   * state until the transaction ends.
   *
   * @return false if the export no longer runs, and nothing was added
   */
  boolean add(Task task) throws SQLException {
    if (state(" FOR SHARE") != State.RUNNING) {
      return false;
    }
    Sql.update(
        session,
        """
        INSERT INTO %s AS t (export, task, attempt, transaction, rows, bytes, millis, check_millis, rejected, files, rejects, partitions)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (export, task) DO UPDATE SET
          attempt = excluded.attempt, transaction = excluded.transaction, rows = excluded.rows,
          bytes = excluded.bytes, millis = excluded.millis, check_millis = excluded.check_millis, rejected = excluded.rejected,
          files = excluded.files, rejects = excluded.rejects, partitions = excluded.partitions"""
            .formatted(names.tasks()),
        names.export(),
        task.task(),
        task.attempt(),
        task.transaction(),
        task.rows(),
        task.bytes(),
        task.millis(),
        task.checkMillis(),
        task.rejected(),
        task.files().stream().map(Ledger::ascii).toArray(String[]::new),
        task.rejects().stream().map(Ledger::ascii).toArray(String[]::new),
        task.parts().stream().map(Part::toString).toArray(String[]::new));
    return true;
  }

  /**
   * A text in the form that any database can store: characters that are not printable ASCII become
   * {@code \x00} and the like.
   */
  private static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c >= ' ' && c < DELETE || c == '\n' || c == '\t') {
        ascii.append(c);
      } else {
        ascii.append((c <= MAX_BYTE ? "\\x%02x" : "\\u%04x").formatted((int) c));
      }
    }
    return ascii.toString();
  }

  /** The tasks whose rows are in place, by number. */
  List<Task> tasks() throws SQLException {
    List<Task> tasks = new ArrayList<>();
    String query =
        "SELECT task, attempt, transaction, rows, bytes, millis, check_millis, rejected, files, rejects, partitions FROM %s WHERE export = %d ORDER BY task"
            .formatted(names.tasks(), names.export());
    try (var statement = session.createStatement();
        var row = statement.executeQuery(query)) {
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
                row.getLong(8),
                List.of((String[]) row.getArray(9).getArray()),
                List.of((String[]) row.getArray(10).getArray()),
                Stream.of((String[]) row.getArray(11).getArray()).map(Part::of).toList()));
      }
    }
    return tasks;
  }

  /** Number of rows that tasks have sent. */
  static long rows(List<Task> tasks) {
    return tasks.stream().mapToLong(Task::rows).sum();
  }
}
