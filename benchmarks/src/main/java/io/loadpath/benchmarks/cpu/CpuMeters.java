package io.loadpath.benchmarks.cpu;

import io.loadpath.benchmarks.LoadpathException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Chooses the best instrument that this user may use on this machine and that tells the truth. */
public final class CpuMeters {
  /** An instrument that is off by more than this share is refused. */
  static final double TOLERANCE = 0.03;

  static final String CLIENT = "client";

  private CpuMeters() {}

  /**
   * Tests all instruments at once on one burner and returns the first good one, in the order cgroup
   * v2, cgroup v1, process tree.
   *
   * @param name the name of the groups to make, unique to this harness
   * @param started finds the live processes that the harness started
   * @throws LoadpathException if no instrument tells the truth
   */
  public static CheckedMeter choose(String name, Supplier<Set<Long>> started) {
    return choose(candidates(name, started));
  }

  static CheckedMeter choose(List<CpuMeter> candidates) {
    List<CpuMeter> meters = new ArrayList<>();
    List<CpuStage> stages = new ArrayList<>();
    List<String> launcher = new ArrayList<>();
    for (CpuMeter candidate : candidates) {
      try {
        CpuStage stage = candidate.started(CLIENT);
        meters.add(candidate);
        stages.add(stage);
        launcher.addAll(stage.launcher());
      } catch (UncheckedIOException e) {
        candidate.close();
      }
    }
    List<CpuReading> before = stages.stream().map(CpuStage::read).toList();
    long expected = Burner.burnNanos(launcher);
    CheckedMeter chosen = null;
    StringBuilder refused = new StringBuilder();
    for (int i = 0; i < meters.size(); i++) {
      long measured = stages.get(i).read().since(before.get(i)).totalNanos();
      boolean good = Math.abs(measured - expected) <= expected * TOLERANCE;
      if (good && chosen == null) {
        chosen = new CheckedMeter(meters.get(i), stages.get(i), expected, measured);
      } else {
        meters.get(i).close();
        refused.append(" %s %.3f s".formatted(meters.get(i).name(), measured / 1e9));
      }
    }
    if (chosen == null) {
      throw new LoadpathException(
          "no CPU meter can be trusted here: a program used %.3f s, but they read:%s; try again on a quieter machine"
              .formatted(expected / 1e9, refused));
    }
    return chosen;
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
