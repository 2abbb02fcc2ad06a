package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The report's section "Q1 dissected" for a terminal, then what failed. */
public final class DissectionTable {
  private static final List<String> HEAD =
      List.of("path", "jobs", "tasks", "shuffled", "CPU-s", "seconds", "");
  private static final String NO_FIGURE = "-";

  private DissectionTable() {}

  /** Returns the lines of the table and of its findings. */
  public static List<String> lines(Figures figures) {
    RunRecord record = figures.record();
    Dissection dissection = Dissection.of(figures);
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    for (Dissection.Row row : dissection.rows()) {
      rows.add(
          List.of(
              row.engine(),
              row.jobs().map(String::valueOf).orElse(NO_FIGURE),
              row.tasks().map(String::valueOf).orElse(NO_FIGURE),
              row.shuffledBytes().map(Numbers::bytes).orElse(NO_FIGURE),
              row.cpuSeconds(),
              row.seconds(),
              row.shows() + (row.figures().disturbed() ? "; disturbed" : "")));
    }
    List<String> lines = new ArrayList<>(TextTable.lines(rows));
    record.samples().stream()
        .filter(sample -> !sample.verified())
        .forEach(s -> lines.add("FAILED: " + s.variant() + ": " + s.error().message()));
    record.notRun().forEach(n -> lines.add("not run: " + n.path() + ": " + n.reason()));
    if (!dissection.findings().isEmpty()) {
      lines.add("");
      lines.addAll(dissection.findings());
    }
    return lines;
  }
}
