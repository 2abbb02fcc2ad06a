package io.loadpath.mapreduce.load.sample;

import io.loadpath.loads.files.EvenSplits.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Places of a sample, evenly spread over the bytes of all files.
 *
 * @param places in the order of the files and their bytes
 * @param complete whether they hold all rows, if files that cannot be cut are read to their ends
 * @param bounded whether the error of the sample has a bound: files that cannot be cut have none,
 *     because only their beginnings are read
 */
public record SamplePlaces(List<Place> places, boolean complete, boolean bounded) {
  /**
   * A block of a file that can be cut; the rows that begin in it are sampled. Or the beginning of a
   * file that cannot be cut.
   *
   * @param whole the file cannot be cut
   * @param bytes of text that are sampled, without the end of the last row
   * @param weight bytes of all files for which the place stands
   */
  public record Place(Piece piece, boolean whole, long bytes, double weight) {}

  /** Most bytes of a block. The rest of a place's bytes is for the end of the last row. */
  static final int BLOCK_BYTES = 30_000;

  public SamplePlaces {
    places = List.copyOf(places);
  }

  /**
   * Returns the places. In each stratum, one byte is drawn, and the block that contains it is
   * sampled. A block is drawn in proportion to its bytes, so each byte has the same probability.
   *
   * @param cut files that can be cut
   * @param whole files that cannot be cut
   * @param most number of places
   * @param blockBytes of the files that can be cut, at most {@value #BLOCK_BYTES}
   * @param seed of the random numbers
   */
  public static SamplePlaces of(
      List<Piece> cut, List<Piece> whole, int most, int blockBytes, long seed) {
    return ofFull(full(cut), full(whole), most, blockBytes, seed);
  }

  private static List<Piece> full(List<Piece> files) {
    return files.stream().filter(file -> file.bytes() > 0).toList();
  }

  private static SamplePlaces ofFull(
      List<Piece> cut, List<Piece> whole, int most, int blockBytes, long seed) {
    long cutBytes = bytes(cut);
    long wholeBytes = bytes(whole);
    if (cutBytes + wholeBytes == 0) {
      return new SamplePlaces(List.of(), true, true);
    }
    int strata = (int) (most * (double) cutBytes / (cutBytes + wholeBytes));
    List<Place> places = new ArrayList<>();
    boolean complete = cutBytes <= (long) strata * blockBytes;
    List<Piece> blocks = complete ? allBlocks(cut, blockBytes) : List.of();
    complete &= blocks.size() <= most; // many small files have more
    if (complete) {
      blocks.forEach(block -> places.add(new Place(block, false, block.bytes(), block.bytes())));
    } else {
      draw(cut, Math.max(1, strata), blockBytes, new SplittableRandom(seed), places);
    }
    if (wholeBytes > 0) {
      int beginnings = most - strata;
      addBeginnings(whole, beginnings, new SplittableRandom(~seed), places);
      complete &= whole.size() <= beginnings;
    }
    return new SamplePlaces(places, complete, wholeBytes == 0);
  }

  private static long bytes(List<Piece> files) {
    return files.stream().mapToLong(Piece::bytes).sum();
  }

  private static List<Piece> allBlocks(List<Piece> files, int blockBytes) {
    List<Piece> blocks = new ArrayList<>();
    for (Piece file : files) {
      for (long at = 0; at < file.bytes(); at += blockBytes) {
        blocks.add(block(file, at, blockBytes));
      }
    }
    return blocks;
  }

  private static Piece block(Piece file, long offset, int blockBytes) {
    long start = offset - offset % blockBytes;
    long end = Math.min(start + blockBytes, file.bytes());
    return new Piece(file.file(), start, end, file.fileBytes(), file.modified());
  }

  private static void draw(
      List<Piece> files, int strata, int blockBytes, SplittableRandom random, List<Place> places) {
    double stratum = (double) bytes(files) / strata;
    int file = 0;
    long before = 0;
    for (int i = 0; i < strata; i++) {
      long at = (long) ((i + random.nextDouble()) * stratum);
      while (file < files.size() - 1 && at - before >= files.get(file).bytes()) {
        before += files.get(file++).bytes();
      }
      long offset = Math.min(at - before, files.get(file).bytes() - 1);
      Piece block = block(files.get(file), offset, blockBytes);
      places.add(new Place(block, false, block.bytes(), stratum));
    }
  }

  /** Takes all files; one in each stratum, drawn by its bytes, if there are too many. */
  private static void addBeginnings(
      List<Piece> files, int most, SplittableRandom random, List<Place> places) {
    if (files.size() <= most) {
      long each = (long) most * BLOCK_BYTES / files.size();
      files.forEach(file -> places.add(new Place(file, true, each, file.bytes())));
      return;
    }
    double stratum = (double) bytes(files) / Math.max(1, most);
    int next = 0;
    double before = 0;
    for (int i = 0; i < Math.max(1, most); i++) {
      double at = (i + random.nextDouble()) * stratum;
      while (next < files.size() - 1 && at - before >= files.get(next).bytes()) {
        before += files.get(next++).bytes();
      }
      places.add(new Place(files.get(next), true, BLOCK_BYTES, stratum));
    }
  }
}
