package io.loadpath.loads.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.files.EvenSplits.Piece;
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
  void fillsUpTheMappersOfWholeFiles() {
    List<Piece> whole = List.of(new Piece("a.gz", 100, 7), new Piece("b.gz", 700, 7));
    List<Piece> others = List.of(new Piece("c", 500, 7));

    assertThat(bytes(EvenSplits.of(whole, others, 3))).containsExactly(700L, 300L, 300L);
    assertThat(bytes(EvenSplits.of(whole, others, 1))).containsExactly(1300L);
  }

  @Test
  void hasNoEmptySplits() {
    assertThat(EvenSplits.of(List.of(), List.of(), 3)).isEmpty();
    assertThat(EvenSplits.of(List.of(new Piece("a.gz", 0, 7)), List.of(new Piece("a", 0, 7)), 3))
        .isEmpty();
    assertThat(bytes(EvenSplits.of(List.of(), List.of(new Piece("a", 2, 7)), 3)))
        .containsExactly(1L, 1L);
  }

  @Test
  void hasEachByteOnceAndCutsNoWholeFile() {
    Random random = new Random(8);
    for (int round = 0; round < 500; round++) {
      List<Piece> whole = new ArrayList<>();
      List<Piece> others = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0; i--) {
        List<Piece> files = random.nextInt(3) == 0 ? whole : others;
        files.add(new Piece("f" + i, random.nextInt(2000), 7));
      }
      int mappers = 1 + random.nextInt(6);
      List<List<Piece>> splits = EvenSplits.of(whole, others, mappers);

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
      for (Piece file : whole) {
        assertThat(next.getOrDefault(file.file(), 0L)).isEqualTo(file.bytes());
        assertThat(splits.stream().flatMap(List::stream))
            .noneMatch(p -> p.file().equals(file.file()) && p.bytes() < p.fileBytes());
      }
      for (Piece file : others) {
        assertThat(next.getOrDefault(file.file(), 0L)).isEqualTo(file.bytes());
      }
      if (whole.isEmpty() && !splits.isEmpty()) {
        List<Long> bytes = bytes(splits);
        assertThat(bytes.get(0) - bytes.get(bytes.size() - 1)).isBetween(0L, (long) mappers);
      }
    }
  }
}
