package io.loadpath.sqoop.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Divides the blocks of a table's parts into shares of equal size, one for each mapper. */
final class BlockRanges {
  private BlockRanges() {}

  /**
   * Blocks of one part.
   *
   * @param part index of the part
   * @param from first block
   * @param to block after the last one; {@link #OPEN} for the end of the part
   */
  record Range(int part, long from, long to) {
    static final long OPEN = Long.MAX_VALUE;

    /** Whether these are all blocks of the part. */
    boolean whole() {
      return from == 0 && to == OPEN;
    }
  }

  /**
   * Lays the parts end to end and cuts them into shares that differ by at most one block.
   *
   * @param blocks number of blocks of each part
   * @param shares requested number of shares; with fewer blocks there are fewer shares, but at
   *     least one
   */
  static List<List<Range>> ofParts(long[] blocks, int shares) {
    long total = LongStream.of(blocks).sum();
    int made = (int) Math.max(1, Math.min(shares, total));
    List<List<Range>> result = new ArrayList<>();
    int part = 0;
    long at = 0;
    long done = 0;
    for (int share = 0; share < made; share++) {
      List<Range> ranges = new ArrayList<>();
      long end = bound(total, made, share + 1);
      while (done < end) {
        long taken = Math.min(end - done, blocks[part] - at);
        boolean last = at + taken == blocks[part];
        if (taken > 0) {
          ranges.add(new Range(part, at, last ? Range.OPEN : at + taken));
        }
        done += taken;
        at = last ? 0 : at + taken;
        part += last ? 1 : 0;
      }
      result.add(ranges);
    }
    if (total == 0 && blocks.length > 0) {
      result.get(0).add(new Range(0, 0, Range.OPEN));
    }
    return result;
  }

  /**
   * Cuts all parts at the same block numbers, so that one query over all of them reads a share.
   *
   * @param blocks number of blocks of each part
   * @param shares requested number of shares
   * @return ranges whose part is 0
   */
  static List<Range> acrossParts(long[] blocks, int shares) {
    long total = LongStream.of(blocks).sum();
    long longest = LongStream.of(blocks).max().orElse(0);
    int made = (int) Math.max(1, Math.min(shares, longest));
    List<Range> result = new ArrayList<>();
    long from = 0;
    for (int share = 1; share < made; share++) {
      long to = firstCutWith(blocks, bound(total, made, share), from, longest);
      if (to > from && to < longest) {
        result.add(new Range(0, from, to));
        from = to;
      }
    }
    result.add(new Range(0, from, Range.OPEN));
    return result;
  }

  /** Number of blocks in the first shares, without a product that could overflow. */
  private static long bound(long total, int shares, int share) {
    return total / shares * share + total % shares * share / shares;
  }

  /**
   * The least block number before which the parts together have at least the requested number of
   * blocks.
   */
  private static long firstCutWith(long[] blocks, long wanted, long low, long high) {
    while (low < high) {
      long middle = (low + high) >>> 1;
      long before = LongStream.of(blocks).map(count -> Math.min(count, middle)).sum();
      if (before >= wanted) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
