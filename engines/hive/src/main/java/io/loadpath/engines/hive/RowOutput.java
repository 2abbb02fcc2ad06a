package io.loadpath.engines.hive;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Standard output for rows. Ends the process when rows cannot be written. */
final class RowOutput extends FileOutputStream {
  private static final int CLOSED_PIPE = 128 + 13; // as if SIGPIPE had ended the process

  RowOutput() {
    super(FileDescriptor.out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    try {
      super.write(bytes, offset, length);
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
        System.exit(CLOSED_PIPE);
      }
      System.err.println("hive: cannot write to standard output: " + e.getMessage());
      System.exit(1);
    }
  }
}
