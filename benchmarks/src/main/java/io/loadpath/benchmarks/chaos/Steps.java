package io.loadpath.benchmarks.chaos;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The steps of one job with their times, and the violated sentences of the model. */
final class Steps {
  final List<String> lines = new CopyOnWriteArrayList<>();
  final List<String> violations = new CopyOnWriteArrayList<>();

  /** The harms done. */
  final List<Harm.What> harms = new CopyOnWriteArrayList<>();

  private final long begin = System.nanoTime();

  void add(String line) {
    lines.add("%6d ms  %s".formatted((System.nanoTime() - begin) / 1_000_000, line));
  }

  /** Notes why an action was refused, such as by the server. */
  void refused(String what, Exception e) {
    String message = String.valueOf(e.getMessage());
    add(what + ": refused: " + message.lines().findFirst().orElse(""));
  }

  /** Notes a violated sentence; the part after ':' is about this case only. */
  void violation(String sentence) {
    violations.add(sentence);
    add("VIOLATED: " + sentence);
  }

  /** Notes a violated sentence if {@code wrong} is not empty; returns whether it is empty. */
  boolean check(String sentence, String wrong) {
    if (!wrong.isEmpty()) {
      violation(sentence + wrong);
    }
    return wrong.isEmpty();
  }
}
