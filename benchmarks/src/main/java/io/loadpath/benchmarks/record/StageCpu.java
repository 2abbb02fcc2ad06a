package io.loadpath.benchmarks.record;

/**
 * CPU time of one stage of a run.
 *
 * @param stage for example {@code client}, {@code preprocessor}, {@code database}, {@code
 *     background} (its WAL and checkpoints) or {@code hadoop} (its daemons)
 */
public record StageCpu(String stage, long userNanos, long systemNanos) {
  public StageCpu {
    Check.text("samples.cpu.stage", stage);
    Check.atLeast("samples.cpu.userNanos", 0, userNanos);
    Check.atLeast("samples.cpu.systemNanos", 0, systemNanos);
  }

  public long totalNanos() {
    return userNanos + systemNanos;
  }
}
