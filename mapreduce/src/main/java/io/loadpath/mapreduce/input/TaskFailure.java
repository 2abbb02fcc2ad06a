package io.loadpath.mapreduce.input;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the message of a failed task to the client of the job. Hadoop does not: the local runner
 * only logs the message, and a cluster hides it in a stack trace. A failing task leaves a small
 * hidden file in the output folder; the client reads and removes it.
 */
public final class TaskFailure {
  private static final Logger LOG = LoggerFactory.getLogger(TaskFailure.class);
  private static final String FILE_PREFIX = "_failed-";

  private TaskFailure() {}

  /**
   * Leaves the message of {@code failure} for the client; never throws. A task whose container the
   * cluster ends leaves none: its failures follow from that, and the cluster knows the reason.
   */
  public static void keep(TaskAttemptContext context, Throwable failure) {
    Path folder = FileOutputFormat.getOutputPath(context);
    if (folder == null || ShutdownHookManager.get().isShutdownInProgress()) {
      return;
    }
    String message = failure.getMessage();
    if (message == null || !(failure instanceof IOException)) {
      message = failure.toString();
    }
    Path file = new Path(folder, FILE_PREFIX + context.getTaskAttemptID());
    try (OutputStream out = file.getFileSystem(context.getConfiguration()).create(file, true)) {
      out.write(message.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | FSError e) {
      LOG.warn("Cannot keep the message of a failed task in {}: {}", file, e.toString());
    }
  }

  /** Returns the different messages in a job's output folder, and removes them. */
  public static SortedSet<String> take(FileSystem fileSystem, Path folder) throws IOException {
    SortedSet<String> messages = new TreeSet<>();
    for (FileStatus file : failures(fileSystem, folder)) {
      try (FSDataInputStream in = fileSystem.open(file.getPath())) {
        messages.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
      messages.remove(""); // left by a task that was killed while it wrote
      fileSystem.delete(file.getPath(), false);
    }
    return messages;
  }

  private static FileStatus[] failures(FileSystem fileSystem, Path folder) throws IOException {
    try {
      return fileSystem.listStatus(folder, path -> path.getName().startsWith(FILE_PREFIX));
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }
}
