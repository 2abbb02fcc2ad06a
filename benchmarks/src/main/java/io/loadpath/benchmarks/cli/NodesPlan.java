package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.plan.Ingest;
import io.loadpath.benchmarks.plan.JobFigures;
import io.loadpath.benchmarks.plan.JobForecast;
import io.loadpath.benchmarks.plan.JobText;
import io.loadpath.benchmarks.plan.Nodes;
import io.loadpath.benchmarks.plan.RecordJobs;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.NodesCheck;
import io.loadpath.benchmarks.report.NodesReport;
import io.loadpath.benchmarks.suite.DatasetSize;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Forecasts Q1 and a load on clusters that are not there, from the record of one that is.
 *
 * @param counts numbers of nodes
 * @param containers of a node that work at a time; null: one for each core of the record's
 * @param ingest into a node
 */
record NodesPlan(List<Integer> counts, Integer containers, DatasetSize scale, Ingest ingest) {
  /** What to forecast. */
  private enum Job {
    QUERY("Q1", RecordJobs::query, JobForecast::ofQuery),
    LOAD("A load", RecordJobs::load, JobForecast::ofLoad);

    private final String words;
    private final Function<RunRecord, RecordJobs> runs;
    private final Forecaster forecaster;

    Job(String words, Function<RunRecord, RecordJobs> runs, Forecaster forecaster) {
      this.words = words;
      this.runs = runs;
      this.forecaster = forecaster;
    }
  }

  private interface Forecaster {
    JobForecast of(JobFigures figures, Nodes nodes, double bytes);
  }

  /**
   * Returns the newest record of a folder that Q1 can be forecast from.
   *
   * @throws LoadpathException if there is none
   */
  static RunRecord newest(Path folder) throws IOException {
    List<RunRecord> fitting = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".json")).forEach(file -> add(file, fitting));
      }
    }
    return fitting.stream()
        .max(Comparator.comparing(RunRecord::startedAt))
        .orElseThrow(
            () ->
                new LoadpathException(
                    "no record in %s has what a forecast of Q1 takes; 'bin/loadpath run nodes' makes one"
                        .formatted(folder)));
  }

  private static void add(Path file, List<RunRecord> fitting) {
    try {
      RunRecord record = RecordFile.read(file);
      RecordJobs.query(record).figures();
      fitting.add(record);
    } catch (IOException | RuntimeException e) {
      // another's file, or a record of other runs
    }
  }

  /**
   * Prints the forecasts from a record.
   *
   * @param check whether to print how far they are off for the runs of the record, too
   * @return the exit code
   */
  int print(RunRecord record, boolean check) {
    List<String> problems = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    List<String> checks = new ArrayList<>();
    boolean passed = true;
    for (Job job : Job.values()) {
      try {
        RecordJobs runs = job.runs.apply(record);
        lines.addAll(forecasts(job, runs.figures()));
        NodesCheck checked = NodesCheck.of(runs);
        checks.add("");
        checks.addAll(checked.lines(job.words));
        passed &= checked.passed();
      } catch (LoadpathException e) {
        problems.add("%s is not forecast: %s".formatted(job.words, e.getMessage()));
      }
    }
    if (lines.isEmpty()) {
      throw new LoadpathException(String.join("\n", problems));
    }
    question().forEach(System.out::println);
    lines.forEach(System.out::println);
    problems.forEach(System.out::println);
    if (check) {
      checks.forEach(System.out::println);
    }
    return check && !passed ? 1 : 0;
  }

  private List<String> question() {
    return List.of(
        "scale    %s = %s, as many bytes as LINEITEM has"
            .formatted(
                BigDecimal.valueOf(scale.scale()).stripTrailingZeros().toPlainString(),
                JobText.bytes(scale.aboutLineitemBytes())),
        "ingest   %s = %s into a node, from its disks or the network%s"
            .formatted(
                ingest.text(),
                JobText.rate(ingest.bytesPerSecond()),
                ingest.note().isEmpty() ? "" : " (" + ingest.note() + ")"));
  }

  private List<String> forecasts(Job job, JobFigures figures) {
    int each = containers == null ? figures.cores() : containers;
    List<String> lines =
        new ArrayList<>(
            List.of(
                "",
                "nodes    %s and %s each"
                    .formatted(
                        JobText.count(figures.cores(), "core"), JobText.count(each, "container"))));
    lines.addAll(
        NodesReport.lines(
            job.words,
            counts.stream()
                .map(n -> new Nodes(n, each, ingest.bytesPerSecond()))
                .map(nodes -> job.forecaster.of(figures, nodes, scale.aboutLineitemBytes()))
                .toList()));
    return lines;
  }
}
