package io.loadpath.benchmarks.record;

import java.time.Instant;
import java.util.List;

/** Makes samples for tests: a verified one of which nothing but its time is known, then changed. */
public final class SampleBuilder {
  private final String variant;
  private int round = 1;
  private int position = 1;
  private boolean warmup;
  private Instant startedAt = Instant.EPOCH;
  private Sample.Status status = Sample.Status.VERIFIED;
  private Long wallNanos = 1_000_000_000L;
  private Long durableNanos;
  private List<StageCpu> cpu = List.of();
  private Long cpuTotalNanos;
  private MachineLoad machine;
  private Resources resources;
  private Long rows;
  private Long storedBytes;
  private Integer jobs;
  private Integer tasks;
  private Long shuffledBytes;
  private List<List<String>> answer;
  private List<String> leftProcesses = List.of();
  private List<String> notes = List.of();
  private Sample.RunError error;

  public SampleBuilder(String variant) {
    this.variant = variant;
  }

  /** A copy of {@code s} to change, of another variant. */
  public static SampleBuilder like(Sample s, String variant) {
    SampleBuilder copy = new SampleBuilder(variant).wall(s.wallNanos()).cpu(s.cpu());
    copy.round = s.round();
    copy.position = s.position();
    copy.warmup = s.warmup();
    copy.startedAt = s.startedAt();
    copy.status = s.status();
    copy.durableNanos = s.durableNanos();
    copy.cpuTotalNanos = s.cpuTotalNanos();
    copy.machine = s.machine();
    copy.resources = s.resources();
    copy.rows = s.rows();
    copy.storedBytes = s.storedBytes();
    copy.jobs = s.jobs();
    copy.tasks = s.tasks();
    copy.shuffledBytes = s.shuffledBytes();
    copy.answer = s.answer();
    copy.leftProcesses = s.leftProcesses();
    copy.notes = s.notes();
    copy.error = s.error();
    return copy;
  }

  /** A copy of {@code s} to change. */
  public static SampleBuilder like(Sample s) {
    return like(s, s.variant());
  }

  public SampleBuilder round(int value) {
    round = value;
    return this;
  }

  public SampleBuilder position(int value) {
    position = value;
    return this;
  }

  public SampleBuilder warmup(boolean value) {
    warmup = value;
    return this;
  }

  public SampleBuilder startedAt(Instant value) {
    startedAt = value;
    return this;
  }

  public SampleBuilder wall(Long nanos) {
    wallNanos = nanos;
    return this;
  }

  public SampleBuilder durable(Long nanos) {
    durableNanos = nanos;
    return this;
  }

  public SampleBuilder cpu(List<StageCpu> value) {
    cpu = value;
    return this;
  }

  public SampleBuilder cpuTotal(Long nanos) {
    cpuTotalNanos = nanos;
    return this;
  }

  public SampleBuilder machine(MachineLoad value) {
    machine = value;
    return this;
  }

  /** With 45 % of the machine used by strangers. */
  public SampleBuilder disturbed() {
    return machine(new MachineLoad(2_000_000_000, 900_000_000, 0, 0, 0));
  }

  public SampleBuilder resources(Resources value) {
    resources = value;
    return this;
  }

  public SampleBuilder rows(Long value) {
    rows = value;
    return this;
  }

  public SampleBuilder stored(Long bytes) {
    storedBytes = bytes;
    return this;
  }

  public SampleBuilder query(Integer jobCount, Integer taskCount, Long shuffled) {
    jobs = jobCount;
    tasks = taskCount;
    shuffledBytes = shuffled;
    return this;
  }

  /** Failed; or verified, if {@code value} is null. */
  public SampleBuilder error(Sample.RunError value) {
    status = value == null ? Sample.Status.VERIFIED : Sample.Status.FAILED;
    error = value;
    return this;
  }

  /** Failed without a reason, which no sample may be. */
  SampleBuilder failedForNoReason() {
    status = Sample.Status.FAILED;
    return this;
  }

  public Sample build() {
    return new Sample(
        variant,
        round,
        position,
        warmup,
        startedAt,
        status,
        wallNanos,
        durableNanos,
        cpu,
        cpuTotalNanos,
        machine,
        resources,
        rows,
        storedBytes,
        jobs,
        tasks,
        shuffledBytes,
        answer,
        leftProcesses,
        notes,
        error);
  }
}
