package io.loadpath.benchmarks.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bin/loadpath dissect q1} */
@Command(
    name = "dissect",
    description = {
      "Shows why Hive needs two jobs for Q1, and Pig three, where the hand-written job needs one:"
          + " runs each with one thing left out or changed at a time (ORDER BY, map-side aggregation, the number of"
          + " reducers, text or ORC) and prints jobs, tasks, shuffled bytes, CPU-seconds and seconds"
          + " of each.",
      "Every answer is verified. The record and its report are those of 'bin/loadpath run dissect-q1'."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath dissect q1",
      "  bin/loadpath dissect q1 --scale 1 --rounds 3",
      "  bin/loadpath dissect q1 --only 'hive-q1 engine=mr'"
    })
final class DissectCommand extends SuiteRun {
  /** The suite that takes the query apart. */
  static final String SUITE = "dissect-q1";

  private static final String Q1 = "q1";

  @Parameters(index = "0", paramLabel = "QUERY", description = "What to dissect: q1.")
  private String query;

  @Override
  String suiteName() {
    return SUITE;
  }

  @Override
  String words() {
    return "dissect " + query;
  }

  @Override
  void check() {
    if (!query.equals(Q1)) {
      throw wrongUsage("'%s' cannot be dissected, only %s".formatted(query, Q1));
    }
    super.check();
  }
}
