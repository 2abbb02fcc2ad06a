package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.exports.Ledger.Part;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.CopyToText;
import io.loadpath.rows.CopyToText.Form;
import io.loadpath.rows.RowCopy;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * An attempt of a reducer, which copies the rows of each partition into a new table, one partition
 * after the other, in one transaction. The task's job must have the output format of {@link
 * ExportJob}.
 */
public final class PartitionsAttempt extends Attempt {
  /** Checks a table. */
  public interface Check {
    /**
     * @param table for SQL
     * @param partition its name, for messages
     */
    void run(Connection session, String table, String partition) throws IOException, SQLException;
  }

  private final TaskInputOutputContext<?, ?, ?, ?> context;
  private final LongFunction<String> places;
  private final List<Part> parts = new ArrayList<>();
  private final List<String> rejects = new ArrayList<>();
  private StagingTable staging;
  private long rejected;
  private int partition;
  private long bytes;
  private long checkNanos;
  private boolean complete;

  /**
   * Takes no session before the first partition.
   *
   * @param places describes the place of a row by its number in the current partition, from 1
   */
  public PartitionsAttempt(TaskInputOutputContext<?, ?, ?, ?> context, LongFunction<String> places)
      throws IOException {
    super(context);
    this.places = places;
    this.context = context;
  }

  /**
   * Begins a partition.
   *
   * @param next its number in {@link ExportPlan#partitions}
   * @return the stream of binary COPY, which must be flushed
   */
  public OutputStream beginPartition(int next) throws IOException {
    partition = next;
    try {
      connectOnce();
      staging = new StagingTable(plan, task, attempt, partition);
      staging.ask(session);
      staging.create(session, owner);
      copy = session.getCopyAPI().copyIn(staging.copyFrozen());
    } catch (SQLException e) {
      throw failure(e);
    }
    return plan.sendsText()
        ? new CopyToText(Form.POSTGRES, columns(), new CopyStream())
        : new CopyStream();
  }

  /** The columns of binary COPY. A type without a binary form is sent as text. */
  private List<RowCopy.Column> columns() {
    return plan.columns().stream()
        .map(column -> new RowCopy.Column(column.name(), column.binary().orElse(ColumnType.TEXT)))
        .toList();
  }

  private void connectOnce() throws IOException, SQLException {
    if (session == null) {
      connect();
      begin();
    }
  }

  /**
   * Ends the stream of the current partition, and makes its indexes.
   *
   * @param rows in the stream
   */
  public void endPartition(long rows) throws IOException {
    try {
      long copied = copy.endCopy();
      if (copied != rows) {
        throw new IOException(
            "the server took %d rows of %d for %s".formatted(copied, rows, partitionName()));
      }
      requireTypes(staging.table());
      staging.index(session);
      parts.add(new Part(partition, rows));
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Checks the current partition's table after its end, in the attempt's transaction. */
  public void check(Check check) throws IOException {
    long start = System.nanoTime();
    try {
      PostgresSession.useOwnPath(session);
      check.run(session, staging.table(), partitionName());
      PostgresSession.useUsersPath(session);
      checkNanos += System.nanoTime() - start;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /**
   * Keeps a rejected row.
   *
   * @param message the row's place and the reason
   * @param line of a {@link RejectsFile}
   */
  public void reject(String message, byte[] line, int length) throws IOException {
    rejected++;
    if (rejectsFile != null) {
      rejectsFile.add(line, length);
    }
    if (rejects.size() < MOST_NAMED_REJECTS) {
      rejects.add(message);
    }
  }

  /** All rows are sent: the framework may commit the attempt. */
  public void complete() throws IOException {
    complete = true;
    ((ExportCommitter) context.getOutputCommitter()).commitLater(this);
  }

  /** Rolls back, unless the attempt is complete. */
  public void closeIncomplete() {
    if (!complete) {
      close();
    }
  }

  @Override
  void commit() throws IOException {
    try {
      connectOnce(); // no row came
      commitRejects();
      commitStaged(
          new Ledger.Task(
              task,
              attempt,
              transaction,
              parts.stream().mapToLong(Part::rows).sum(),
              bytes,
              millis(),
              TimeUnit.NANOSECONDS.toMillis(checkNanos),
              rejected,
              List.of(),
              rejects,
              parts));
    } catch (SQLException e) {
      throw failure(e);
    } finally {
      close();
    }
  }

  @Override
  String placeOfRow(long row) {
    return places.apply(row);
  }

  private String partitionName() {
    return plan.partitions().isEmpty()
        ? plan.names().target()
        : plan.partitions().get(partition).name();
  }

  private final class CopyStream extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int start, int length) throws IOException {
      try {
        copy.writeToCopy(from, start, length);
        bytes += length;
      } catch (SQLException e) {
        throw failure(e);
      }
    }
  }
}
