package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.PathFolder;
import io.loadpath.benchmarks.path.Variant;
import java.io.IOException;
import java.nio.file.Path;
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

  private static List<Variant> round(List<Schedule.Slot> slots, int round) {
    return slots.stream().filter(s -> s.round() == round).map(Schedule.Slot::variant).toList();
  }

  @Test
  void eachRoundHoldsEveryVariantOnceInAnOrderOfItsOwn() {
    List<Schedule.Slot> slots = Schedule.of(variants, 0, 2, 4711);

    assertThat(round(slots, 1)).containsExactlyInAnyOrderElementsOf(variants);
    assertThat(round(slots, 2)).containsExactlyInAnyOrderElementsOf(variants);
    assertThat(round(slots, 1)).isNotEqualTo(round(slots, 2));
    assertThat(slots)
        .extracting(Schedule.Slot::position)
        .containsExactly(IntStream.rangeClosed(1, 16).boxed().toArray(Integer[]::new));
  }

  @Test
  void warmupsComeFirstAndAreMarked() {
    List<Schedule.Slot> slots = Schedule.of(variants, 2, 3, 4711);

    assertThat(slots.subList(0, 16)).allMatch(Schedule.Slot::warmup);
    assertThat(slots.subList(16, 40)).noneMatch(Schedule.Slot::warmup);
    assertThat(slots.stream().map(Schedule.Slot::round).distinct()).containsExactly(1, 2, 3);
    assertThat(slots.get(16).round()).isEqualTo(1);
    assertThat(slots)
        .extracting(Schedule.Slot::position)
        .containsExactly(IntStream.rangeClosed(1, 40).boxed().toArray(Integer[]::new));
  }

  @Test
  void theSameSeedGivesTheSameOrder() {
    assertThat(Schedule.of(variants, 1, 3, 1)).isEqualTo(Schedule.of(variants, 1, 3, 1));
    assertThat(Schedule.of(variants, 1, 3, 1)).isNotEqualTo(Schedule.of(variants, 1, 3, 2));
  }
}
