package io.loadpath.mapreduce;

import io.loadpath.mapreduce.Q1Options.Aggregation;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Reads rows, keeps those that pass the date filter and sends totals per group: one record per
 * group and task when it sums in memory itself, one per row otherwise. Malformed rows, where
 * allowed, are sent as one note per task.
 */
final class Q1Mapper extends Mapper<LongWritable, Text, Text, Q1Totals> {
  private final LineitemParser parser = new LineitemParser();
  private final LineitemRow row = new LineitemRow();
  private final Q1Totals oneRow = new Q1Totals();
  private final Text key = new Text();

  private Q1Groups groups;
  private MalformedRows malformed;
  private boolean sumsInMemory;
  private long cutoffEpochDay;

  private long rowsRead;
  private long rowsAccepted;
  private long rowsKept;

  @Override
  protected void setup(Context context) {
    Q1Options options = Q1Options.from(context.getConfiguration());
    cutoffEpochDay = options.cutoffEpochDay();
    sumsInMemory = options.aggregation() == Aggregation.IN_MAPPER;
    groups = new Q1Groups();
    malformed =
        new MalformedRows(context, (FileSplit) context.getInputSplit(), options.maxMalformed());
  }

  /** As Mapper's, but counters are set, and a failure's message kept, however the task ends. */
  @Override
  public void run(Context context) throws IOException, InterruptedException {
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
      context.getCounter(Q1Counter.ROWS_READ).increment(rowsRead);
      context.getCounter(Q1Counter.ROWS_ACCEPTED).increment(rowsAccepted);
      context.getCounter(Q1Counter.ROWS_KEPT).increment(rowsKept);
      context.getCounter(Q1Counter.ROWS_MALFORMED).increment(malformed.count());
    }
  }

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    rowsRead++;
    try {
      parser.parse(line.getBytes(), 0, line.getLength(), row);
    } catch (MalformedRowException e) {
      malformed.add(offset.get(), rowsRead, line, e);
      return;
    }
    rowsAccepted++;
    if (row.shipEpochDay > cutoffEpochDay) {
      return;
    }
    rowsKept++;
    if (sumsInMemory) {
      groups.of(row.returnFlag, row.lineStatus).add(row);
    } else {
      Q1Key.setGroup(key, row.returnFlag, row.lineStatus);
      oneRow.clear();
      oneRow.add(row);
      context.write(key, oneRow);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    groups.writeTo(context);
    if (malformed.count() > 0) {
      oneRow.clear();
      oneRow.addRowsOnly(malformed.count());
      context.write(Q1Key.malformedNote(malformed.first()), oneRow);
    }
  }
}
