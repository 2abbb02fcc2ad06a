package io.loadpath.loads.exports;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The rejected rows of a task, a line for each: file, position (byte, or row in ORC, Parquet and
 * Avro), reason and row, with tabs between them. A tab, a line end or a backslash in the row is
 * {@code \t}, {@code \n}, {@code \r} or {@code \\}.
 */
public final class RejectsFile implements Closeable {
  private final Path file;
  private final Path unfinished;
  private final Configuration conf;
  private OutputStream out;

  /**
   * Makes no file before the first row.
   *
   * @param name of the file, the same for all attempts of the task
   */
  public RejectsFile(String folder, String name, int attempt, Configuration conf) {
    file = new Path(folder, name);
    unfinished = new Path(folder, "_%s_%d".formatted(name, attempt));
    this.conf = conf;
  }

  /** Returns the line of a row, {@code text[from..to)}. */
  public static byte[] line(
      String file, String position, String reason, byte[] text, int from, int to) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(to - from + 100);
    String before = "%s\t%s\t%s\t".formatted(file, position, reason.replaceAll("[\\t\\r\\n]", " "));
    line.writeBytes(before.getBytes(UTF_8));
    int end = to;
    while (end > from && (text[end - 1] == '\n' || text[end - 1] == '\r')) {
      end--;
    }
    for (int i = from; i < end; i++) {
      int letter = "\t\n\r\\".indexOf(text[i]);
      if (letter >= 0) {
        line.write('\\');
        line.write("tnr\\".charAt(letter));
      } else {
        line.write(text[i]);
      }
    }
    line.write('\n');
    return line.toByteArray();
  }

  /** Returns the reason in a line. */
  public static String reason(byte[] line, int length) {
    return new String(line, 0, length, UTF_8).split("\t", 4)[2];
  }

  /** Adds a line. */
  public void add(byte[] line, int length) throws IOException {
    if (out == null) {
      out = new BufferedOutputStream(files().create(unfinished, true));
    }
    out.write(line, 0, length);
  }

  private FileSystem files() throws IOException {
    return file.getFileSystem(conf);
  }

  /** Shows the file, in place of that of an earlier attempt. */
  public void commit() throws IOException {
    if (out == null) {
      return;
    }
    out.close();
    files().delete(file, false);
    if (!files().rename(unfinished, file)) {
      throw new IOException("cannot rename %s to %s".formatted(unfinished, file));
    }
    out = null;
  }

  /** Removes the file of an attempt that was not committed. */
  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      out = null;
      files().delete(unfinished, false);
    }
  }
}
