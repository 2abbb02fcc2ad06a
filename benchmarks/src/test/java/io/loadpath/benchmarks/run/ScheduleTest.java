package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.run.Schedule.Slot;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleTest {
  @TempDir private Path parent;
  private List<Variant> variants;

  @BeforeEach
  void makeVariants() throws IOException {
    LoadPath path = LoadPath.read(PathFolder.write(parent, "one", PathFolder.yaml("one")));
    variants =
        IntStream.rangeClosed(1, 8)
            .mapToObj(files -> new Variant(path, Map.of("files", Integer.toString(files))))
            .toList();
  }

  private List<List<Slot>> schedule(int warmups, int rounds, long seed) {
    return Schedule.of(variants, variants.subList(0, 3), warmups, rounds, false, seed);
  }

  private static List<Variant> order(List<Slot> round) {
    return round.stream().map(Slot::variant).toList();
  }

  @Test
  void startRunsAndWarmupsComeFirstAndEachRoundHoldsEveryVariantOnce() {
    List<List<Slot>> rounds = schedule(2, 3, 4711);

    assertThat(order(rounds.get(0))).containsExactlyInAnyOrderElementsOf(variants.subList(0, 3));
    assertThat(rounds)
        .extracting(round -> round.get(0).toString())
        .containsExactly("start run", "warm-up 1", "warm-up 2", "round 1", "round 2", "round 3");
    assertThat(rounds)
        .allSatisfy(
            round ->
                assertThat(round).extracting(Slot::toString).containsOnly(round.get(0).toString()));
    assertThat(rounds.subList(1, 6))
        .allSatisfy(round -> assertThat(order(round)).containsExactlyInAnyOrderElementsOf(variants))
        .extracting(ScheduleTest::order)
        .as("each in its own order")
        .doesNotHaveDuplicates();
  }

  @Test
  void theFirstStartRunOnEachClusterIsTakenAgain() {
    List<Variant> started = new ArrayList<>(variants.subList(0, 2));
    for (Place place : List.of(Place.CLUSTER, new Place("other", parent))) {
      for (Variant local : variants.subList(0, 2)) {
        started.add(new Variant(local.path(), local.parameters(), null, 2, place));
      }
    }

    List<Slot> starts = Schedule.of(started, started, 0, 1, false, 4711).get(0);

    assertThat(order(starts.subList(0, 6))).containsExactlyInAnyOrderElementsOf(started);
    assertThat(starts.subList(6, starts.size()))
        .extracting(Slot::toString)
        .containsOnly("start run 2");
    assertThat(order(starts.subList(6, starts.size())))
        .containsExactlyInAnyOrder(
            first(starts, started.get(2).on()), first(starts, started.get(4).on()))
        .doesNotContainAnyElementsOf(variants);
  }

  @Test
  void withABudgetStartRunsFollowTheFirstRound() {
    List<List<Slot>> rounds = Schedule.of(variants, variants.subList(0, 3), 1, 2, true, 4711);

    assertThat(rounds)
        .extracting(round -> round.get(0).toString())
        .containsExactly("warm-up 1", "round 1", "start run", "round 2");
    assertThat(Schedule.of(variants, List.of(), 1, 2, true, 4711)).hasSize(3);
  }

  private static Variant first(List<Slot> starts, Place place) {
    return order(starts).stream().filter(v -> v.on().equals(place)).findFirst().orElseThrow();
  }

  @Test
  void theSameSeedGivesTheSameOrder() {
    assertThat(schedule(1, 3, 1)).isEqualTo(schedule(1, 3, 1));
    assertThat(schedule(1, 3, 1)).isNotEqualTo(schedule(1, 3, 2));
  }
}
