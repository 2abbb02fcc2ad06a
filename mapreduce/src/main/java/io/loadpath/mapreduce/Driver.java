package io.loadpath.mapreduce;

import io.loadpath.mapreduce.q1.Q1Job;
import io.loadpath.mapreduce.q1.TextbookQ1Job;
import java.io.PrintStream;
import java.util.Set;
import org.apache.hadoop.util.ProgramDriver;

/**
 * The jar's main class: runs the program that the first argument names.
 *
 * <pre>hadoop jar loadpath-mapreduce-*.jar q1 /tpch/lineitem /tpch/q1</pre>
 */
public final class Driver {
  private static final int WRONG_USAGE = 2;

  private Driver() {}

  public static void main(String[] args) throws Throwable {
    System.exit(run(args));
  }

  /** Returns the exit code if no program runs; the programs exit themselves. */
  static int run(String... args) throws Throwable {
    ProgramDriver programs = new ProgramDriver();
    programs.addClass(
        Q1Job.NAME,
        Q1Job.class,
        "pricing summary report over LINEITEM text (derived from TPC-H Q1)");
    programs.addClass(
        TextbookQ1Job.NAME, TextbookQ1Job.class, "the same report, a line at a time, to compare");
    if (args.length > 0 && Set.of(Q1Job.NAME, TextbookQ1Job.NAME).contains(args[0])) {
      programs.run(args);
    }
    return listPrograms(programs, args);
  }

  /** Prints the list after a mistake on stderr: ProgramDriver prints only to System.out. */
  private static int listPrograms(ProgramDriver programs, String... args) throws Throwable {
    boolean help = args.length > 0 && args[0].equals("--help");
    PrintStream out = System.out;
    System.setOut(help ? out : System.err);
    try {
      programs.run(help ? new String[0] : args);
      System.out.println(
          "'hadoop jar loadpath-mapreduce-*.jar <program> --help' shows its arguments");
    } finally {
      System.setOut(out);
    }
    return help ? 0 : WRONG_USAGE;
  }
}
