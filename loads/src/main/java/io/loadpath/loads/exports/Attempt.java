package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.Sql;
import io.loadpath.rows.DateOrder;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.postgresql.copy.CopyIn;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt of a task: one transaction that copies the task's rows. It stays open until the
 * framework lets the attempt commit, so a dead or unneeded attempt leaves nothing.
 */
abstract class Attempt {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  /** The ledger's owner, if the session can be that role. */
  private static final String LEDGER_OWNER =
      """
      SELECT nullif(pg_get_userbyid(ledger.relowner), current_user) FROM pg_class ledger, pg_class target
      WHERE ledger.oid = to_regclass(?) AND target.oid = to_regclass(?) AND pg_has_role(ledger.relowner,
        CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)""";

  /** Deferred triggers would run as this role. */
  private static final String TRANSACTION_OWNER =
      LEDGER_OWNER
          + """
           AND NOT EXISTS (SELECT FROM pg_trigger
            WHERE tgrelid = target.oid OR tgrelid IN (SELECT relid FROM pg_partition_tree(target.oid)))""";

  /** Its members can read the rows, so they must be able to read the target's. */
  private static final String STAGING_OWNER =
      LEDGER_OWNER
          + """
           AND has_schema_privilege(ledger.relowner, ledger.relnamespace, 'CREATE')
          AND has_table_privilege(ledger.relowner, target.oid, 'SELECT') AND NOT target.relrowsecurity""";

  /** The types of columns, under their domains, whatever the search path is. */
  private static final String TYPES =
      """
      WITH RECURSIVE base (name, type) AS (
        SELECT attname, atttypid FROM pg_catalog.pg_attribute
        WHERE attrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(?) AND attnum OPERATOR(pg_catalog.>) 0
        UNION ALL SELECT name, typbasetype FROM base JOIN pg_catalog.pg_type t
          ON t.oid OPERATOR(pg_catalog.=) base.type AND typtype OPERATOR(pg_catalog.=) 'd'
      )
      SELECT name, typname FROM base JOIN pg_catalog.pg_type t
        ON t.oid OPERATOR(pg_catalog.=) base.type AND typtype OPERATOR(pg_catalog.<>) 'd'""";

  /** Maximum rejected rows in the client's report, per task. */
  static final int MOST_NAMED_REJECTS = 10;

  private static final Pattern COPY_LINE = Pattern.compile("COPY [^\\n]*?, line (\\d+)");

  final ExportPlan plan;
  final int task;
  final int attempt;

  /** Null if no file is wanted. */
  final RejectsFile rejectsFile;

  BaseConnection session;
  Ledger ledger;

  /** The current COPY; null before the first. */
  CopyIn copy;

  /** The number of the transaction, after {@link #begin}. */
  long transaction;

  /** Role that owns the ledger, and will own the attempt's objects; null: the session's role. */
  String owner;

  /** The order of dates that the server reads. */
  DateOrder dates;

  private final PostgresSession sessions;
  private final long startNanos = System.nanoTime();

  Attempt(TaskAttemptContext context) throws IOException {
    plan = ExportPlan.from(context.getConfiguration());
    task = context.getTaskAttemptID().getTaskID().getId();
    attempt = context.getTaskAttemptID().getId();
    sessions = PostgresSession.of(context);
    String name = "%s%05d.tsv".formatted(plan.names().rejectsPrefix(), task);
    rejectsFile =
        plan.rejects().isEmpty()
            ? null
            : new RejectsFile(plan.rejects(), name, attempt, context.getConfiguration());
  }

  /** Opens the session. The attempt cannot win if the export no longer runs. */
  final void connect() throws IOException, SQLException {
    session = sessions.connect("loadpath export %d task %d".formatted(plan.names().export(), task));
    ledger = new Ledger(session, plan.names());
    if (ledger.state() != Ledger.State.RUNNING) {
      throw new IOException(
          "export %d was given up: %s".formatted(plan.names().export(), ledger.failure()));
    }
    session.setAutoCommit(false);
  }

  /** Begins the transaction. */
  final void begin() throws SQLException {
    String[] settings =
        Sql.rows(
                session,
                """
                SELECT txid_current(), current_setting('DateStyle'), (%s),
                  set_config('TimeZone', ?, true),
                  set_config('search_path', current_setting('loadpath.search_path'), true)"""
                    .formatted(plan.way().staged() ? STAGING_OWNER : TRANSACTION_OWNER),
                plan.names().exports(),
                plan.names().target(),
                plan.timeZone())
            .get(0);
    transaction = Long.parseLong(settings[0]);
    dates = DateOrder.of(settings[1]);
    owner = settings[2];
  }

  /**
   * Requires that a table has the types of the plan, after a COPY into it: bytes of one type may be
   * a wrong value of another. The COPY's lock keeps others from altering the table.
   *
   * @param table for SQL
   */
  final void requireTypes(String table) throws IOException, SQLException {
    if (plan.sendsText()) {
      return;
    }
    Map<String, String> types =
        Sql.rows(session, TYPES, table).stream().collect(Collectors.toMap(r -> r[0], r -> r[1]));
    for (ExportColumn column : plan.columns()) {
      String now = types.get(column.name());
      if (!column.typeInCatalog().equals(now)) {
        throw new IOException(
            "column %s is of type %s, but was of type %s when the load began: run it again"
                .formatted(column.name(), now, column.typeInCatalog()));
      }
    }
  }

  /** Commits, or prepares the transaction, and tells the ledger. */
  abstract void commit() throws IOException;

  final void commitRejects() throws IOException {
    if (rejectsFile != null) {
      rejectsFile.commit();
    }
  }

  /** Commits the staging tables together with the ledger's entry. */
  final void commitStaged(Ledger.Task done) throws IOException, SQLException {
    PostgresSession.useOwnPath(session);
    require(ledger.add(done));
    session.commit();
  }

  final long millis() {
    return (System.nanoTime() - startNanos) / 1_000_000;
  }

  final void require(boolean added) throws IOException {
    if (!added) {
      throw new IOException(
          "export %d was decided without this attempt".formatted(plan.names().export()));
    }
  }

  /** Rolls back uncommitted rows. */
  final void close() {
    BaseConnection open = session;
    session = null;
    if (rejectsFile != null) {
      try {
        rejectsFile.close();
      } catch (IOException e) {
        LOG.warn("Cannot remove a file of rejected rows: {}", e.toString());
      }
    }
    if (open == null) {
      return;
    }
    try (open) {
      if (copy != null && copy.isActive()) {
        copy.cancelCopy();
      }
    } catch (SQLException e) {
      // the server rolls back anyway
      LOG.info("A session ended with an error: {}", e.toString());
    }
  }

  /** Describes the place of a row by its number in the current COPY, from 1. */
  abstract String placeOfRow(long row) throws IOException;

  /** Returns the server's error with the place of the row in it, and notes it. */
  final IOException failure(SQLException e) {
    String message = ServerError.describe(e);
    Matcher line = COPY_LINE.matcher(message);
    if (line.find()) {
      try {
        message = placeOfRow(Long.parseLong(line.group(1))) + ": " + message;
      } catch (IOException unread) {
        LOG.warn("Cannot read the row's place: {}", unread.toString());
      }
    }
    close();
    note(message, ServerError.isForGood(e));
    return new IOException(message, e);
  }

  /** Tells the client, if the server still answers. */
  final void note(String message, boolean forGood) {
    FailureNote.write(sessions, plan, message, forGood);
  }
}
