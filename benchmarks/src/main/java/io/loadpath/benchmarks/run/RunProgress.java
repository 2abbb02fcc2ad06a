package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.suite.Differing;
import io.loadpath.benchmarks.suite.TimeSpan;
import io.loadpath.benchmarks.suite.Variant;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a run, on a terminal in one line that is overwritten. It keeps the time of
 * each sample with all its steps, to estimate the rest.
 */
final class RunProgress {
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream out;
  private final int columns;
  private final LongSupplier elapsedNanos;
  private final Map<List<Object>, long[]> sumAndCount = new HashMap<>();
  private final Map<String, String> shortIds = new HashMap<>();
  private int started;
  private String line = "";

  /**
   * @param columns the width of the terminal, or 0 if {@code out} is not a terminal
   */
  RunProgress(
      PrintStream out, int columns, Collection<Variant> variants, LongSupplier elapsedNanos) {
    this.out = out;
    this.columns = columns;
    this.elapsedNanos = elapsedNanos;
    Differing names = new Differing();
    variants.forEach(variant -> names.add(name(variant), variant.values()));
    variants.forEach(
        variant -> shortIds.put(variant.id(), names.id(name(variant), variant.values())));
  }

  long elapsedNanos() {
    return elapsedNanos.getAsLong();
  }

  void took(Schedule.Slot slot, long nanos) {
    long[] known = sumAndCount.computeIfAbsent(key(slot), key -> new long[2]);
    known[0] += nanos;
    known[1]++;
  }

  private static List<Object> key(Schedule.Slot slot) {
    return List.of(slot.variant().id(), slot.kind() == Schedule.Kind.START);
  }

  /**
   * Returns how long {@code slot} takes, by the variant's samples over the same rows, if there are
   * any. A start run takes at most as long as one over all rows.
   */
  OptionalLong knownNanos(Schedule.Slot slot) {
    long[] whole = sumAndCount.get(List.<Object>of(slot.variant().id(), false));
    long[] known = sumAndCount.getOrDefault(key(slot), whole);
    return known == null ? OptionalLong.empty() : OptionalLong.of(known[0] / known[1]);
  }

  /**
   * Returns the expected time of {@code slots}. A variant without samples counts with the mean of
   * all samples. 0 before the first sample.
   */
  long expectedNanos(List<Schedule.Slot> slots) {
    long sum = 0;
    long count = 0;
    for (long[] known : sumAndCount.values()) {
      sum += known[0];
      count += known[1];
    }
    long usual = count == 0 ? 0 : sum / count;
    return slots.stream().mapToLong(slot -> knownNanos(slot).orElse(usual)).sum();
  }

  private static String name(Variant variant) {
    return variant.on().at(variant.path().name());
  }

  private String shortId(String id) {
    return shortIds.getOrDefault(id, id);
  }

  /** Says before the first slot that its round is not limited. */
  void limited(Duration budget) {
    say(
        "budget %s: every variant runs once, even beyond it"
            .formatted(TimeSpan.text(budget.toSeconds())));
  }

  /** Shows the start of the first of the remaining slots. */
  void started(List<Schedule.Slot> left) {
    Schedule.Slot slot = left.get(0);
    started++;
    long remaining = expectedNanos(left);
    line =
        "[%d/%d] %s%s  %s  %s"
            .formatted(
                started,
                started - 1 + left.size(),
                clock(elapsedNanos()),
                remaining == 0 ? "" : ", about " + clock(remaining) + " left",
                shortId(slot.variant().id()),
                slot);
    if (columns > 0) {
      waitsFor("");
    } else {
      out.println(line);
    }
  }

  /** Shows on a terminal what the slot is waiting for, such as a step. */
  void waitsFor(String what) {
    if (columns > 0) {
      String end = what.isEmpty() ? "" : ": " + what;
      int room = Math.max(0, columns - 1 - end.length());
      out.print(CLEAR_LINE + line.substring(0, Math.min(line.length(), room)) + end);
      out.flush();
    }
  }

  void repeated(Schedule.Slot slot, Sample sample) {
    say("%s  %s is repeated: %s".formatted(shortId(sample.variant()), slot, share(sample)));
  }

  private static String share(Sample sample) {
    return "other programs had %.0f %% of the machine".formatted(100 * sample.foreignShare());
  }

  /** Prints problems of the ended slot. */
  void ended(Schedule.Slot slot, Sample sample) {
    String variant = shortId(sample.variant());
    if (!sample.verified()) {
      say("FAILED %s  %s: %s".formatted(variant, slot, what(sample)));
    }
    if (sample.verified() && sample.disturbed()) {
      say("%s  %s is marked as disturbed: %s".formatted(variant, slot, share(sample)));
    }
    sample.notes().forEach(note -> say("%s  %s was %s".formatted(variant, slot, note)));
    if (!sample.leftProcesses().isEmpty()) {
      say(
          "%s  %s left processes behind, which Loadpath ended: %s"
              .formatted(variant, slot, sample.leftProcesses()));
    }
  }

  private static String what(Sample sample) {
    Sample.RunError error = sample.error();
    boolean exited = error.exitCode() != null && error.exitCode() != 0;
    return error.step()
        + (exited ? " exited with " + error.exitCode() : "")
        + ": "
        + error.message().replace("\n", "\n    ");
  }

  private void say(String line) {
    clear();
    out.println(line);
  }

  void clear() {
    if (columns > 0) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  /** Returns minutes and seconds: {@code 0:58}. */
  static String clock(long nanos) {
    long seconds = Math.round(nanos / 1e9);
    return "%d:%02d".formatted(seconds / 60, seconds % 60);
  }
}
