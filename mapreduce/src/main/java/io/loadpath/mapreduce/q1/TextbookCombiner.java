package io.loadpath.mapreduce.q1;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Adds the totals of one key on the map side. */
final class TextbookCombiner extends Reducer<Text, Q1Totals, Text, Q1Totals> {
  private final Q1Totals sum = new Q1Totals();

  @Override
  protected void reduce(Text key, Iterable<Q1Totals> values, Context context)
      throws IOException, InterruptedException {
    sum.clear();
    for (Q1Totals value : values) {
      sum.add(value);
    }
    context.write(key, sum);
  }
}
