package io.loadpath.sqoop.imports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.Share;
import io.loadpath.loads.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;

/**
 * Reads a split's queries with {@code COPY … TO STDOUT}, all in the job's snapshot, as blocks of
 * text.
 */
final class CopyReader extends RecordReader<NullWritable, CopyText> {
  private static final int BLOCK_BYTES = 128 << 10;

  /** Interval of the task's signs of life while the server works. */
  private static final long PROGRESS_MILLIS = 10_000;

  private static final String SETTINGS =
      """
      SELECT set_config('TimeZone', ?, false),
        set_config('search_path', current_setting('loadpath.search_path'), false),
        set_config('max_parallel_workers_per_gather',
          CASE WHEN ? THEN '0' ELSE current_setting('max_parallel_workers_per_gather') END, false)
      """;

  /**
   * The form of values does not depend on the role or the database, but session statements may set
   * it. The driver sets DateStyle when it connects.
   */
  private static final String FORMS =
      """
      SELECT set_config(name, form, false)
      FROM (VALUES ('bytea_output', 'hex'), ('IntervalStyle', 'postgres'),
        ('extra_float_digits', '3')) AS forms (name, form)
      JOIN pg_settings USING (name) WHERE source NOT IN ('session', 'client')
      """;

  private static final String CLIENT_LIVES =
      "SELECT EXISTS (SELECT FROM pg_catalog.pg_locks WHERE virtualtransaction OPERATOR(pg_catalog.=) ?::pg_catalog.text)";

  /** Reads each share of a job. */
  public static final class Input extends InputFormat<NullWritable, CopyText> {
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
      return Share.take(job.getConfiguration());
    }

    @Override
    public RecordReader<NullWritable, CopyText> createRecordReader(
        InputSplit split, TaskAttemptContext task) {
      return new CopyReader();
    }
  }

  private final Timer timer = new Timer("progress", true);
  private ImportWork work;
  private ImportPlan plan;
  private CopyText text;
  private BaseConnection session;
  private CopyOut copy;
  private int query;
  private long read;
  private long expected;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext task) throws IOException {
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            task.progress();
          }
        },
        PROGRESS_MILLIS,
        PROGRESS_MILLIS);
    Share share = (Share) split;
    work = share.work(ImportWork.class);
    expected = share.getLength();
    plan = ImportPlan.from(task.getConfiguration());
    text = new CopyText(plan.layout(), BLOCK_BYTES);
    try {
      session = PostgresSession.of(task).connect("loadpath import " + task.getTaskAttemptID());
      prepare(session, plan, work.tables());
    } catch (SQLException e) {
      throw ServerError.of(e, "cannot read in the import's snapshot");
    }
  }

  private static void prepare(Connection session, ImportPlan plan, List<String> tables)
      throws SQLException {
    Sql.rows(session, FORMS);
    Sql.rows(session, SETTINGS, plan.timeZone(), plan.parallelTasks());
    session.setReadOnly(true);
    session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    session.setAutoCommit(false);
    // before the snapshot, which exists only while the client holds its locks
    if (!tables.isEmpty()) {
      Sql.run(session, "LOCK TABLE " + String.join(", ", tables) + " IN ACCESS SHARE MODE");
    }
    Sql.run(session, "SET TRANSACTION SNAPSHOT '" + plan.snapshot() + "'");
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    text.clear();
    try {
      while (text.length() < BLOCK_BYTES * 3 / 4 && (copy != null || begin())) {
        byte[] row = copy.readFromCopy();
        if (row == null) {
          copy = null;
          query++;
        } else {
          text.add(row);
        }
      }
    } catch (SQLException e) {
      throw ServerError.of(e, work.queries().get(query));
    }
    read += text.length();
    if (text.rows() > 0) {
      return true;
    }
    if (!work.locksAll()) {
      requireClient();
    }
    if (!plan.tables().isEmpty()) {
      requireSameParts();
    }
    return false;
  }

  /**
   * The server reads the partitions that exist when a query begins, whatever the snapshot is. A
   * mapper that begins after ATTACH PARTITION reads one that others have not read.
   */
  private void requireSameParts() throws IOException {
    try {
      PostgresSession.useOwnPath(session);
      String locked = TableParts.locked(session);
      session.commit(); // the next statement sees the current catalog
      PostgresSession.useOwnPath(session);
      if (TableParts.haveParts(session, locked, plan.tables())) {
        throw new IOException(
            "a partition was attached while the table was read, so mappers read different parts: run the import again");
      }
    } catch (SQLException e) {
      throw ServerError.of(e, "cannot see the table's partitions");
    }
  }

  /** Only the client's locks protect what this session could not lock before the snapshot. */
  private void requireClient() throws IOException {
    try {
      if (!Sql.isTrue(session, CLIENT_LIVES, plan.client())) {
        throw new IOException("these rows may not be all rows: " + ServerError.CLIENT_IS_GONE);
      }
    } catch (SQLException e) {
      throw ServerError.of(e, "cannot find the client's session");
    }
  }

  /** Starts the next query, if there is one. */
  private boolean begin() throws SQLException {
    if (query == work.queries().size()) {
      return false;
    }
    String statement =
        "COPY (%s\n) TO STDOUT (%s)".formatted(work.queries().get(query), text.copyOptions());
    copy = session.getCopyAPI().copyOut(statement);
    return true;
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public CopyText getCurrentValue() {
    return text;
  }

  @Override
  public float getProgress() {
    return Math.min(1, read / (float) Math.max(1, expected));
  }

  @Override
  public void close() throws IOException {
    timer.cancel();
    if (session != null) {
      try {
        session.close();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }
}
