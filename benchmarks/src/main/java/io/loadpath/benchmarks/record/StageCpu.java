package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * CPU time of one stage of a run.
 *
 * @param stage for example {@code client}, {@code preprocessor}, {@code database}, {@code
 *     background} (its WAL and checkpoints), {@code containers} and {@code daemons} of the bundled
 *     cluster, {@code hadoop} (the user's daemons with their containers)
 * @param source where a count comes from that is not the instrument's, such as {@code v$mystat}; it
 *     does not tell user from system time, and all of it is in {@code userNanos}; null for the
 *     instrument's own
 */
public record StageCpu(
    String stage,
    long userNanos,
    long systemNanos,
    @JsonInclude(JsonInclude.Include.NON_NULL) String source) {

  @JsonCreator
  public StageCpu {
    Check.text("samples.cpu.stage", stage);
    Check.atLeast("samples.cpu.userNanos", 0, userNanos);
    Check.atLeast("samples.cpu.systemNanos", 0, systemNanos);
  }

  /** A stage that the instrument counted. */
  public StageCpu(String stage, long userNanos, long systemNanos) {
    this(stage, userNanos, systemNanos, null);
  }

  public long totalNanos() {
    return userNanos + systemNanos;
  }

  /** The stage, and who counted it where that was not the instrument. */
  public String label() {
    return source == null ? stage : stage + " by " + source;
  }
}
