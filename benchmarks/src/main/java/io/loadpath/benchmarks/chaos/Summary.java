package io.loadpath.benchmarks.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a run of jobs has shown. */
final class Summary {
  private int jobs;
  private int harmed;
  private double quietSeconds;
  private int quiet;
  private final Map<Plan.Kind, Integer> kinds = new EnumMap<>(Plan.Kind.class);
  private final Map<Harm.What, Integer> harms = new EnumMap<>(Harm.What.class);
  private final Map<String, List<Integer>> failures = new TreeMap<>();
  private Exception broken;

  synchronized void add(Plan plan, Steps steps, double seconds) {
    jobs++;
    kinds.merge(plan.kind(), 1, Integer::sum);
    steps.harms().forEach((what, count) -> harms.merge(what, count, Integer::sum));
    if (!steps.harms().isEmpty() || plan.cut() || plan.twin() != Plan.Twin.NONE) {
      harmed++;
    } else if (plan.kind().exports() && plan.prelude() == Plan.Prelude.NOTHING) {
      quiet++;
      quietSeconds += seconds;
    }
    for (String violation : steps.violations()) {
      failures.computeIfAbsent(violation.split(":", 2)[0], s -> new ArrayList<>()).add(plan.job());
    }
  }

  /** Notes that the jobs could not go on. */
  synchronized void broken(Exception e) {
    broken = e;
  }

  synchronized boolean good() {
    return failures.isEmpty() && broken == null;
  }

  synchronized List<String> lines(long seed) {
    List<String> lines = new ArrayList<>();
    lines.add("seed %d: %d jobs, %d with harm".formatted(seed, jobs, harmed));
    lines.add("jobs: " + kinds);
    lines.add("harm: " + harms);
    if (quiet > 0) {
      lines.add("an export without harm takes %.1f s".formatted(quietSeconds / quiet));
    }
    failures.forEach(
        (sentence, numbers) -> lines.add("FAILED %s: jobs %s".formatted(sentence, numbers)));
    if (broken != null) {
      lines.add("ended early: " + broken);
    }
    return lines;
  }
}
