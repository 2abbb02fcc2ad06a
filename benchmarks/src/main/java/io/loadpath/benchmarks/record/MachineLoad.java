package io.loadpath.benchmarks.record;

/**
 * What the whole machine did while a run went on.
 *
 * @param capacityNanos CPU time that there was: cores times duration
 * @param foreignCpuNanos CPU time of processes that are neither the run's nor the harness's
 * @param stealNanos CPU time that the hypervisor gave to others
 * @param harnessCpuNanos CPU time of the harness itself
 * @param contextSwitches of all processes
 */
public record MachineLoad(
    long capacityNanos,
    long foreignCpuNanos,
    long stealNanos,
    long harnessCpuNanos,
    long contextSwitches) {

  /** A run with a larger foreign share is marked and repeated. */
  public static final double FOREIGN_LIMIT = 0.05;

  /**
   * Less than this says nothing: the kernel counts the machine's CPU time by clock ticks, which
   * over a second miss the exact account of a control group by up to 40 ms.
   */
  public static final long RESOLUTION_NANOS = 50_000_000;

  public MachineLoad {
    Check.atLeast("samples.machine.capacityNanos", 1, capacityNanos);
    Check.atLeast("samples.machine.foreignCpuNanos", 0, foreignCpuNanos);
    Check.atLeast("samples.machine.stealNanos", 0, stealNanos);
    Check.atLeast("samples.machine.harnessCpuNanos", 0, harnessCpuNanos);
    Check.atLeast("samples.machine.contextSwitches", 0, contextSwitches);
  }

  /** The share of the machine that the run could not have, from 0. */
  public double foreignShare() {
    return (double) (foreignCpuNanos + stealNanos) / capacityNanos;
  }

  /** Whether the run had to share the machine. */
  public boolean disturbed() {
    return foreignShare() > FOREIGN_LIMIT && foreignCpuNanos + stealNanos > RESOLUTION_NANOS;
  }
}
