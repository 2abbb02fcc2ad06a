package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.input.TaskFailure;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Base of Q1's mappers: strict rows, the date filter, totals per group, counters, and one note per
 * task about its malformed rows, if the job allows them.
 *
 * @param <V> the value of one call of map
 */
abstract class LineitemMapper<V> extends Mapper<LongWritable, V, Text, Q1Totals> {
  private final LineitemParser parser = new LineitemParser();
  private final LineitemRow row = new LineitemRow();
  private MalformedRows malformed;
  private Q1Groups groups;
  private long cutoffEpochDay;

  /** Rows read so far. */
  abstract long rowsRead();

  /** Rows that passed the date filter so far. */
  abstract long rowsKept();

  @Override
  protected void setup(Context context) {
    Q1Options options = Q1Options.from(context.getConfiguration());
    cutoffEpochDay = options.lastShipDay().toEpochDay();
    groups = new Q1Groups();
    malformed =
        new MalformedRows(context, (FileSplit) context.getInputSplit(), options.rejectLimit());
  }

  /** Like {@code Mapper.run}, but always publishes counters and keeps a failure's message. */
  @Override
  public final void run(Context context) throws IOException, InterruptedException {
    setup(context);
    MalformedRows rows = malformed;
    try (rows) {
      while (context.nextKeyValue()) {
        map(context.getCurrentKey(), context.getCurrentValue(), context);
      }
      cleanup(context);
    } catch (IOException | RuntimeException | Error e) {
      TaskFailure.keep(context, e);
      throw e;
    } finally {
      context.getCounter(Q1Counter.ROWS_READ).increment(rowsRead());
      context.getCounter(Q1Counter.ROWS_ACCEPTED).increment(rowsRead() - malformed.count());
      context.getCounter(Q1Counter.ROWS_KEPT).increment(rowsKept());
      context.getCounter(Q1Counter.ROWS_MALFORMED).increment(malformed.count());
    }
  }

  /**
   * Reads the row in {@code bytes[start..end)} strictly.
   *
   * @param offset the row's position in the text
   * @param rowInSplit its number, from 1
   * @return the row if it passes the date filter; null otherwise, and if it is malformed
   */
  final LineitemRow read(byte[] bytes, int start, int end, long offset, long rowInSplit)
      throws IOException, InterruptedException {
    try {
      parser.parse(bytes, start, end, row);
    } catch (MalformedRowException e) {
      malformed.add(offset, rowInSplit, bytes, start, end, e);
      return null;
    }
    return row.shipEpochDay <= cutoffEpochDay ? row : null;
  }

  /** The totals in this task's memory. */
  final Q1Groups groups() {
    return groups;
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    groups.writeTo(context);
    if (malformed.count() > 0) {
      Q1Totals count = new Q1Totals();
      count.addRowsOnly(malformed.count());
      context.write(Q1Key.malformedNote(malformed.first()), count);
    }
  }
}
