package io.loadpath.mapreduce;

import io.loadpath.mapreduce.load.client.LoadJob;
import io.loadpath.mapreduce.q1.Q1Job;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.util.ToolRunner;

/**
 * The jar's main class: runs the program that the first argument names.
 *
 * <pre>
 * hadoop jar loadpath-mapreduce-*.jar q1 -D loadpath.q1.delta-days=112 /tpch/lineitem /tpch/q1
 * </pre>
 */
public final class Driver {
  private static final int WRONG_USAGE = 2;

  private static final String PROGRAMS =
      """
      Valid program names are:
        q1: pricing summary report over LINEITEM text (derived from TPC-H Q1)
        load: loads files into a table of PostgreSQL, sorted, partition by partition
        q1-textbook: the same report, one row per map call, for comparison
      'hadoop jar loadpath-mapreduce-*.jar <program> --help' shows its arguments
      """;

  private Driver() {}

  public static void main(String[] args) throws Exception {
    System.exit(run(System.out, System.err, args));
  }

  /** Returns the exit code. */
  static int run(PrintStream out, PrintStream err, String... args) throws Exception {
    String program = args.length == 0 ? "" : args[0];
    if (List.of(Q1Job.NAME, Q1Job.TEXTBOOK).contains(program)) {
      String[] rest = Arrays.copyOfRange(args, 1, args.length);
      return ToolRunner.run(new Q1Job(program, out, err), rest);
    }
    if (program.equals(LoadJob.NAME)) {
      String[] rest = Arrays.copyOfRange(args, 1, args.length);
      return ToolRunner.run(new LoadJob(out, err), rest);
    }
    if (program.equals("--help")) {
      out.print(PROGRAMS);
      return 0;
    }
    err.println(
        program.isEmpty()
            ? "An example program must be given as the first argument."
            : "Unknown program '" + program + "' chosen.");
    err.print(PROGRAMS);
    return WRONG_USAGE;
  }
}
