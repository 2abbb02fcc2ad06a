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
    /** Whether it is run even beyond the budget, if there is one. */
    boolean due() {
      return kind == Kind.WARMUP || kind == Kind.COUNTED && round == 1;
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
   * Returns the rounds in the order of time: start runs, warm-ups, counted rounds. With a budget,
   * start runs follow the first counted round, which then shows how long they can take. The same
   * seed gives the same order.
   */
  static List<List<Slot>> of(
      Collection<Variant> variants,
      Collection<Variant> started,
      int warmups,
      int rounds,
      boolean budgeted,
      long seed) {
    Random random = new Random(seed);
    List<List<Slot>> all = new ArrayList<>();
    List<Slot> starts = shuffled(started, Kind.START, 1, random);
    for (int round = 1; round <= warmups; round++) {
      all.add(shuffled(variants, Kind.WARMUP, round, random));
    }
    for (int round = 1; round <= rounds; round++) {
      all.add(shuffled(variants, Kind.COUNTED, round, random));
    }
    if (!starts.isEmpty()) {
      all.add(budgeted ? warmups + 1 : 0, budgeted ? starts : withColdAgain(starts));
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
   * Returns those of {@code slots} that fit into {@code nanos}, in their order. Those that are due
   * fit always. Then come the start runs, the shortest first: of a short run, the start is a large
   * part. Then the cheapest variant gets all its rounds, then the next one.
   */
  static List<Slot> fitting(List<Slot> slots, long nanos, ToLongFunction<Slot> expected) {
    Set<Slot> chosen = new HashSet<>(slots.stream().filter(Slot::due).toList());
    long left = nanos - chosen.stream().mapToLong(expected).sum();
    for (Kind kind : List.of(Kind.START, Kind.COUNTED)) {
      List<Slot> further = slots.stream().filter(s -> s.kind() == kind && !s.due()).toList();
      left -= choose(further, left, expected, chosen);
    }
    return slots.stream().filter(chosen::contains).toList();
  }

  /**
   * Adds those that fit to {@code chosen}, all of the cheapest variant first; returns their time.
   */
  private static long choose(
      List<Slot> further, long nanos, ToLongFunction<Slot> expected, Set<Slot> chosen) {
    long sum = 0;
    for (Slot slot : byVariant(further, expected)) {
      sum += expected.applyAsLong(slot);
      if (sum > nanos) {
        return sum - expected.applyAsLong(slot);
      }
      chosen.add(slot);
    }
    return sum;
  }

  /** Returns {@code slots} with those of each variant together, the cheapest variant first. */
  private static List<Slot> byVariant(List<Slot> slots, ToLongFunction<Slot> expected) {
    Map<Variant, List<Slot>> variants = new LinkedHashMap<>();
    slots.forEach(
        slot -> variants.computeIfAbsent(slot.variant(), v -> new ArrayList<>()).add(slot));
    return variants.values().stream()
        .sorted(Comparator.comparingLong(own -> expected.applyAsLong(own.get(0))))
        .flatMap(List::stream)
        .toList();
  }
}
