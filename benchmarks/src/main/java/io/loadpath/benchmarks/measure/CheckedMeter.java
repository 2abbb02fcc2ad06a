package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.ProgramOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * An instrument that passed the test with a burner, a program with known CPU time.
 *
 * @param meter the instrument
 * @param client its stage for the processes that the harness starts
 * @param servers its stages for the running services, by name
 * @param expectedNanos the burner's CPU time by its own account
 * @param measuredNanos the burner's CPU time by the instrument
 */
public record CheckedMeter(
    CpuMeter meter,
    CpuMeter.Stage client,
    Map<String, CpuMeter.Stage> servers,
    long expectedNanos,
    long measuredNanos)
    implements AutoCloseable {
  /** Maximum error of an instrument, as a share. */
  public static final double TOLERANCE = 0.03;

  /** Turns of each loop of the burner; 100,000 take 0.1 to 0.3 s. */
  static final int FIRST_TURNS = 100_000;

  private static final int MORE = 6;
  private static final Duration BURNER_LIMIT = Duration.ofMinutes(1);

  /**
   * A program that uses about half a second of CPU time or more, in itself and in short-lived
   * children, and prints how much. Instruments are tested against this figure. The shell takes it
   * from getrusage(2), which no instrument here reads.
   */
  private static final String BURNER =
      """
      burn() { local i=0; while [ $i -lt %d ]; do i=$((i + 1)); done; }
      burn
      (burn)
      (burn; burn)
      times
      """;

  /**
   * Tests all instruments that this user may use with one burner, and returns the first good one,
   * in the order cgroup v2, cgroup v1, process tree.
   *
   * @param name the name of the groups to make, unique to this harness
   * @param client the name of the stage for processes that the harness starts
   * @param started finds the live processes that the harness started
   * @param servers first processes of the running services, by stage
   * @throws LoadpathException if no instrument is accurate
   */
  public static CheckedMeter choose(
      String name, String client, Supplier<Set<Long>> started, Map<String, Set<Long>> servers) {
    List<CpuMeter> candidates = new ArrayList<>();
    for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
      try {
        candidates.add(new CgroupMeter(hierarchy, name));
      } catch (UncheckedIOException e) {
        // this user may not make groups there: the next instrument
      }
    }
    candidates.add(new ProcessTreeMeter(started));
    return choose(candidates, client, servers, FIRST_TURNS);
  }

  /**
   * Chooses among {@code candidates}.
   *
   * @param turns turns of the burner's loops in the first test; the second test has six times as
   *     many
   */
  static CheckedMeter choose(
      List<CpuMeter> candidates, String client, Map<String, Set<Long>> servers, int turns) {
    List<CheckedMeter> usable = new ArrayList<>();
    for (CpuMeter meter : candidates) {
      try {
        CpuMeter.Stage clientStage = meter.started(client);
        Map<String, CpuMeter.Stage> stages = new LinkedHashMap<>();
        servers.forEach((stage, roots) -> stages.put(stage, meter.running(stage, roots)));
        usable.add(new CheckedMeter(meter, clientStage, stages, 0, 0));
      } catch (UncheckedIOException e) {
        meter.close(); // this user may not use it, or not for a service
      }
    }
    List<CheckedMeter> tested = test(usable, turns);
    if (tested.stream().noneMatch(CheckedMeter::tellsTheTruth)) {
      // on a fast machine, a coarse clock may have too few ticks
      tested = test(usable, MORE * turns);
    }
    CheckedMeter best =
        tested.stream().filter(CheckedMeter::tellsTheTruth).findFirst().orElse(null);
    tested.stream().filter(meter -> meter != best).forEach(CheckedMeter::close);
    if (best == null) {
      throw noneIsGood(tested);
    }
    return best;
  }

  private static List<CheckedMeter> test(List<CheckedMeter> meters, int turns) {
    List<String> launcher = meters.stream().flatMap(m -> m.client().launcher().stream()).toList();
    List<CpuReading> before = meters.stream().map(meter -> meter.client().read()).toList();
    long expected = burnNanos(launcher, turns);
    List<CheckedMeter> tested = new ArrayList<>();
    for (CheckedMeter meter : meters) {
      CpuReading after = meter.client().read();
      long measured = after.since(before.get(tested.size())).totalNanos();
      tested.add(
          new CheckedMeter(meter.meter(), meter.client(), meter.servers(), expected, measured));
    }
    return tested;
  }

  /** Runs the burner with a launcher; returns the burner's CPU time by its own account. */
  private static long burnNanos(List<String> launcher, int turns) {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of("/bin/bash", "-c", BURNER.formatted(turns)));
    try {
      ProgramOutput output = ProgramOutput.of(command, BURNER_LIMIT);
      if (output.exitCode() != 0) {
        throw new LoadpathException("the test of the CPU meter failed: " + output.errors().strip());
      }
      return CpuTime.ofShell(output.text()).totalNanos();
    } catch (IOException e) {
      throw new LoadpathException("the test of the CPU meter could not run: " + e.getMessage(), e);
    }
  }

  private boolean tellsTheTruth() {
    return Math.abs(measuredNanos - expectedNanos) <= expectedNanos * TOLERANCE;
  }

  private static LoadpathException noneIsGood(List<CheckedMeter> tested) {
    String readings =
        tested.stream()
            .map(m -> "%s read %.3f s".formatted(m.meter().name(), m.measuredNanos() / 1e9))
            .collect(Collectors.joining(", "));
    return new LoadpathException(
        "no CPU meter can be trusted here: a program used %.3f s, but %s; try again on a quieter machine"
            .formatted(tested.get(0).expectedNanos() / 1e9, readings));
  }

  @Override
  public void close() {
    meter.close();
  }
}
