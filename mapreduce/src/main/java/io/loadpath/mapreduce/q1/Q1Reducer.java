package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.input.TaskFailure;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Adds the totals of a group and writes its answer row. It first adds up the malformed rows of all
 * tasks, and fails if they are too many. No row is written by then, so the failed job leaves no
 * output.
 */
final class Q1Reducer extends Reducer<Text, Q1Totals, NullWritable, Text> {
  private final Q1Totals sum = new Q1Totals();
  private final Text answer = new Text();
  private long rejectLimit;
  private long malformed;
  private String firstMalformed;

  @Override
  protected void setup(Context context) {
    rejectLimit = Q1Options.from(context.getConfiguration()).rejectLimit();
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    try {
      super.run(context);
    } catch (IOException | RuntimeException | Error e) {
      TaskFailure.keep(context, e);
      throw e;
    }
  }

  @Override
  protected void reduce(Text key, Iterable<Q1Totals> values, Context context)
      throws IOException, InterruptedException {
    sum.setToSumOf(values);
    if (Q1Key.isMalformedNote(key)) {
      malformed += sum.rows();
      firstMalformed = firstMalformed == null ? Q1Key.message(key) : firstMalformed;
      return;
    }
    checkMalformed();
    answer.set(key + "|" + sum.answerFields());
    context.write(NullWritable.get(), answer);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    checkMalformed();
  }

  private void checkMalformed() throws IOException {
    if (malformed > rejectLimit) {
      throw MalformedRows.tooMany(malformed, rejectLimit, firstMalformed);
    }
  }
}
