package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.sqoop.exports.EvenSplits.Input;
import io.loadpath.sqoop.exports.ExportSplit.Piece;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EvenSplitsTest {
  private static List<Long> bytes(List<List<Piece>> splits) {
    return splits.stream().map(s -> s.stream().mapToLong(Piece::bytes).sum()).toList();
  }

  @Test
  void dividesTwoFilesOfAlmostTheSameSizeInHalves() {
    List<List<Piece>> splits =
        EvenSplits.of(List.of(new Input("a", 1010, false, 7), new Input("b", 990, false, 7)), 2);

    assertThat(bytes(splits)).containsExactly(1000L, 1000L);
    assertThat(splits.get(1))
        .containsExactly(new Piece("a", 1000, 1010, 1010, 7), new Piece("b", 0, 990, 990, 7));
  }

  @Test
  void fillsUpTheMappersOfWholeFiles() {
    List<Input> inputs =
        List.of(
            new Input("a.gz", 100, true, 7),
            new Input("b.gz", 700, true, 7),
            new Input("c", 500, false, 7));

    assertThat(bytes(EvenSplits.of(inputs, 3))).containsExactly(700L, 300L, 300L);
    assertThat(bytes(EvenSplits.of(inputs, 1))).containsExactly(1300L);
  }

  @Test
  void hasNoEmptySplits() {
    assertThat(EvenSplits.of(List.of(), 3)).isEmpty();
    assertThat(EvenSplits.of(List.of(new Input("a", 0, false, 7)), 3)).isEmpty();
    assertThat(bytes(EvenSplits.of(List.of(new Input("a", 2, false, 7)), 3)))
        .containsExactly(1L, 1L);
  }

  @Test
  void hasEachByteOnceAndCutsNoWholeFile() {
    Random random = new Random(8);
    for (int round = 0; round < 500; round++) {
      List<Input> inputs = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0; i--) {
        inputs.add(new Input("f" + i, random.nextInt(2000), random.nextInt(3) == 0, 7));
      }
      int mappers = 1 + random.nextInt(6);
      List<List<Piece>> splits = EvenSplits.of(inputs, mappers);

      assertThat(splits).hasSizeLessThanOrEqualTo(mappers);
      Map<String, Long> next = new HashMap<>();
      splits.stream()
          .flatMap(List::stream)
          .sorted((a, b) -> Long.compare(a.start(), b.start()))
          .forEach(
              piece -> {
                assertThat(piece.start()).isEqualTo(next.getOrDefault(piece.file(), 0L));
                assertThat(piece.bytes()).isPositive();
                next.put(piece.file(), piece.end());
              });
      for (Input input : inputs) {
        assertThat(next.getOrDefault(input.file(), 0L)).isEqualTo(input.bytes());
        boolean cut =
            splits.stream()
                .flatMap(List::stream)
                .anyMatch(p -> p.file().equals(input.file()) && !p.whole());
        assertThat(cut && input.whole()).isFalse();
      }
      if (inputs.stream().noneMatch(Input::whole) && !splits.isEmpty()) {
        List<Long> bytes = bytes(splits);
        assertThat(bytes.get(0) - bytes.get(bytes.size() - 1)).isBetween(0L, (long) mappers);
      }
    }
  }
}
