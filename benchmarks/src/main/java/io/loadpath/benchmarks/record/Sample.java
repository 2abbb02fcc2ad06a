package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One run of one variant. Values that a failed run did not measure are null. */
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
    @JsonInclude(JsonInclude.Include.NON_NULL) MachineLoad databaseMachine,
    @JsonInclude(JsonInclude.Include.NON_NULL) Resources resources,
    Long rows,
    Long storedBytes,
    Integer jobs,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer tasks,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long shuffledBytes,
    @JsonInclude(JsonInclude.Include.NON_NULL) MapLocality locality,
    @JsonInclude(JsonInclude.Include.NON_NULL) LoadShares load,
    List<List<String>> answer,
    List<String> leftProcesses,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes,
    RunError error) {

  /** Verified: the rows that arrived equal the rows that were sent, or the answer is exact. */
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

  /** Whether it counts in figures: it is neither a warm-up nor a start run. */
  public boolean counted() {
    return !warmup && !start;
  }

  /** Returns {@code start run}, {@code warm-up} or {@code run}. */
  public String kind() {
    return start ? "start run" : warmup ? "warm-up" : "run";
  }

  /** Whether other programs used too much of the machine. */
  public boolean disturbed() {
    return machine != null && machine.disturbed()
        || databaseMachine != null && databaseMachine.disturbed();
  }

  /** Returns the larger foreign share of the machines; null if unknown. */
  public Double foreignShare() {
    return Stream.of(Optional.ofNullable(machine), Optional.ofNullable(databaseMachine))
        .flatMap(Optional::stream)
        .map(MachineLoad::foreignShare)
        .max(Double::compare)
        .orElse(null);
  }

  /** Returns the CPU time of all stages, user and system; null if not measured. */
  public Long cpuNanos() {
    return cpu == null ? null : (Long) cpu.stream().mapToLong(StageCpu::totalNanos).sum();
  }

  /** The error of a failed run. */
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

    /** Makes a stage that the instrument counted. */
    public StageCpu(String stage, long userNanos, long systemNanos) {
      this(stage, userNanos, systemNanos, null);
    }

    public long totalNanos() {
      return userNanos + systemNanos;
    }

    /** Returns the stage, with the source of its count if that is not the instrument. */
    public String label() {
      return source == null ? stage : stage + " by " + source;
    }
  }

  /** The load of a whole machine during a run. */
  public record MachineLoad(
      long capacityNanos,
      long foreignCpuNanos,
      long stealNanos,
      long harnessCpuNanos,
      long contextSwitches) {

    /** A run with a larger foreign share is marked and repeated. */
    public static final double FOREIGN_LIMIT = 0.05;

    /**
     * A smaller load means nothing: the kernel counts the machine's CPU time in clock ticks, which
     * differ by up to 40 ms per second from the exact account of a control group.
     */
    public static final long RESOLUTION_NANOS = 50_000_000;

    public MachineLoad {
      Check.atLeast("samples.machine.capacityNanos", 1, capacityNanos);
      Check.atLeast("samples.machine.foreignCpuNanos", 0, foreignCpuNanos);
      Check.atLeast("samples.machine.stealNanos", 0, stealNanos);
      Check.atLeast("samples.machine.harnessCpuNanos", 0, harnessCpuNanos);
      Check.atLeast("samples.machine.contextSwitches", 0, contextSwitches);
    }

    /** Returns the share of the machine that other programs used, from 0. */
    public double foreignShare() {
      return (double) (foreignCpuNanos + stealNanos) / capacityNanos;
    }

    /** Whether other programs used more than {@link #FOREIGN_LIMIT}. */
    public boolean disturbed() {
      return foreignShare() > FOREIGN_LIMIT && foreignCpuNanos + stealNanos > RESOLUTION_NANOS;
    }
  }

  /**
   * Memory and storage of a run, over all its stages. A value that the machine does not show is
   * null.
   */
  public record Resources(Long peakMemoryBytes, Long readBytes, Long writtenBytes) {
    public Resources {
      Check.nullOrAtLeast("samples.resources.peakMemoryBytes", 0, peakMemoryBytes);
      Check.nullOrAtLeast("samples.resources.readBytes", 0, readBytes);
      Check.nullOrAtLeast("samples.resources.writtenBytes", 0, writtenBytes);
    }
  }
}
