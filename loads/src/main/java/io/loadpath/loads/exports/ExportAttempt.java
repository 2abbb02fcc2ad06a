package io.loadpath.loads.exports;

import io.loadpath.loads.ServerError;
import io.loadpath.loads.Settings;
import io.loadpath.loads.Share;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportMapper.Counter;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.loads.files.RowPlaces;
import io.loadpath.rows.LostCopyException;
import io.loadpath.rows.RowBoundaries;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.RowException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An attempt of a mapper, which copies the rows of its share. */
final class ExportAttempt extends Attempt {
  private static final Logger LOG = LoggerFactory.getLogger(ExportAttempt.class);

  private final List<Piece> pieces;
  private final RowPlaces places;
  private final RowBoundaries boundaries;
  private final List<String> rejects = new ArrayList<>();

  private RowCopy rows;
  private Chunk chunk;

  /** The table that the rows are copied into, for SQL. */
  private String table;

  private long rejected;
  private long bytes;

  private ExportAttempt(MapContext<NullWritable, Chunk, ?, ?> context) throws IOException {
    super(context);
    pieces = List.of(((Share) context.getInputSplit()).work(Piece[].class));
    places = new RowPlaces(pieces, plan.format(), context.getConfiguration());
    boundaries = new RowBoundaries(plan.format());
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
      attempt.beginCopy();
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
  private void beginCopy() throws IOException, SQLException {
    connect();
    StagingTable staging = plan.way().staged() ? new StagingTable(plan, task, attempt) : null;
    if (staging != null) {
      staging.ask(session);
    }
    begin();
    if (staging != null) {
      staging.create(session, owner);
    }
    table = staging == null ? plan.names().target() : staging.table();
    copy = session.getCopyAPI().copyIn(copyStatement(table));
    List<RowCopy.Column> columns = plan.columns().stream().map(ExportColumn::forCopy).toList();
    rows =
        plan.sendsText()
            ? RowCopy.text(columns, plan.format(), dates, this::reject, this::place, this::send)
            : RowCopy.binary(columns, plan.format(), dates, this::reject, this::send);
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
    return plan.keepsPlaces() ? chunk.piece() + "\t" + chunk.position(offset) + "\t" : "";
  }

  private void reject(RowException row) throws IOException {
    String message = placed(row);
    places.reject(chunk.piece(), chunk.position(row.offset()));
    rejected++;
    if (rejectsFile != null) {
      byte[] line = line(row);
      rejectsFile.add(line, line.length);
    }
    if (rejected > plan.rejectLimit()) {
      throw new BadRowsException(
          rejected == 1
              ? message
              : "%d rows are malformed, more than the reject limit of %d; the last one: %s"
                  .formatted(rejected, plan.rejectLimit(), message));
    }
    LOG.warn("Rejected {}", message);
    if (rejects.size() < MOST_NAMED_REJECTS) {
      rejects.add(message);
    }
  }

  private byte[] line(RowException row) {
    int from = (int) row.offset();
    int end = boundaries.next(chunk.bytes(), from, chunk.length());
    return RejectsFile.line(
        pieces.get(chunk.piece()).file(),
        places.word(chunk.position(row.offset())),
        row.wrong(),
        chunk.bytes(),
        from,
        end < 0 ? chunk.length() : end);
  }

  /** The problem of a row, after its file and byte. */
  private String placed(RowException row) {
    return "%s: %s"
        .formatted(places.describe(chunk.piece(), chunk.position(row.offset())), row.wrong());
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
    requireTypes(table);
  }

  @Override
  void commit() throws IOException {
    Ledger.Task done =
        new Ledger.Task(
            task,
            attempt,
            transaction,
            rows.rows(),
            bytes,
            millis(),
            0,
            rejected,
            pieces.stream().map(Piece::file).toList(),
            rejects,
            List.of());
    try {
      commitRejects();
      if (plan.way().staged()) {
        commitStaged(done);
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

  @Override
  String placeOfRow(long row) throws IOException {
    return places.describe(row);
  }

  /** More malformed rows than the limit. */
  private static final class BadRowsException extends IOException {
    private static final long serialVersionUID = 1;

    BadRowsException(String message) {
      super(message);
    }
  }
}
