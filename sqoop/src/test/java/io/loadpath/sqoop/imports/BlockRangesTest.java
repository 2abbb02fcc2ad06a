package io.loadpath.sqoop.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.sqoop.imports.BlockRanges.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BlockRangesTest {
  private static final long MAX_BLOCKS = 4294967295L;

  @Test
  void makesNoMoreSharesThanBlocksButOneForAnEmptyTable() {
    assertThat(BlockRanges.ofParts(new long[] {2}, 8)).hasSize(2);
    assertThat(BlockRanges.ofParts(new long[] {0, 0}, 8))
        .containsExactly(List.of(new Range(0, 0, Range.OPEN)));
    assertThat(BlockRanges.ofParts(new long[0], 8)).containsExactly(List.of());
  }

  @Test
  void countsBeyondTheRangeOfAnInt() {
    assertThat(BlockRanges.ofParts(new long[] {MAX_BLOCKS}, 1000).get(999))
        .containsExactly(new Range(0, MAX_BLOCKS / 1000 * 999 + 294, Range.OPEN));
  }

  @Test
  void everyBlockIsInOneShareAndSharesAreEven() {
    Random random = new Random(7);
    for (int run = 0; run < 500; run++) {
      long[] blocks = random.longs(1 + random.nextInt(6), 0, 40).toArray();
      int wanted = 1 + random.nextInt(9);
      List<String> covered = new ArrayList<>();
      List<Long> sizes = new ArrayList<>();
      for (List<Range> share : BlockRanges.ofParts(blocks, wanted)) {
        int before = covered.size();
        for (Range range : share) {
          long end = Math.min(range.to(), blocks[range.part()]);
          LongStream.range(range.from(), end).forEach(b -> covered.add(range.part() + "." + b));
        }
        sizes.add((long) covered.size() - before);
      }
      assertThat(covered).doesNotHaveDuplicates().hasSize((int) LongStream.of(blocks).sum());
      assertThat(sizes.get(0) - sizes.get(sizes.size() - 1)).isBetween(-1L, 1L);
    }
  }

  @Test
  void cutsAcrossPartsWhereTheyHoldEqualNumbersOfBlocksTogether() {
    assertThat(BlockRanges.acrossParts(new long[] {100, 100, 10}, 2))
        .containsExactly(new Range(0, 0, 48), new Range(0, 48, Range.OPEN));
    assertThat(BlockRanges.acrossParts(new long[] {1, 1, 1}, 2))
        .containsExactly(new Range(0, 0, Range.OPEN));
    assertThat(BlockRanges.acrossParts(new long[] {0}, 4))
        .containsExactly(new Range(0, 0, Range.OPEN));
  }

  @Test
  void rangesAcrossPartsFollowEachOther() {
    Random random = new Random(8);
    for (int run = 0; run < 500; run++) {
      long[] blocks = random.longs(1 + random.nextInt(6), 0, 40).toArray();
      List<Range> ranges = BlockRanges.acrossParts(blocks, 1 + random.nextInt(9));
      long at = 0;
      for (Range range : ranges) {
        assertThat(range.from()).isEqualTo(at);
        assertThat(range.to()).isGreaterThan(at);
        at = range.to();
      }
      assertThat(at).isEqualTo(Range.OPEN);
    }
  }
}
