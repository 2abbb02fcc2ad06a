package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.report.PrintedTable;
import io.loadpath.benchmarks.report.Templates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of findings: a line for each path, fault and end. */
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
    return table().lines();
  }

  /** Trials of a pair that ended alike are one line, with the message of the first. */
  private PrintedTable<List<Finding>> table() {
    Map<List<Object>, List<Finding>> alike =
        findings.stream()
            .collect(
                Collectors.groupingBy(
                    finding ->
                        List.of(
                            finding.path(), finding.fault(), arrived(finding), exitCode(finding)),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return PrintedTable.of(List.copyOf(alike.values()))
        .text("Path", trials -> trials.get(0).path())
        .text("Fault", trials -> fault(trials.get(0)))
        .text("Arrived", trials -> arrived(trials.get(0)))
        .number("Exit code", trials -> trials.get(0).injected() ? exitCode(trials.get(0)) : null)
        .number(
            "Trials",
            trials -> trials.get(0).effect().equals(Finding.NOT_RUN) ? null : trials.size())
        .text("Last message", trials -> message(trials.get(0)));
  }

  private static String fault(Finding finding) {
    boolean how = finding.injected() && !finding.note().isEmpty();
    return finding.fault().title() + (how ? " (" + finding.note() + ")" : "");
  }

  private static String arrived(Finding finding) {
    if (!finding.injected()) {
      return finding.effect().equals(Finding.NOT_RUN) ? Finding.NOT_RUN : "not measured";
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
    return Stream.of(
            arrived(finding),
            finding.injected() ? exitCode(finding).toString() : "",
            Objects.requireNonNullElse(message(finding), ""))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** Returns the command that makes the table, and the table in Markdown. */
  public String markdown(String command) {
    return Templates.text("faults.ftl", Map.of("t", table(), "command", command));
  }
}
