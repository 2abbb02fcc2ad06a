package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.exports.ExportSplit.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Divides files between mappers, so that all have about the same number of bytes. */
final class EvenSplits {
  /**
   * A file.
   *
   * @param whole whether it cannot be cut
   * @param modified in milliseconds
   */
  record Input(String file, long bytes, boolean whole, long modified) {
    private Piece piece(long start, long end) {
      return new Piece(file, start, end, bytes, modified);
    }
  }

  private EvenSplits() {}

  /**
   * Returns at most {@code mappers} lists of pieces, none of them empty. Files that cannot be cut
   * go to the mapper with the fewest bytes so far, the largest first. The others fill all mappers
   * up to the same level.
   */
  static List<List<Piece>> of(List<Input> inputs, int mappers) {
    List<List<Piece>> splits = new ArrayList<>();
    long[] filled = new long[mappers];
    for (int i = 0; i < mappers; i++) {
      splits.add(new ArrayList<>());
    }
    inputs.stream()
        .filter(input -> input.whole() && input.bytes() > 0)
        .sorted(Comparator.comparingLong(Input::bytes).reversed())
        .forEach(
            input -> {
              int least = least(filled);
              filled[least] += input.bytes();
              splits.get(least).add(input.piece(0, input.bytes()));
            });
    List<Input> cut = inputs.stream().filter(i -> !i.whole() && i.bytes() > 0).toList();
    fill(cut, splits, filled);
    splits.removeIf(List::isEmpty);
    return splits;
  }

  private static int least(long[] filled) {
    int least = 0;
    for (int i = 1; i < filled.length; i++) {
      least = filled[i] < filled[least] ? i : least;
    }
    return least;
  }

  private static void fill(List<Input> inputs, List<List<Piece>> splits, long[] filled) {
    long level = level(filled, inputs.stream().mapToLong(Input::bytes).sum());
    int split = 0;
    for (Input input : inputs) {
      long at = 0;
      while (at < input.bytes()) {
        while (split < filled.length - 1 && filled[split] >= level) {
          split++;
        }
        long room = split == filled.length - 1 ? Long.MAX_VALUE : level - filled[split];
        long end = at + Math.min(input.bytes() - at, room);
        splits.get(split).add(input.piece(at, end));
        filled[split] += end - at;
        at = end;
      }
    }
  }

  /** The number of bytes that each mapper has when {@code bytes} more fill up the emptiest ones. */
  private static long level(long[] filled, long bytes) {
    long[] sorted = filled.clone();
    Arrays.sort(sorted);
    long below = 0;
    for (int n = 1; n <= sorted.length; n++) {
      below += sorted[n - 1];
      long level = (below + bytes + n - 1) / n;
      if (n == sorted.length || level <= sorted[n]) {
        return level;
      }
    }
    throw new IllegalStateException("no mapper");
  }
}
