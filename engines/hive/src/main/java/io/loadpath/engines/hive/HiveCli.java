package io.loadpath.engines.hive;

import io.loadpath.engines.hadoop.FileSystemErrors;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Starts Hive's own command line with a standard output that carries rows only.
 *
 * <p>In local mode Tez's application master runs inside the client. It reports each DAG and each
 * task with {@code System.out.println}, between the rows of the answer, and again on standard
 * error. Hive writes rows as bytes, through its own stream on top of {@code System.out}. So this
 * {@code System.out} passes bytes and drops printed lines.
 *
 * <p>With the system property {@value #LIBRARIES} it first puts the libraries for Hive's containers
 * into that folder of the cluster's file system.
 *
 * <p>{@code bin/hive -f q1.hql}
 */
public final class HiveCli {
  private static final String CLI = "org.apache.hadoop.hive.cli.CliDriver";

  private static final String LIBRARIES = "loadpath.hive.libraries";

  private static final int CLOSED_PIPE = 128 + 13; // as if SIGPIPE had ended the process

  private HiveCli() {}

  public static void main(String[] args) throws Throwable {
    List<String> arguments = new ArrayList<>();
    String libraries = System.getProperty(LIBRARIES);
    if (libraries != null) {
      for (String setting : stage(libraries)) {
        arguments.addAll(List.of("--hiveconf", setting));
      }
    }
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

  private static List<String> stage(String place) {
    Path root = Path.of(System.getenv("LOADPATH_ROOT"));
    Configuration conf = new Configuration();
    conf.addResource(
        new org.apache.hadoop.fs.Path(root.resolve("engines/hadoop/impatient.xml").toUri()));
    try {
      return new ClusterLibraries(root.resolve("engines/hive/target/lib")).stage(conf, place);
    } catch (IOException | RuntimeException e) {
      System.err.println(
          "hive: " + FileSystemErrors.explain(e, new org.apache.hadoop.fs.Path(place)));
      System.exit(1);
      return List.of();
    }
  }

  private static final class RowsOnly extends PrintStream {
    RowsOnly() {
      super(new CheckedOutput(), false, StandardCharsets.UTF_8);
    }

    @Override
    public void println(String line) {
      // Tez's chatter
    }
  }

  /** Ends the process when rows cannot be written: Hive would not notice. */
  private static final class CheckedOutput extends FileOutputStream {
    CheckedOutput() {
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
}
