package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.ComparisonReport;
import io.loadpath.benchmarks.statistics.RecordComparison;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bin/loadpath compare benchmarks/results/before.json benchmarks/results/after.json} */
@Command(
    name = "compare",
    description = {
      "Compares two records: for each variant that both hold, seconds and CPU-seconds of A and of B,"
          + " and B/A with its 95 %% interval.",
      "Says 'faster' or 'slower' of B when that interval does not hold 1, otherwise 'no difference"
          + " shown'.",
      "Refuses, with exit code 1, what cannot be compared: other rows, another CPU instrument, runs"
          + " without proof. The same rounds on the same machine make the narrowest interval."
    },
    footer = {
      "",
      "Example, before and after a change of the path:",
      "  bin/loadpath run --only sqoop-export-jdbc --rounds 10 --warmups 1",
      "  bin/loadpath run --only sqoop-export-jdbc --rounds 10 --warmups 1",
      "  bin/loadpath compare benchmarks/results/20261120T210000Z-quick.json"
          + " benchmarks/results/20261120T220000Z-quick.json",
      "",
      "To compare variants within one run, see --baseline in 'bin/loadpath run --help'."
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin private HelpOption help;

  @Parameters(index = "0", paramLabel = "A", description = "The earlier record, NAME.json.")
  private Path a;

  @Parameters(index = "1", paramLabel = "B", description = "The later record, NAME.json.")
  private Path b;

  @Override
  public Integer call() throws IOException {
    RunRecord recordA = ReportCommand.read(a);
    RunRecord recordB = ReportCommand.read(b);
    RecordComparison comparison = RecordComparison.of(recordA, recordB);
    System.out.println("A  " + described(recordA, a));
    System.out.println("B  " + described(recordB, b));
    ComparisonReport.lines(comparison).forEach(System.out::println);
    comparison.warnings().forEach(warning -> System.err.println("warning: " + warning));
    comparison.refusals().forEach(reason -> System.err.println("not compared: " + reason));
    return comparison.refusals().isEmpty() ? 0 : 1;
  }

  private static String described(RunRecord record, Path file) {
    String revision =
        record.gitRevision() == null
            ? ""
            : " (git %s%s)"
                .formatted(
                    record.gitRevision().substring(0, Math.min(10, record.gitRevision().length())),
                    Boolean.TRUE.equals(record.gitDirty()) ? " with changes" : "");
    return "%s  loadpath %s%s".formatted(file, record.loadpathVersion(), revision);
  }
}
