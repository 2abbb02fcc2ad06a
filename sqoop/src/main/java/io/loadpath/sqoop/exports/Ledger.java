package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.PostgresSession;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The two tables beside an export's target that say what has been decided. {@code loadpath_exports}
 * has a row for each export: its state moves from {@link State#RUNNING} to one of the others under
 * the row's lock, and only once. {@code loadpath_export_tasks} has a row for each task whose rows
 * are in place.
 */
final class Ledger {
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

  /** The files of the server in which a table and its partitions are, as {@code oid:file}. */
  private static final String STORAGE =
      """
      SELECT array_agg(oid || ':' || coalesce(pg_relation_filenode(oid), 0)) FROM pg_class
      WHERE oid = to_regclass(?) OR oid IN (SELECT relid FROM pg_partition_tree(to_regclass(?)))""";

  private static final String COMMENT = "Loadpath: exports of Sqoop's into tables of this schema";

  private static final int TARGET_LOCK_SECONDS = 300;
  private static final int TARGET_LOCK_PAUSE_MILLIS = 50;
  private static final char DELETE = 0x7f;
  private static final char MAX_BYTE = 0xff;

  private final ExportNames names;

  Ledger(ExportNames names) {
    this.names = names;
  }

  /**
   * Makes the tables, if they are not there.
   *
   * @throws IOException if others have tables of these names, whose triggers could do anything
   */
  static void create(Connection session, String schema) throws IOException, SQLException {
    String exports = ExportNames.exports(schema);
    String tasks = ExportNames.tasks(schema);
    boolean hasExports = isThere(session, exports);
    boolean hasTasks = isThere(session, tasks);
    if (hasExports && hasTasks && hasStorage(session, exports)) {
      return;
    }
    session.setAutoCommit(false);
    // two sessions that create the same table would meet a unique index of the catalog
    Sql.rows(session, "SELECT pg_advisory_xact_lock(hashtext(?))", exports);
    // a ledger that was dropped may have left partitions with their numbers
    String first =
        Sql.value(
            session,
            """
            SELECT coalesce(max(substring(relname::text FROM '^loadpath_([0-9]{1,9})_[0-9]+_[0-9]+$')::integer), 0) + 1
            FROM pg_class WHERE relnamespace = to_regnamespace(?)::oid""",
            ExportNames.quoted(schema));
    PostgresSession.useUsersPath(session); // for event triggers
    Sql.run(
        session,
        """
        CREATE TABLE IF NOT EXISTS %s (
          export integer GENERATED ALWAYS AS IDENTITY (START WITH %s) PRIMARY KEY,
          target text NOT NULL,
          way text NOT NULL,
          source text NOT NULL,
          cluster text NOT NULL,
          cluster_job text,
          state text NOT NULL DEFAULT 'RUNNING',
          failure text,
          seen boolean NOT NULL DEFAULT false,
          started timestamptz NOT NULL DEFAULT clock_timestamp(),
          ended timestamptz
        )"""
            .formatted(exports, first));
    Sql.run( // a ledger of an earlier version lacks them
        session,
        "ALTER TABLE %s ADD COLUMN IF NOT EXISTS storage text[], ADD COLUMN IF NOT EXISTS transaction bigint"
            .formatted(exports));
    Sql.run(
        session,
        """
        CREATE TABLE IF NOT EXISTS %s (
          export integer REFERENCES %s ON DELETE CASCADE,
          task integer,
          attempt integer NOT NULL,
          transaction bigint NOT NULL,
          rows bigint NOT NULL,
          bytes bigint NOT NULL,
          millis bigint NOT NULL,
          rejected bigint NOT NULL,
          files text[] NOT NULL,
          rejects text[] NOT NULL,
          PRIMARY KEY (export, task)
        )"""
            .formatted(tasks, exports));
    for (String table : List.of(exports, tasks)) {
      PostgresSession.useOwnPath(session);
      comment(session, table);
    }
    session.commit();
    session.setAutoCommit(true);
  }

  private static boolean hasStorage(Connection session, String exports) throws SQLException {
    return !Sql.rows(
            session,
            "SELECT FROM pg_attribute WHERE attrelid = to_regclass(?) AND attname = 'storage'",
            exports)
        .isEmpty();
  }

  /** Marks a table, if it has no comment: then it is new, as others' tables are refused. */
  private static void comment(Connection session, String table) throws SQLException {
    if (Sql.value(session, "SELECT obj_description(to_regclass(?), 'pg_class')", table) == null) {
      PostgresSession.useUsersPath(session);
      Sql.run(session, "COMMENT ON TABLE %s IS %s".formatted(table, ExportNames.literal(COMMENT)));
    }
  }

  /**
   * Whether a table of the ledger is there.
   *
   * @throws IOException if it is not ours
   */
  static boolean isThere(Connection session, String table) throws IOException, SQLException {
    List<String[]> found =
        Sql.rows(
            session,
            """
            SELECT coalesce(obj_description(c.oid, 'pg_class'), ''), o.rolname,
              o.rolname = current_user OR
                CASE WHEN u.rolsuper THEN o.rolsuper ELSE pg_has_role(c.relowner, 'USAGE') END
            FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
              JOIN pg_roles u ON u.rolname = current_user
            WHERE c.oid = to_regclass(?)""",
            table);
    if (found.isEmpty()) {
      return false;
    }
    String[] row = found.get(0);
    if (!row[0].equals(COMMENT)) {
      throw new IOException("%s is no table of Loadpath's: rename it".formatted(table));
    }
    if (!row[2].equals("t")) {
      throw new IOException(
          "%s belongs to %s: all exports into the schema must come from one role"
              .formatted(table, row[1]));
    }
    return true;
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
   * @param source identifies the files and what is made of them
   * @param cluster where the job runs
   */
  int begin(Connection session, CommitWay way, String source, String cluster) throws SQLException {
    // another client must not see the export before its lock
    session.setAutoCommit(false);
    int export =
        Integer.parseInt(
            Sql.value(
                session,
                "INSERT INTO %s (target, way, source, cluster) VALUES (?, ?, ?, ?) RETURNING export"
                    .formatted(names.exports()),
                names.table(),
                way.name(),
                source,
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

  /**
   * Notes, in the transaction that decides, which files of the server the target is stored in, and
   * the transaction's number.
   */
  void setStorage(Connection session) throws SQLException {
    Sql.update(
        session,
        "UPDATE %s SET storage = (%s), transaction = txid_current() WHERE export = ?"
            .formatted(names.exports(), STORAGE),
        names.target(),
        names.target(),
        names.export());
  }

  /**
   * Says why the rows of a committed export may have left the target since; "" if nothing speaks
   * for it. TRUNCATE, and all that writes the table or a part of it again, gives it another file. A
   * server that crashed has emptied an UNLOGGED part, in the same file: there, one of the export's
   * rows must be seen.
   */
  String whyGone(Connection session, CommitWay way) throws SQLException {
    List<Task> tasks = tasks(session);
    if (rows(session) == 0) {
      return "";
    }
    String[] row =
        Sql.rows(
                session,
                """
                SELECT storage <@ (%s), transaction, EXISTS (SELECT FROM pg_class WHERE relpersistence = 'u' AND (oid = to_regclass(?)
                  OR oid IN (SELECT relid FROM pg_partition_tree(to_regclass(?))))),
                  has_table_privilege(to_regclass(?)::oid, 'SELECT') AND NOT row_security_active(to_regclass(?)::oid)
                FROM %s WHERE export = ?"""
                    .formatted(STORAGE, names.exports()),
                names.target(),
                names.target(),
                names.target(),
                names.target(),
                names.target(),
                names.target(),
                names.export())
            .get(0);
    if ("f".equals(row[0])) {
      return "it, or a part of it, has been emptied, made again or rewritten since (TRUNCATE, DROP, DETACH, VACUUM FULL)";
    }
    if (row[3].equals("f")) {
      return row[2].equals("t")
          ? "a crash empties its unlogged parts, and this role cannot see all rows"
          : "";
    }
    String rows = "SELECT EXISTS (SELECT FROM " + names.target();
    if (row[2].equals("t") && way != CommitWay.UPDATE && row[1] != null) {
      Stream<Long> all =
          Stream.concat(Stream.of(Long.valueOf(row[1])), tasks.stream().map(Task::transaction));
      rows +=
          all.map(number -> "'" + (number & 0xffffffffL) + "'")
              .collect(Collectors.joining(", ", " WHERE xmin::text IN (", ")"));
    }
    return Sql.value(session, rows + ")").equals("t") ? "" : "it holds no row of them any more";
  }

  /** Number of rows that the export's tasks have sent. */
  long rows(Connection session) throws SQLException {
    return tasks(session).stream().mapToLong(Task::rows).sum();
  }

  /** Forgets an export. */
  void forget(Connection session) throws SQLException {
    Sql.update(
        session, "DELETE FROM %s WHERE export = ?".formatted(names.exports()), names.export());
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

  /** Notes that the client knows the end. */
  void setSeen(Connection session) throws SQLException {
    Sql.update(
        session,
        "UPDATE %s SET seen = true WHERE export = ?".formatted(names.exports()),
        names.export());
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
