package io.loadpath.engines.hive;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Starts Hive's own command line with a standard output that carries rows only.
 *
 * <p>In local mode, Tez's application master runs inside the client. It reports each DAG and each
 * task with {@code System.out.println}, between the rows of the answer, and again on standard
 * error. Hive writes rows as bytes, through its own stream on top of {@code System.out}. So this
 * {@code System.out} passes bytes and drops printed lines.
 *
 * <p>On a cluster it first puts the libraries for Hive's containers there: see {@link
 * ClusterLibraries}. On one machine, it saves Hive the copy of its jar: see {@link LocalJar}.
 *
 * <p>{@code engines/bin/hive -f q1.hql}
 */
public final class HiveCli {
  private static final String CLI = "org.apache.hadoop.hive.cli.CliDriver";

  private HiveCli() {}

  public static void main(String[] args) throws Throwable {
    List<String> arguments = new ArrayList<>(configured() ? ClusterLibraries.options() : local());
    arguments.addAll(List.of(args)); // of two equal settings the last wins
    System.setOut(new RowsOnly());
    try {
      Class.forName(CLI)
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments.toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Whether a configuration of the user or of a cluster is in use. */
  private static boolean configured() {
    return Stream.of("HIVE_CONF_DIR", "HADOOP_CONF_DIR")
        .anyMatch(name -> !Objects.requireNonNullElse(System.getenv(name), "").isEmpty());
  }

  private static List<String> local() {
    return LocalJar.options(Path.of(System.getenv("LOADPATH_HIVE_DIR"), "jar"));
  }

  /** Standard output for rows. Ends the process if rows cannot be written. */
  private static final class RowOutput extends FileOutputStream {
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

  private static final class RowsOnly extends PrintStream {
    RowsOnly() {
      super(new RowOutput(), false, StandardCharsets.UTF_8); // Hive would not notice lost rows
    }

    @Override
    public void println(String line) {
      // Tez's chatter
    }
  }
}
