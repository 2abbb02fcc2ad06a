package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/** One run of one variant. What a failed run did not get as far as measuring is null. */
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
    Check.nullOrAtLeast("samples.jobs", 0, jobs);
    Check.nullOrAtLeast("samples.tasks", 1, tasks);
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

  /** Why a run failed. */
  public record RunError(String step, Integer exitCode, String message) {
    private static final List<String> STEPS = List.of("setup", "run", "verify", "teardown");

    public RunError {
      Check.oneOf("samples.error.step", step, STEPS);
      Check.text("samples.error.message", message);
    }
  }

  /** CPU time of one stage of a run. */
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

  /** What the whole machine did while a run went on. */
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

  /**
   * Memory and storage that a run took, over all its stages; null is what the machine does not
   * show.
   */
  public record Resources(Long peakMemoryBytes, Long readBytes, Long writtenBytes) {
    public Resources {
      Check.nullOrAtLeast("samples.resources.peakMemoryBytes", 0, peakMemoryBytes);
      Check.nullOrAtLeast("samples.resources.readBytes", 0, readBytes);
      Check.nullOrAtLeast("samples.resources.writtenBytes", 0, writtenBytes);
    }
  }
}
