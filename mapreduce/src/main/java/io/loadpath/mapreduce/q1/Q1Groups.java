package io.loadpath.mapreduce.q1;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** The totals of a task by group, in memory. Flags are ASCII, so an array finds them. */
final class Q1Groups {
  private static final int ASCII = 128;

  private final Q1Totals[] totals = new Q1Totals[ASCII * ASCII];

  /** The group's totals; empty for a new group. */
  Q1Totals of(byte returnFlag, byte lineStatus) {
    int index = returnFlag * ASCII + lineStatus;
    Q1Totals group = totals[index];
    if (group == null) {
      group = new Q1Totals();
      totals[index] = group;
    }
    return group;
  }

  /** Writes one record per group that has rows. */
  void writeTo(TaskInputOutputContext<?, ?, Text, Q1Totals> context)
      throws IOException, InterruptedException {
    Text key = new Text();
    for (int index = 0; index < totals.length; index++) {
      if (totals[index] != null) {
        Q1Key.setGroup(key, (byte) (index / ASCII), (byte) (index % ASCII));
        context.write(key, totals[index]);
      }
    }
  }
}
