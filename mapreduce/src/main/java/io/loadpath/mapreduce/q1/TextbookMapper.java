package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.q1.Q1Options.Aggregation;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Reads one row per call, like a textbook's mapper. Sends one record per row that passes the date
 * filter; with in-mapper sums, one per group and task.
 */
final class TextbookMapper extends LineitemMapper<Text> {
  private final Q1Totals oneRow = new Q1Totals();
  private final Text key = new Text();
  private boolean sumsInMemory;
  private long rowsRead;
  private long rowsKept;

  @Override
  protected void setup(Context context) {
    super.setup(context);
    Q1Options options = Q1Options.from(context.getConfiguration());
    sumsInMemory = options.aggregation() == Aggregation.IN_MAPPER;
  }

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    rowsRead++;
    LineitemRow row = read(line.getBytes(), 0, line.getLength(), offset.get(), rowsRead);
    if (row == null) {
      return;
    }
    rowsKept++;
    if (sumsInMemory) {
      groups().of(row.returnFlag, row.lineStatus).add(row);
    } else {
      Q1Key.setGroup(key, row.returnFlag, row.lineStatus);
      oneRow.clear();
      oneRow.add(row);
      context.write(key, oneRow);
    }
  }

  @Override
  long rowsRead() {
    return rowsRead;
  }

  @Override
  long rowsKept() {
    return rowsKept;
  }

  /** Adds the totals of one key on the map side. */
  static final class Combiner extends Reducer<Text, Q1Totals, Text, Q1Totals> {
    private final Q1Totals sum = new Q1Totals();

    @Override
    protected void reduce(Text key, Iterable<Q1Totals> values, Context context)
        throws IOException, InterruptedException {
      context.write(key, sum.setToSumOf(values));
    }
  }
}
