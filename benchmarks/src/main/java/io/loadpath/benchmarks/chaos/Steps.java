package io.loadpath.benchmarks.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What has happened in one job, with times, and which sentences of the model were violated. */
final class Steps {
  private final long begin = System.nanoTime();
  private final List<String> lines = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<Harm.What, Integer> harms = new EnumMap<>(Harm.What.class);

  synchronized void add(String line) {
    lines.add("%6d ms  %s".formatted((System.nanoTime() - begin) / 1_000_000, line));
  }

  /** Notes a harm that was done. */
  synchronized void done(Harm harm) {
    harms.merge(harm.what(), 1, Integer::sum);
    add(harm.what() + ": done");
  }

  /** Notes a violated sentence; what follows a ':' in it is about this case only. */
  synchronized void violation(String sentence) {
    violations.add(sentence);
    add("VIOLATED: " + sentence);
  }

  /** Notes a violated sentence if something is wrong; returns whether nothing is. */
  boolean check(String sentence, String wrong) {
    if (!wrong.isEmpty()) {
      violation(sentence + wrong);
    }
    return wrong.isEmpty();
  }

  static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  synchronized Map<Harm.What, Integer> harms() {
    return Map.copyOf(harms);
  }
}
