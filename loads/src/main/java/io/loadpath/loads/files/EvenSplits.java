package io.loadpath.loads.files;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Divides files between mappers, so that all have about the same number of bytes. */
public final class EvenSplits {
  /**
   * A piece of a file.
   *
   * @param start first byte; the piece holds the rows that begin in it
   * @param end byte after the last
   * @param fileBytes size of the whole file, when it was listed
   * @param modified the file's time then, in milliseconds
   */
  public record Piece(String file, long start, long end, long fileBytes, long modified)
      implements Serializable {
    /** A whole file. */
    public Piece(String file, long bytes, long modified) {
      this(file, 0, bytes, bytes, modified);
    }

    public Path path() {
      return new Path(file);
    }

    public long bytes() {
      return end - start;
    }

    private Piece part(long from, long to) {
      return new Piece(file, from, to, fileBytes, modified);
    }
  }

  private EvenSplits() {}

  /**
   * Returns at most {@code mappers} lists of pieces, none of them empty. Files that cannot be cut
   * go, largest first, to the mapper with the fewest bytes. The other files even all mappers out.
   *
   * @param whole files that cannot be cut
   * @param others files that can be cut
   */
  public static List<List<Piece>> of(List<Piece> whole, List<Piece> others, int mappers) {
    List<List<Piece>> splits = new ArrayList<>();
    long[] filled = new long[mappers];
    for (int i = 0; i < mappers; i++) {
      splits.add(new ArrayList<>());
    }
    List<Piece> largestFirst = new ArrayList<>(whole);
    largestFirst.sort(Comparator.comparingLong(Piece::bytes).reversed());
    for (Piece file : largestFirst) {
      if (file.bytes() > 0) {
        int least = least(filled);
        filled[least] += file.bytes();
        splits.get(least).add(file);
      }
    }
    fill(others, splits, filled);
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

  private static void fill(List<Piece> files, List<List<Piece>> splits, long[] filled) {
    long level = level(filled, files.stream().mapToLong(Piece::bytes).sum());
    int split = 0;
    for (Piece file : files) {
      long at = 0;
      while (at < file.bytes()) {
        while (split < filled.length - 1 && filled[split] >= level) {
          split++;
        }
        long room = split == filled.length - 1 ? Long.MAX_VALUE : level - filled[split];
        long end = at + Math.min(file.bytes() - at, room);
        splits.get(split).add(file.part(at, end));
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
