package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes the samples of a schedule, as many rounds as fit into its budget, and repeats samples that
 * other programs disturbed.
 */
final class Sampling {
  /** Maximum repeats of a disturbed run. */
  private static final int REPEAT_LIMIT = 2;

  /** Repeats may take one part in this number of a run's time. */
  private static final int REPEATED_PART = 10;

  /** Minimum time for repeats, for short runs. */
  private static final Duration LEAST_FOR_REPEATS = Duration.ofSeconds(15);

  private final Taker taker;
  private final Consumer<Sample> kept;
  private final RunProgress progress;
  private final Optional<Duration> budget;
  private final Runnable roundEnded;
  private int taken;
  private long repeatedNanos;

  interface Taker {
    Sample take(Schedule.Slot slot, int position) throws IOException;
  }

  /**
   * @param budget the time of the whole run; empty for all rounds
   * @param roundEnded called after each counted round except the last
   */
  Sampling(
      Taker taker,
      Consumer<Sample> kept,
      RunProgress progress,
      Optional<Duration> budget,
      Runnable roundEnded) {
    this.taker = taker;
    this.kept = kept;
    this.progress = progress;
    this.budget = budget;
    this.roundEnded = roundEnded;
  }

  void run(List<List<Schedule.Slot>> rounds) throws IOException {
    budget.ifPresent(progress::limited);
    for (int i = 0; i < rounds.size(); i++) {
      List<Schedule.Slot> rest = planned(rounds.subList(i, rounds.size()));
      if (rest.isEmpty()) {
        break;
      }
      if (i > 0 && rounds.get(i - 1).get(0).kind() == Schedule.Kind.COUNTED) {
        progress.clear();
        roundEnded.run();
      }
      while (!rest.isEmpty() && rounds.get(i).contains(rest.get(0))) {
        progress.started(rest);
        take(rest.get(0), rest.subList(1, rest.size()));
        rest = rest.subList(1, rest.size());
      }
    }
    progress.clear();
  }

  private List<Schedule.Slot> planned(List<List<Schedule.Slot>> rounds) {
    List<Schedule.Slot> slots = rounds.stream().flatMap(List::stream).toList();
    if (budget.isEmpty()) {
      return slots;
    }
    long left = budget.get().toNanos() - progress.elapsedNanos();
    return Schedule.fitting(
        slots,
        left,
        slot -> progress.knownNanos(slot).orElse(slot.due() ? 0 : budget.get().toNanos() + 1));
  }

  private void take(Schedule.Slot slot, List<Schedule.Slot> following) throws IOException {
    Sample sample = take(slot);
    for (int n = 0; n < REPEAT_LIMIT && isToRepeat(sample) && hasTimeFor(slot, following); n++) {
      progress.repeated(slot, sample);
      long begun = progress.elapsedNanos();
      sample = take(slot);
      repeatedNanos += progress.elapsedNanos() - begun;
    }
    progress.ended(slot, sample);
  }

  private Sample take(Schedule.Slot slot) throws IOException {
    long begun = progress.elapsedNanos();
    Sample sample = taker.take(slot, ++taken);
    progress.took(slot, progress.elapsedNanos() - begun);
    kept.accept(sample);
    return sample;
  }

  private static boolean isToRepeat(Sample sample) {
    return sample.verified() && !sample.warmup() && sample.disturbed();
  }

  /** Whether there is time to repeat {@code slot}. */
  private boolean hasTimeFor(Schedule.Slot slot, List<Schedule.Slot> following) {
    long whole = progress.elapsedNanos() + progress.expectedNanos(following);
    long allowed = Math.max(LEAST_FOR_REPEATS.toNanos(), whole / REPEATED_PART);
    return repeatedNanos + progress.expectedNanos(List.of(slot)) <= allowed;
  }
}
