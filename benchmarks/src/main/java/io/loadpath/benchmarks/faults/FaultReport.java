package io.loadpath.benchmarks.faults;

import java.util.List;

/** What was found of all pairs of a path and a fault. */
public final class FaultReport {
  private final List<Finding> findings;

  FaultReport(List<Finding> findings) {
    this.findings = List.copyOf(findings);
  }

  /** Whether every fault came about, and no path broke its promise: see {@link Finding}. */
  public boolean good() {
    return findings.stream().allMatch(Finding::good);
  }

  /** Returns the lines for a terminal. */
  public List<String> lines() {
    return FaultTable.of(findings).lines();
  }

  /** Returns the table in Markdown, below the command that makes it. */
  public String markdown(String command) {
    return FaultTable.markdown(findings, command);
  }
}
