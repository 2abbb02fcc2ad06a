package io.loadpath.mapreduce.load;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes each stream into a file: the writer, {@code -}, the partition. Beside it is a file with
 * the counted rows and their hash.
 */
public final class FileReducer extends LoadReducer {
  static final String FOLDER = "loadpath.test.folder";
  static final String DISCARDED = "discarded";
  static final String COUNTED = "counted-";

  @Override
  protected LoadSink open(Context context) {
    Path folder = Path.of(context.getConfiguration().get(FOLDER));
    int writer = context.getTaskAttemptID().getTaskID().getId();
    return new LoadSink() {
      private OutputStream file;
      private long rows;
      private boolean complete;

      @Override
      public void counted(int partition, long rows, long hash) throws IOException {
        Files.writeString(
            Files.createFile(folder.resolve(COUNTED + writer + "-" + partition)),
            rows + " " + hash);
      }

      @Override
      public OutputStream begin(int partition) throws IOException {
        file =
            Files.newOutputStream(
                Files.createFile(folder.resolve(writer + "-" + partition)).toAbsolutePath());
        return file;
      }

      @Override
      public void end(long rows) throws IOException {
        file.close();
        this.rows += rows;
      }

      @Override
      public void rejected(String message, byte[] line, int length) {}

      @Override
      public void complete() throws IOException {
        Files.writeString(folder.resolve("rows-of-" + writer), Long.toString(rows));
        complete = true;
      }

      @Override
      public void close() throws IOException {
        if (!complete) {
          Files.createFile(folder.resolve(DISCARDED));
        }
      }
    };
  }
}
