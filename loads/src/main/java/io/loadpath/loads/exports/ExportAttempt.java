package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.Settings;
import io.loadpath.loads.Share;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportMapper.Counter;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.loads.files.RowPlaces;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.LostCopyException;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.RowException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.postgresql.copy.CopyIn;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt of a task: one transaction that copies the task's rows. It stays open until the
 * framework lets the attempt commit, so a dead or unneeded attempt leaves nothing.
 */
final class ExportAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(ExportAttempt.class);

  /** Maximum rejected rows in the client's report, per task. */
  private static final int MOST_NAMED_REJECTS = 10;

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

  private static final Pattern COPY_LINE = Pattern.compile("COPY [^\\n]*?, line (\\d+)");

  private final ExportPlan plan;
  private final int task;
  private final int attempt;
  private final List<Piece> pieces;
  private final PostgresSession sessions;
  private final RowPlaces places;
  private final List<String> rejects = new ArrayList<>();
  private final long startNanos = System.nanoTime();

  private BaseConnection session;
  private Ledger ledger;
  private CopyIn copy;
  private RowCopy rows;
  private Chunk chunk;
  private long transaction;
  private long rejected;
  private long bytes;

  /** Role that owns the ledger, and will own the attempt's objects; null: the session's role. */
  private String owner;

  private ExportAttempt(MapContext<NullWritable, Chunk, ?, ?> context) throws IOException {
    plan = ExportPlan.from(context.getConfiguration());
    pieces = List.of(((Share) context.getInputSplit()).work(Piece[].class));
    task = context.getTaskAttemptID().getTaskID().getId();
    attempt = context.getTaskAttemptID().getId();
    sessions = PostgresSession.of(context);
    places = new RowPlaces(pieces, plan.format(), context.getConfiguration());
  }

  /**
   * Copies all rows of a mapper's share.
   *
   * @return the attempt, whose transaction is open
   * @throws IOException if that fails; it is rolled back, and the ledger has the reason
   */
  static ExportAttempt copy(MapContext<NullWritable, Chunk, ?, ?> context)
      throws IOException, InterruptedException {
    ExportAttempt attempt = new ExportAttempt(context);
    boolean complete = false;
    try {
      attempt.begin();
      while (context.nextKeyValue()) {
        attempt.write(context.getCurrentValue());
      }
      attempt.end();
      complete = true;
    } catch (LostCopyException e) {
      throw attempt.failure(e.sqlException());
    } catch (SQLException e) {
      throw attempt.failure(e);
    } catch (IOException | RuntimeException e) {
      attempt.close();
      attempt.note(String.valueOf(e.getMessage()), e instanceof BadRowsException);
      throw e;
    } finally {
      if (!complete) {
        attempt.close();
      }
    }
    long sent = attempt.rows.rows();
    context.getCounter(Counter.ROWS).setValue(sent);
    context.getCounter(Counter.REJECTED_ROWS).setValue(attempt.rejected);
    context.getCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(sent);
    return attempt;
  }

  /** Begins the transaction and its COPY. */
  private void begin() throws IOException, SQLException {
    session = sessions.connect("loadpath export %d task %d".formatted(plan.names().export(), task));
    ledger = new Ledger(session, plan.names());
    if (ledger.state() != Ledger.State.RUNNING) {
      throw new IOException(
          "export %d was given up: %s".formatted(plan.names().export(), ledger.failure()));
    }
    session.setAutoCommit(false);
    StagingTable staging = plan.way().staged() ? new StagingTable(plan, task, attempt) : null;
    if (staging != null) {
      staging.ask(session);
    }
    String[] settings =
        Sql.rows(
                session,
                """
                SELECT txid_current(), current_setting('DateStyle'), (%s),
                  set_config('TimeZone', ?, true),
                  set_config('search_path', current_setting('loadpath.search_path'), true)"""
                    .formatted(staging == null ? TRANSACTION_OWNER : STAGING_OWNER),
                plan.names().exports(),
                plan.names().target(),
                plan.timeZone())
            .get(0);
    transaction = Long.parseLong(settings[0]);
    DateOrder order = DateOrder.of(settings[1]);
    owner = settings[2];
    if (staging != null) {
      staging.create(session, owner);
    }
    String table = staging == null ? plan.names().target() : staging.table();
    copy = session.getCopyAPI().copyIn(copyStatement(table));
    List<RowCopy.Column> columns = plan.columns().stream().map(ExportColumn::forCopy).toList();
    rows =
        plan.sendsText()
            ? RowCopy.text(columns, plan.format(), order, this::reject, this::place, this::send)
            : RowCopy.binary(columns, plan.format(), order, this::reject, this::send);
  }

  private String copyStatement(String table) {
    String places =
        plan.keepsPlaces() ? "%s, %s, ".formatted(StagingTable.PIECE, StagingTable.OFFSET) : "";
    return "COPY %s (%s%s) FROM STDIN (FORMAT %s, ENCODING 'UTF8')"
        .formatted(table, places, plan.columnList(), plan.sendsText() ? "text" : "binary");
  }

  private void send(byte[] from, int start, int length) throws IOException {
    try {
      copy.writeToCopy(from, start, length);
    } catch (SQLException e) {
      throw new LostCopyException(e);
    }
  }

  /** The text before a row's fields, for the columns of {@link StagingTable}. */
  private String place(long offset) {
    return plan.keepsPlaces() ? chunk.piece() + "\t" + (chunk.offset() + offset) + "\t" : "";
  }

  private void reject(RowException row) throws IOException {
    String message = placed(row);
    places.reject(chunk.piece(), chunk.offset() + row.offset());
    rejected++;
    if (rejected > plan.rejectLimit()) {
      throw new BadRowsException(
          rejected == 1
              ? message
              : "%d rows are malformed, more than loadpath.export.reject-limit=%d; the last one: %s"
                  .formatted(rejected, plan.rejectLimit(), message));
    }
    LOG.warn("Rejected {}", message);
    if (rejects.size() < MOST_NAMED_REJECTS) {
      rejects.add(message);
    }
  }

  /** The problem of a row, after its file and byte. */
  private String placed(RowException row) {
    return "%s: %s"
        .formatted(places.describe(chunk.piece(), chunk.offset() + row.offset()), row.wrong());
  }

  private void write(Chunk next) throws IOException {
    chunk = next;
    places.chunk(chunk, rows.rows());
    bytes += chunk.length();
    try {
      rows.write(chunk.bytes(), 0, chunk.length());
      rows.endText(); // chunks have whole rows, and bytes count from the start of a text
    } catch (RowException e) { // too long: no row can be sent after it
      throw new IOException(placed(e), e);
    }
  }

  /** Ends the COPY. The transaction stays open. */
  private void end() throws IOException, SQLException {
    rows.end();
    long copied = copy.endCopy();
    if (copied != rows.rows()) {
      throw new IOException(
          "the server took %d rows of %d; does a trigger or rule drop some?"
              .formatted(copied, rows.rows()));
    }
  }

  /** Commits, or prepares the transaction, and tells the ledger. */
  void commit() throws IOException {
    Ledger.Task done =
        new Ledger.Task(
            task,
            attempt,
            transaction,
            rows.rows(),
            bytes,
            (System.nanoTime() - startNanos) / 1_000_000,
            rejected,
            pieces.stream().map(Piece::file).toList(),
            rejects,
            List.of());
    try {
      if (plan.way().staged()) {
        PostgresSession.useOwnPath(session);
        require(ledger.add(done));
        session.commit();
      } else {
        prepare(done);
      }
    } catch (SQLException e) {
      throw failure(e);
    } finally {
      close();
    }
  }

  private void prepare(Ledger.Task done) throws SQLException, IOException {
    String name = plan.names().transactionName(task, attempt);
    try {
      if (owner != null) {
        Sql.run(session, "SET LOCAL ROLE " + Sql.quoted(owner));
      }
      Sql.run(session, "PREPARE TRANSACTION '" + name + "'");
    } catch (SQLException e) {
      if (!Sql.NOT_SUPPORTED.equals(e.getSQLState())) {
        throw e;
      }
      throw new SQLException(
          "%s: does a trigger do this? Set %s=insert"
              .formatted(ServerError.describe(e), Settings.EXPORT_COMMIT),
          e.getSQLState(),
          e);
    }
    boolean added = ledger.add(done);
    session.commit();
    if (!added) {
      session.setAutoCommit(true);
      Sql.run(session, "ROLLBACK PREPARED '" + name + "'");
    }
    require(added);
  }

  private void require(boolean added) throws IOException {
    if (!added) {
      throw new IOException(
          "export %d was decided without this attempt".formatted(plan.names().export()));
    }
  }

  /** Rolls back uncommitted rows. */
  void close() {
    BaseConnection open = session;
    session = null;
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

  /** Returns the server's error with the place of the row in it, and notes it. */
  private IOException failure(SQLException e) {
    String message = ServerError.describe(e);
    Matcher line = COPY_LINE.matcher(message);
    if (line.find()) {
      try {
        message = places.describe(Long.parseLong(line.group(1))) + ": " + message;
      } catch (IOException unread) {
        LOG.warn("Cannot read the row's place: {}", unread.toString());
      }
    }
    close();
    note(message, ServerError.isForGood(e));
    return new IOException(message, e);
  }

  /** Tells the client, if the server still answers. */
  private void note(String message, boolean forGood) {
    try (BaseConnection other = sessions.connect("loadpath export failure")) {
      new Ledger(other, plan.names()).setFailure(message, forGood);
    } catch (SQLException e) {
      LOG.warn("Cannot note the failure in the ledger: {}", e.toString());
    }
  }

  /** More malformed rows than the limit. */
  private static final class BadRowsException extends IOException {
    private static final long serialVersionUID = 1;

    BadRowsException(String message) {
      super(message);
    }
  }
}
