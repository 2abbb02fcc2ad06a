package io.loadpath.mapreduce;

import java.io.PrintStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;

/**
 * The jar's main class: runs the program that the first argument names.
 *
 * <pre>hadoop jar loadpath-mapreduce-*.jar q1 /tpch/lineitem /tpch/q1</pre>
 */
public final class Driver {
  private static final String USAGE =
      """
      Usage: hadoop jar loadpath-mapreduce-*.jar <program> [arguments]

      Programs:
        q1           pricing summary report over LINEITEM text (derived from TPC-H Q1)
        q1-textbook  the same answer the textbook's way: a line at a time, for comparison

      Example:
        hadoop jar loadpath-mapreduce-*.jar q1 'hdfs:///tpch/lineitem/part-*' hdfs:///tpch/q1

      '<program> --help' shows a program's arguments and keys.
      """;

  private final PrintStream out;
  private final PrintStream err;

  Driver(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] args) throws Exception {
    System.exit(new Driver(System.out, System.err).run(new Configuration(), args));
  }

  /** Runs the named program; the result is the exit code. */
  int run(Configuration conf, String... args) throws Exception {
    if (args.length == 0) {
      err.print(USAGE);
      return 2;
    }
    if (args[0].equals("--help")) {
      out.print(USAGE);
      return 0;
    }
    for (Q1Program program : Q1Program.values()) {
      if (program.programName().equals(args[0])) {
        Q1Job job = new Q1Job(program, out, err);
        return ToolRunner.run(conf, job, Arrays.copyOfRange(args, 1, args.length));
      }
    }
    err.println("unknown program '" + args[0] + "'");
    err.print(USAGE);
    return 2;
  }
}
