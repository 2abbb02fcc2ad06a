package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.Sample;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Takes the samples of a schedule, and takes those again that other programs disturbed. */
final class Sampling {
  /** Maximum repeats of a disturbed run. */
  private static final int REPEAT_LIMIT = 2;

  /** Maximum share of repeats in a run, for a machine that is never quiet. */
  private static final double REPEATED_SHARE_LIMIT = 0.5;

  private final Taker taker;
  private final Consumer<Sample> kept;
  private final Progress progress;
  private int taken;

  /** Takes one sample. */
  interface Taker {
    /**
     * @param position its place in the order of time
     */
    Sample take(Schedule.Slot slot, int position) throws IOException;
  }

  /**
   * @param kept gets each sample as soon as it is taken
   */
  Sampling(Taker taker, Consumer<Sample> kept, Progress progress) {
    this.taker = taker;
    this.kept = kept;
    this.progress = progress;
  }

  void run(List<Schedule.Slot> slots) throws IOException {
    long repeatsLeft = Math.max(REPEAT_LIMIT, Math.round(slots.size() * REPEATED_SHARE_LIMIT));
    for (Schedule.Slot slot : slots) {
      progress.started(slot);
      Sample sample = take(slot);
      for (int n = 0; isToRepeat(sample) && n < REPEAT_LIMIT && repeatsLeft > 0; n++) {
        repeatsLeft--;
        progress.repeated(sample);
        sample = take(slot);
      }
      progress.ended(slot, sample);
    }
    progress.clear();
  }

  private Sample take(Schedule.Slot slot) throws IOException {
    Sample sample = taker.take(slot, ++taken);
    kept.accept(sample);
    return sample;
  }

  private static boolean isToRepeat(Sample sample) {
    return sample.verified() && !sample.warmup() && sample.disturbed();
  }
}
