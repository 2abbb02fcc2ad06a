package io.loadpath.benchmarks.cpu;

import io.loadpath.benchmarks.LoadpathException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Chooses the best instrument that this user may use on this machine and that tells the truth. */
public final class CpuMeters {
  /** An instrument that is off by more than this share is refused. */
  static final double TOLERANCE = 0.03;

  static final int FIRST_TURNS = 100_000;
  private static final int MORE = 6;

  private CpuMeters() {}

  /**
   * Tests all instruments at once on one burner and returns the first good one, in the order cgroup
   * v2, cgroup v1, process tree.
   *
   * @param name the name of the groups to make, unique to this harness
   * @param client the name of the stage of what the harness starts
   * @param started finds the live processes that the harness started
   * @param servers first processes of the running services, by stage
   * @throws LoadpathException if no instrument tells the truth
   */
  public static CheckedMeter choose(
      String name, String client, Supplier<Set<Long>> started, Map<String, Set<Long>> servers) {
    return choose(candidates(name, started), client, servers, FIRST_TURNS);
  }

  /**
   * The same among {@code candidates}.
   *
   * @param turns of the burner's loops in the first test; the second one has six times as many
   */
  static CheckedMeter choose(
      List<CpuMeter> candidates, String client, Map<String, Set<Long>> servers, int turns) {
    List<CheckedMeter> usable = new ArrayList<>();
    for (CpuMeter meter : candidates) {
      try {
        CpuStage clientStage = meter.started(client);
        Map<String, CpuStage> stages = new LinkedHashMap<>();
        servers.forEach((stage, roots) -> stages.put(stage, meter.running(stage, roots)));
        usable.add(new CheckedMeter(meter, clientStage, stages, 0, 0));
      } catch (UncheckedIOException e) {
        meter.close(); // this user may not use it, or not for a service
      }
    }
    List<CheckedMeter> tested = test(usable, turns);
    if (tested.stream().noneMatch(CpuMeters::tellsTheTruth)) {
      tested =
          test(usable, MORE * turns); // a quick machine ends before a coarse clock has ticked often
    }
    CheckedMeter best = tested.stream().filter(CpuMeters::tellsTheTruth).findFirst().orElse(null);
    tested.stream().filter(meter -> meter != best).forEach(CheckedMeter::close);
    if (best == null) {
      throw noneIsGood(tested);
    }
    return best;
  }

  private static List<CheckedMeter> test(List<CheckedMeter> meters, int turns) {
    List<String> launcher = meters.stream().flatMap(m -> m.client().launcher().stream()).toList();
    List<CpuReading> before = meters.stream().map(meter -> meter.client().read()).toList();
    long expected = Burner.burnNanos(launcher, turns);
    List<CheckedMeter> tested = new ArrayList<>();
    for (CheckedMeter meter : meters) {
      CpuReading after = meter.client().read();
      long measured = after.since(before.get(tested.size())).totalNanos();
      tested.add(
          new CheckedMeter(meter.meter(), meter.client(), meter.servers(), expected, measured));
    }
    return tested;
  }

  private static boolean tellsTheTruth(CheckedMeter meter) {
    return Math.abs(meter.measuredNanos() - meter.expectedNanos())
        <= meter.expectedNanos() * TOLERANCE;
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

  private static List<CpuMeter> candidates(String name, Supplier<Set<Long>> started) {
    List<CpuMeter> candidates = new ArrayList<>();
    for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
      try {
        candidates.add(new CgroupMeter(hierarchy, name));
      } catch (UncheckedIOException e) {
        // this user may not make groups there: the next instrument
      }
    }
    candidates.add(new ProcessTreeMeter(started));
    return candidates;
  }
}
