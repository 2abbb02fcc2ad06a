package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The order of a run. Each round has every variant once, in a random order, so that a slow time of
 * the machine does not hit only one variant.
 */
final class Schedule {
  private Schedule() {}

  enum Kind {
    START,
    WARMUP,
    COUNTED
  }

  /**
   * One run of one variant.
   *
   * @param round number from 1, counted for each kind
   */
  record Slot(Variant variant, Kind kind, int round) {
    /** Whether it runs regardless of the budget. */
    boolean due() {
      return kind != Kind.COUNTED || round == 1;
    }

    @Override
    public String toString() {
      return switch (kind) {
        case START -> round == 1 ? "start run" : "start run " + round;
        case WARMUP -> "warm-up " + round;
        case COUNTED -> "round " + round;
      };
    }
  }

  /**
   * Returns the rounds in the order of time: start runs, warm-ups, counted rounds. The same seed
   * gives the same order.
   */
  static List<List<Slot>> of(
      Collection<Variant> variants,
      Collection<Variant> started,
      int warmups,
      int rounds,
      long seed) {
    Random random = new Random(seed);
    List<List<Slot>> all = new ArrayList<>();
    if (!started.isEmpty()) {
      all.add(withColdAgain(shuffled(started, Kind.START, 1, random)));
    }
    for (int round = 1; round <= warmups; round++) {
      all.add(shuffled(variants, Kind.WARMUP, round, random));
    }
    for (int round = 1; round <= rounds; round++) {
      all.add(shuffled(variants, Kind.COUNTED, round, random));
    }
    return all;
  }

  private static List<Slot> shuffled(
      Collection<Variant> variants, Kind kind, int round, Random random) {
    List<Variant> shuffled = new ArrayList<>(variants);
    Collections.shuffle(shuffled, random);
    return shuffled.stream().map(variant -> new Slot(variant, kind, round)).toList();
  }

  /**
   * Adds a second start run of the first variant on each cluster. The first one takes longer,
   * because the daemons may not have run a job yet.
   */
  private static List<Slot> withColdAgain(List<Slot> starts) {
    List<Slot> all = new ArrayList<>(starts);
    Set<Place> known = new HashSet<>(Set.of(Place.LOCAL));
    for (Slot slot : starts) {
      if (known.add(slot.variant().on())) {
        all.add(new Slot(slot.variant(), Kind.START, 2));
      }
    }
    return all;
  }

  /**
   * Returns the slots that fit into {@code nanos}, in their order: first those that are due, then
   * all rounds of the fastest variant, then those of the next one.
   */
  static List<Slot> fitting(List<Slot> slots, long nanos, ToLongFunction<Slot> expected) {
    Set<Slot> chosen = new HashSet<>();
    Map<Variant, List<Slot>> further = new LinkedHashMap<>();
    long left = nanos;
    for (Slot slot : slots) {
      if (slot.due()) {
        chosen.add(slot);
        left -= expected.applyAsLong(slot);
      } else {
        further.computeIfAbsent(slot.variant(), v -> new ArrayList<>()).add(slot);
      }
    }
    List<List<Slot>> cheapestFirst = new ArrayList<>(further.values());
    cheapestFirst.sort(Comparator.comparingLong(own -> expected.applyAsLong(own.get(0))));
    for (List<Slot> own : cheapestFirst) {
      for (Slot slot : own) {
        left -= expected.applyAsLong(slot);
        if (left < 0) {
          return slots.stream().filter(chosen::contains).toList();
        }
        chosen.add(slot);
      }
    }
    return slots;
  }
}
