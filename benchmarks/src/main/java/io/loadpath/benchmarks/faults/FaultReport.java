package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.report.PrintedTable;
import io.loadpath.benchmarks.report.Templates;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of findings: one line for each path and fault. */
public record FaultReport(List<Finding> findings) {
  public FaultReport {
    findings = List.copyOf(findings);
  }

  /** Whether every fault was triggered, and no path broke its promise: see {@link Finding}. */
  public boolean good() {
    return findings.stream().allMatch(Finding::good);
  }

  /** Returns the lines for a terminal. */
  public List<String> lines() {
    return table(findings).lines();
  }

  private static PrintedTable<Finding> table(List<Finding> findings) {
    return PrintedTable.of(findings)
        .text("Path", Finding::path)
        .text("Fault", FaultReport::fault)
        .text("Arrived", FaultReport::arrived)
        .number("Exit code", finding -> finding.injected() ? exitCode(finding) : null)
        .text("Last message", FaultReport::message);
  }

  private static String fault(Finding finding) {
    boolean how = finding.injected() && !finding.note().isEmpty();
    return finding.fault().title() + (how ? " (" + finding.note() + ")" : "");
  }

  private static String arrived(Finding finding) {
    if (!finding.injected()) {
      return "not measured";
    }
    return finding.effect() + (finding.good() ? "" : ", not as promised");
  }

  private static Object exitCode(Finding finding) {
    return finding.exitCode() == null ? "ended" : finding.exitCode();
  }

  private static String message(Finding finding) {
    String text =
        finding.injected()
            ? finding.message()
            : Stream.of(finding.note(), finding.message())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(": "));
    return text.isEmpty() ? null : text;
  }

  /** Returns the line for one path and fault. */
  static String line(Finding finding) {
    return table(List.of(finding)).cells("").get(0).stream()
        .skip(2)
        .map(PrintedTable.Cell::text)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** Returns the command that makes the table, and the table in Markdown. */
  public String markdown(String command) {
    return Templates.text("faults.ftl", Map.of("t", table(findings), "command", command));
  }
}
