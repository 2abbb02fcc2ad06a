package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.ComparisonReport;
import io.loadpath.benchmarks.statistics.Ratio.Verdict;
import io.loadpath.benchmarks.statistics.RecordComparison;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/loadpath compare benchmarks/results/before.json benchmarks/results/after.json} */
@Command(
    name = "compare",
    description = {
      "Compares two records: shows seconds and CPU-seconds of each variant in both, and the ratio"
          + " B/A with its 95 %% interval.",
      "The verdict on B is 'faster' or 'slower' if the interval does not hold 1, otherwise 'no"
          + " difference shown'.",
      "Records cannot be compared if their rows or their CPU instruments differ, or if a run is"
          + " not verified. Use the same machine, and the same number of rounds."
    },
    footer = {
      "",
      "Example: the same run before and after a change:",
      "  bin/loadpath run --only sqoop-jdbc-load-postgres --rounds 10 --warmups 1",
      "  bin/loadpath run --only sqoop-jdbc-load-postgres --rounds 10 --warmups 1",
      "  cd benchmarks/results",
      "  ../../bin/loadpath compare 20261120T210000Z-quick.json 20261120T220000Z-quick.json",
      "",
      "To compare variants within one run, see --baseline in 'bin/loadpath run --help'.",
      "",
      "Exit code: 0 if all variants were compared, even if B is slower; otherwise 1.",
      "With --fail-if slower, it is also 1 if a variant takes more time in B."
    })
final class CompareCommand implements Callable<Integer> {
  /** The verdict that makes the exit code 1, named as the user types it. */
  enum Failure {
    slower
  }

  @Mixin private HelpOption help;
  @Mixin private JsonOption json;

  @Option(
      names = "--fail-if",
      paramLabel = "slower",
      description = "For CI: exit code 1 if the time of a variant is 'slower'.")
  private Failure failure;

  @Parameters(index = "0", paramLabel = "A", description = "The earlier record, NAME.json.")
  private Path a;

  @Parameters(index = "1", paramLabel = "B", description = "The later record, NAME.json.")
  private Path b;

  @Override
  public Integer call() throws IOException {
    RunRecord recordA = ReportCommand.read(a);
    RunRecord recordB = ReportCommand.read(b);
    RecordComparison comparison = RecordComparison.of(recordA, recordB);
    if (json.wanted()) {
      JsonOption.print(json(comparison));
    } else {
      System.out.println("A  " + described(recordA, a));
      System.out.println("B  " + described(recordB, b));
      ComparisonReport.lines(comparison).forEach(System.out::println);
    }
    comparison.warnings().forEach(warning -> System.err.println("warning: " + warning));
    comparison.refusals().forEach(reason -> System.err.println("not compared: " + reason));
    List<String> slower =
        comparison.rows().stream()
            .filter(row -> row.time().ratio().verdict() == Verdict.SLOWER)
            .map(RecordComparison.Row::variant)
            .toList();
    if (failure != null) {
      slower.forEach(variant -> System.err.println("loadpath: slower in B: " + variant));
    }
    return comparison.refusals().isEmpty() && (failure == null || slower.isEmpty()) ? 0 : 1;
  }

  private Map<String, Object> json(RecordComparison comparison) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("a", a.toString());
    all.put("b", b.toString());
    all.put(
        "variants",
        comparison.rows().stream()
            .map(
                row -> {
                  Map<String, Object> variant = new LinkedHashMap<>();
                  variant.put("variant", row.variant());
                  variant.put("seconds", json(row.time()));
                  variant.put("cpuSeconds", row.cpu().map(CompareCommand::json).orElse(null));
                  return variant;
                })
            .toList());
    all.put("notCompared", comparison.refusals());
    all.put("warnings", comparison.warnings());
    all.put("onlyInA", comparison.onlyInA());
    all.put("onlyInB", comparison.onlyInB());
    return all;
  }

  private static Map<String, Object> json(RecordComparison.Figure figure) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("a", figure.a());
    all.put("b", figure.b());
    all.put("ratio", figure.ratio().estimate());
    all.put("verdict", figure.ratio().words());
    return all;
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
