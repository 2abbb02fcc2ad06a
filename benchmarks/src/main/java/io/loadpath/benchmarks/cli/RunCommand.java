package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.suite.Suite;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bin/loadpath run quick --rounds 5 --only external-table-postgres} */
@Command(
    name = "run",
    description = {
      "Runs every path of a suite on real engines, verifies that the rows arrived or that the answer"
          + " is right, and writes a record and a report.",
      "A path that fails does not stop the others; the exit code is then 1."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath run",
      "  bin/loadpath run quick --rounds 5",
      "  bin/loadpath run quick --budget 10m",
      "  bin/loadpath run quick --rounds 10 --warmups 1 --baseline sqoop-export-jdbc",
      "  bin/loadpath run --only mapreduce-q1 --scale 1",
      "  bin/loadpath run --only 'copy-postgres files=3' --rows 10000000",
      "  bin/loadpath run --only mapreduce-q1 --on local,cluster",
      "  bin/loadpath run --paths ../my-paths --only my-loader",
      "  bin/loadpath describe 'sales/*.csv.gz'",
      "  bin/loadpath run own --table sales.yaml"
    })
final class RunCommand extends SuiteRun {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SUITE",
      defaultValue = "quick",
      description =
          "A suite of 'bin/loadpath list', or a suite file of your own, NAME.yaml"
              + " (default: ${DEFAULT-VALUE}).")
  private String suiteName;

  @Mixin private TableOptions table;

  @Override
  String suiteName() {
    return suiteName;
  }

  @Override
  String words() {
    return "run " + suiteName + table.words();
  }

  @Override
  Optional<RunRequest.UserTable> table(Suite suite) {
    try {
      return table.of(suite);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage());
    }
  }
}
