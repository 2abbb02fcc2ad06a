package io.loadpath.benchmarks.record;

/**
 * What counted the CPU time.
 *
 * @param name {@code cgroup-v1-cpuacct}, {@code cgroup-v2-cpu.stat} or {@code proc-tree}
 * @param check the instrument's reading of a burner of known CPU time; null when it was not tried
 */
public record Instrument(String name, SelfCheck check) {
  public Instrument {
    Check.oneOf("instrument.name", name, "cgroup-v1-cpuacct", "cgroup-v2-cpu.stat", "proc-tree");
  }

  /** CPU time that a burner used, and what the instrument read. */
  public record SelfCheck(long expectedCpuNanos, long measuredCpuNanos) {
    public SelfCheck {
      Check.atLeast("instrument.check.expectedCpuNanos", 1, expectedCpuNanos);
      Check.atLeast("instrument.check.measuredCpuNanos", 0, measuredCpuNanos);
    }
  }
}
