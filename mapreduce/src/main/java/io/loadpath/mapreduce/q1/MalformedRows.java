package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.input.InputPlace;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Counts the malformed rows of one map task, keeps the allowed ones in {@code _malformed-m-NNNNN}
 * of the output folder, and fails the task if there are too many.
 *
 * <p>A line of the file has place and problem, a tab, and the unchanged row: {@code cut -f2-}
 * prints the rows.
 */
final class MalformedRows implements Closeable {
  private static final String FILE_NAME = "_malformed";

  private final TaskInputOutputContext<?, ?, ?, ?> context;
  private final FileSplit split;
  private final long allowed;
  private long count;
  private String first;
  private FSDataOutputStream out;

  MalformedRows(TaskInputOutputContext<?, ?, ?, ?> context, FileSplit split, long allowed) {
    this.context = context;
    this.split = split;
    this.allowed = allowed;
  }

  long count() {
    return count;
  }

  /** Place and problem of the first malformed row; null if there is none. */
  String first() {
    return first;
  }

  /**
   * Adds one malformed row, {@code bytes[start..end)}.
   *
   * @throws IOException if this task alone exceeds the limit of the whole job
   */
  void add(
      long offset, long rowInSplit, byte[] bytes, int start, int end, MalformedRowException problem)
      throws IOException, InterruptedException {
    String message =
        InputPlace.of(split, context.getConfiguration()).describe(offset, rowInSplit)
            + ", "
            + problem.getMessage();
    count++;
    if (first == null) {
      first = message;
    }
    if (count > allowed) {
      throw tooMany(count, allowed, message);
    }
    if (out == null) {
      Path file = FileOutputFormat.getPathForWorkFile(context, FILE_NAME, "");
      out = file.getFileSystem(context.getConfiguration()).create(file, false);
    }
    out.write(message.getBytes(StandardCharsets.UTF_8));
    out.write('\t');
    out.write(bytes, start, end - start);
    out.write('\n');
  }

  /** Returns the error of a job with too many malformed rows. */
  static IOException tooMany(long count, long allowed, String example) {
    String counted =
        allowed == 0
            ? "malformed row: "
            : "%d malformed rows, but %s allows %d; one of them: "
                .formatted(count, Q1Options.REJECT_LIMIT, allowed);
    String advice =
        "; correct the input, or allow more with -D %s=<rows>".formatted(Q1Options.REJECT_LIMIT);
    return new IOException(counted + example + advice);
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
