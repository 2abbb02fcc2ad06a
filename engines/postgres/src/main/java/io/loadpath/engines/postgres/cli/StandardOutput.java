package io.loadpath.engines.postgres.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;

/** Standard output that keeps its first write error, which a {@link PrintStream} swallows. */
public final class StandardOutput extends PrintStream {
  private static final int FAILED = 1;
  private static final int CLOSED_PIPE = 128 + 13; // as if SIGPIPE had ended the process

  private final Descriptor descriptor;

  private StandardOutput(Descriptor descriptor) {
    super(new BufferedOutputStream(descriptor), true, Charset.defaultCharset());
    this.descriptor = descriptor;
  }

  /** Replaces this process's {@code System.out}. */
  public static StandardOutput install() {
    StandardOutput out = new StandardOutput(new Descriptor());
    System.setOut(out);
    return out;
  }

  /**
   * Returns a program's exit code: the given one if all output was written. A full disk is an
   * error; a reader that closes the pipe, such as {@code head}, gets no message.
   */
  public int exitCode(String program, int code) {
    if (!checkError()) {
      return code;
    }
    String reason = String.valueOf(descriptor.failure.getMessage());
    if (reason.contains("Broken pipe")) {
      return CLOSED_PIPE;
    }
    System.err.println(
        "%s: cannot write to standard output: %s; the output is cut off: send it elsewhere, or free some space"
            .formatted(program, reason));
    return code == 0 ? FAILED : code;
  }

  private static final class Descriptor extends FileOutputStream {
    private IOException failure;

    Descriptor() {
      super(FileDescriptor.out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        super.write(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
