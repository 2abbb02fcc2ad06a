package io.loadpath.mapreduce.offline;

import io.loadpath.mapreduce.load.LoadReducer;
import io.loadpath.mapreduce.load.LoadSink;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Writes the sorted rows of each of its partitions into a file of the task's attempt. */
public final class FilesReducer extends LoadReducer {
  @Override
  protected LoadSink open(Context context) throws IOException {
    try {
      Path folder = FileOutputFormat.getWorkOutputPath(context);
      int writer = context.getTaskAttemptID().getTaskID().getId();
      return new FilesSink(
          FilesPlan.from(context.getConfiguration()), writer, folder, context.getConfiguration());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
