package io.loadpath.benchmarks.chaos;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What has happened in one job, with times, and which sentences of the model were violated. */
final class Steps {
  final List<String> lines = new CopyOnWriteArrayList<>();
  final List<String> violations = new CopyOnWriteArrayList<>();

  /** What was harmed. */
  final List<Harm.What> harms = new CopyOnWriteArrayList<>();

  private final long begin = System.nanoTime();

  void add(String line) {
    lines.add("%6d ms  %s".formatted((System.nanoTime() - begin) / 1_000_000, line));
  }

  /** Notes why the server, or another, refused to do something. */
  void refused(String what, Exception e) {
    String message = String.valueOf(e.getMessage());
    add(what + ": refused: " + message.lines().findFirst().orElse(""));
  }

  /** Notes a violated sentence; what follows a ':' in it is about this case only. */
  void violation(String sentence) {
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
}
