package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.path.Differing;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.record.Sample;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells the user where a run stands; on a terminal in one line that is written over and over. */
final class Progress {
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream out;
  private final int columns;
  private final List<Schedule.Slot> slots;
  private final long begunNanos = System.nanoTime();
  private final Map<String, long[]> sumAndCountOfNanos = new HashMap<>();
  private final Map<String, String> shortIds = new HashMap<>();
  private long slotBegunNanos;

  /**
   * @param columns the width of the terminal, or 0 if {@code out} is none
   */
  Progress(PrintStream out, int columns, List<Schedule.Slot> slots) {
    this.out = out;
    this.columns = columns;
    this.slots = slots;
    Differing names = new Differing();
    List<Variant> variants = slots.stream().map(Schedule.Slot::variant).distinct().toList();
    variants.forEach(variant -> names.add(variant.path().name(), variant.values()));
    variants.forEach(
        variant -> shortIds.put(variant.id(), names.id(variant.path().name(), variant.values())));
  }

  private String shortId(String id) {
    return shortIds.getOrDefault(id, id);
  }

  /** Shows the slot that starts now. */
  void started(Schedule.Slot slot) {
    slotBegunNanos = System.nanoTime();
    long remaining = estimateNanos(slot.position() - 1);
    String line =
        "[%d/%d] %s%s  %s  %s"
            .formatted(
                slot.position(),
                slots.size(),
                clock(slotBegunNanos - begunNanos),
                remaining == 0 ? "" : ", about " + clock(remaining) + " left",
                shortId(slot.variant().id()),
                round(slot.warmup(), slot.round()));
    if (columns > 0) {
      out.print(CLEAR_LINE + line.substring(0, Math.min(line.length(), columns - 1)));
      out.flush();
    } else {
      out.println(line);
    }
  }

  /** Shows that a disturbed sample is taken again. */
  void repeated(Sample sample) {
    say(
        "%s  %s is repeated: %s"
            .formatted(
                shortId(sample.variant()), round(sample.warmup(), sample.round()), share(sample)));
  }

  private static String share(Sample sample) {
    return "other programs had %.0f %% of the machine"
        .formatted(100 * sample.machine().foreignShare());
  }

  /** Learns from the slot that ended, and says what went wrong in it. */
  void ended(Schedule.Slot slot, Sample sample) {
    long[] known = sumAndCountOfNanos.computeIfAbsent(slot.variant().id(), id -> new long[2]);
    known[0] += System.nanoTime() - slotBegunNanos;
    known[1]++;
    String round = round(sample.warmup(), sample.round());
    String variant = shortId(sample.variant());
    if (!sample.verified()) {
      say("FAILED %s  %s: %s".formatted(variant, round, what(sample)));
    }
    if (sample.verified() && sample.disturbed()) {
      say("%s  %s is marked as disturbed: %s".formatted(variant, round, share(sample)));
    }
    sample.notes().forEach(note -> say("%s  %s was %s".formatted(variant, round, note)));
    if (!sample.leftProcesses().isEmpty()) {
      say(
          "%s  %s left processes behind, which were ended: %s"
              .formatted(variant, round, sample.leftProcesses()));
    }
  }

  private static String round(boolean warmup, int round) {
    return (warmup ? "warm-up " : "round ") + round;
  }

  private static String what(Sample sample) {
    Sample.RunError error = sample.error();
    boolean exited = error.exitCode() != null && error.exitCode() != 0;
    return error.step()
        + (exited ? " exited with " + error.exitCode() : "")
        + ": "
        + error.message().replace("\n", "\n    ");
  }

  /** Shows something that stays on the screen. */
  private void say(String line) {
    clear();
    out.println(line);
  }

  /** Takes the line of progress away. */
  void clear() {
    if (columns > 0) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  /**
   * A slot takes as long as its variant did so far, or as the others did; 0 if nothing is known.
   */
  private long estimateNanos(int done) {
    long sum = 0;
    long count = 0;
    for (long[] known : sumAndCountOfNanos.values()) {
      sum += known[0];
      count += known[1];
    }
    if (count == 0) {
      return 0;
    }
    long usual = sum / count;
    return slots.subList(done, slots.size()).stream()
        .map(slot -> sumAndCountOfNanos.get(slot.variant().id()))
        .mapToLong(known -> known == null ? usual : known[0] / known[1])
        .sum();
  }

  /** Minutes and seconds: {@code 0:58}. */
  static String clock(long nanos) {
    long seconds = Math.round(nanos / 1e9);
    return "%d:%02d".formatted(seconds / 60, seconds % 60);
  }
}
