package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.path.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of a run: each round holds every variant once, in its own order, so that a slow spell
 * of the machine does not hit one variant alone.
 */
final class Schedule {
  private Schedule() {}

  /**
   * One run of one variant.
   *
   * @param round from 1; warm-up rounds count on their own
   * @param position from 1 over the whole run
   */
  record Slot(Variant variant, int round, int position, boolean warmup) {}

  /**
   * Returns the slots in the order of time, warm-up rounds first; the same seed gives the same
   * order.
   */
  static List<Slot> of(List<Variant> variants, int warmups, int rounds, long seed) {
    Random random = new Random(seed);
    List<Slot> slots = new ArrayList<>();
    for (int round = 1; round <= warmups + rounds; round++) {
      boolean warmup = round <= warmups;
      List<Variant> shuffled = new ArrayList<>(variants);
      Collections.shuffle(shuffled, random);
      for (Variant variant : shuffled) {
        slots.add(new Slot(variant, warmup ? round : round - warmups, slots.size() + 1, warmup));
      }
    }
    return slots;
  }
}
