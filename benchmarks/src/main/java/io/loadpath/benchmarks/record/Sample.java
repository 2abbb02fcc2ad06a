package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * One run of one variant. What a failed run did not get as far as measuring is null.
 *
 * @param variant id of a {@link VariantInfo}
 * @param round from 1; warm-up rounds and start runs count on their own
 * @param position place in the order of time over the whole record, from 1
 * @param start whether it ran on the variant's {@link VariantInfo#startDataset few rows}, so that
 *     nearly all of its time is start-up; false when absent
 * @param wallNanos duration of the run step, until all rows were committed
 * @param durableNanos the same until what was written is on disk too, after a checkpoint and an
 *     fsync
 * @param cpu CPU time by stage, until the run was durable
 * @param cpuTotalNanos the instrument's own total over the stages that it counted; null when it has
 *     none
 * @param machine what else the machine did in that time
 * @param resources memory and storage that the run took
 * @param rows rows that verify found
 * @param storedBytes bytes that the rows take where they arrived
 * @param jobs MapReduce or Tez jobs of a query
 * @param tasks map, reduce or Tez tasks of a query that ended well
 * @param shuffledBytes bytes that the tasks of a query fetched from other tasks, as they are stored
 *     and sent
 * @param answer rows of a query's answer
 * @param leftProcesses processes that the run left behind, ended by the harness; usually empty
 * @param notes where the run was not what the path's title claims, in the words of verify; usually
 *     empty
 * @param error set exactly when the status is failed
 */
public record Sample(
    String variant,
    int round,
    int position,
    boolean warmup,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) Boolean start,
    Instant startedAt,
    Status status,
    Long wallNanos,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long durableNanos,
    List<StageCpu> cpu,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long cpuTotalNanos,
    @JsonInclude(JsonInclude.Include.NON_NULL) MachineLoad machine,
    @JsonInclude(JsonInclude.Include.NON_NULL) Resources resources,
    Long rows,
    Long storedBytes,
    Integer jobs,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer tasks,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long shuffledBytes,
    List<List<String>> answer,
    List<String> leftProcesses,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes,
    RunError error) {

  /** Verified: the rows that arrived are the rows that were sent, or the answer is right. */
  public enum Status {
    @JsonProperty("verified")
    VERIFIED,
    @JsonProperty("failed")
    FAILED
  }

  public Sample {
    Check.text("samples.variant", variant);
    Check.atLeast("samples.round", 1, round);
    Check.atLeast("samples.position", 1, position);
    start = start != null && start;
    Check.present("samples.startedAt", startedAt);
    Check.present("samples.status", status);
    Check.nullOrAtLeast("samples.wallNanos", 1, wallNanos);
    Check.nullOrAtLeast("samples.durableNanos", wallNanos == null ? 1 : wallNanos, durableNanos);
    cpu = cpu == null ? null : List.copyOf(cpu);
    Check.nullOrAtLeast("samples.cpuTotalNanos", 0, cpuTotalNanos);
    Check.nullOrAtLeast("samples.rows", 0, rows);
    Check.nullOrAtLeast("samples.storedBytes", 0, storedBytes);
    Check.nullOrAtLeast("samples.jobs", 0, jobs == null ? null : jobs.longValue());
    Check.nullOrAtLeast("samples.tasks", 1, tasks == null ? null : tasks.longValue());
    Check.nullOrAtLeast("samples.shuffledBytes", 0, shuffledBytes);
    answer = Check.rows(answer);
    leftProcesses = Check.list("samples.leftProcesses", leftProcesses);
    notes = notes == null ? List.of() : List.copyOf(notes);
    if (status == Status.FAILED && error == null) {
      throw new IllegalArgumentException(
          "samples.error is missing for the failed '" + variant + "', expected what went wrong");
    }
    if (status == Status.VERIFIED && (error != null || wallNanos == null || cpu == null)) {
      throw new IllegalArgumentException(
          "the verified sample of '" + variant + "' must have wallNanos and cpu and no error");
    }
  }

  public boolean verified() {
    return status == Status.VERIFIED;
  }

  /** Whether figures may be made of it: it is neither a warm-up nor a start run. */
  public boolean counted() {
    return !warmup && !start;
  }

  /** {@code start run}, {@code warm-up} or {@code run}. */
  public String kind() {
    return start ? "start run" : warmup ? "warm-up" : "run";
  }

  /** Whether other programs used too much of the machine for the figures to be compared. */
  public boolean disturbed() {
    return machine != null && machine.disturbed();
  }

  /** CPU time of all stages, user and system; null when it was not measured. */
  public Long cpuNanos() {
    return cpu == null ? null : (Long) cpu.stream().mapToLong(StageCpu::totalNanos).sum();
  }

  /**
   * Why a run failed.
   *
   * @param step {@code setup}, {@code run}, {@code verify} or {@code teardown}
   * @param exitCode of the step; null when it did not exit on its own
   */
  public record RunError(String step, Integer exitCode, String message) {
    public RunError {
      Check.oneOf("samples.error.step", step, "setup", "run", "verify", "teardown");
      Check.text("samples.error.message", message);
    }
  }
}
