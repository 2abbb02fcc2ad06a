package io.loadpath.mapreduce.load.sample;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.columnar.ColumnRange;
import io.loadpath.mapreduce.columnar.ColumnarFiles;
import io.loadpath.mapreduce.columnar.FileBlock;
import io.loadpath.mapreduce.columnar.FileKind;
import io.loadpath.mapreduce.columnar.SampledFiles;
import io.loadpath.mapreduce.load.sample.SamplePlaces.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;

/**
 * A sample of ORC, Parquet or Avro files. A place is a stripe or row group, of which rows are read
 * that are evenly spread, or a block of an Avro file.
 *
 * @param rows of all files by their footers; empty for Avro files, which have none
 * @param range of a column of all files by their footers; empty if one of them lacks it
 */
record ColumnarSample(
    SampledFiles files, SamplePlaces places, OptionalLong rows, Optional<ColumnRange> range) {
  private static final int AVRO_BLOCK_BYTES = 64_000;

  /** Rows of the places, most of which are skipped. */
  private static final long MOST_DECODED_ROWS = 20_000_000;

  private static final long MOST_ROWS = 600_000;
  private static final long JOINED_ROWS = 20_000;

  /** A stripe or row group of a file. */
  private record FilesBlock(Piece file, FileBlock block) {
    Place place(double weight) {
      Piece piece =
          new Piece(
              file.file(),
              block.start(),
              Math.min(block.start() + block.bytes(), file.fileBytes()),
              file.fileBytes(),
              file.modified());
      return new Place(piece, true, Long.MAX_VALUE, weight);
    }
  }

  /**
   * Returns the sample of files.
   *
   * @param needed indexes of the columns that are read
   * @param ranged index of one of them, whose range is needed; less than 0 for none
   * @param all whole files
   * @param seed of the random numbers
   */
  static ColumnarSample of(
      ColumnarFiles files,
      Set<Integer> needed,
      int ranged,
      List<Piece> all,
      long seed,
      Configuration conf)
      throws IOException {
    List<Piece> full = all.stream().filter(file -> file.bytes() > 0).toList();
    ColumnarFiles read = files.only(needed);
    long bytes = full.stream().mapToLong(Piece::bytes).sum();
    SplittableRandom random = new SplittableRandom(seed);
    if (files.kind() == FileKind.AVRO) {
      SamplePlaces places =
          bytes <= SampleSize.MOST_BYTES && full.size() <= SampleSize.PLACES
              ? wholeFiles(full)
              : avroBlocks(full, bytes, random);
      return new ColumnarSample(
          new SampledFiles(read, 1), places, OptionalLong.empty(), Optional.empty());
    }
    List<FilesBlock> blocks = new ArrayList<>();
    for (Piece file : full) {
      joined(read.blocks(file, ranged, conf))
          .forEach(block -> blocks.add(new FilesBlock(file, block)));
    }
    long rows = blocks.stream().mapToLong(one -> one.block().rows()).sum();
    long bytesRead = blocks.stream().mapToLong(one -> one.block().bytesRead()).sum();
    double part =
        Math.min((double) SampleSize.MOST_BYTES / bytesRead, (double) MOST_DECODED_ROWS / rows);
    long most = (long) Math.min(part * blocks.size(), SampleSize.PLACES);
    List<FilesBlock> drawn =
        blocks.size() <= most ? blocks : draw(blocks, rows, (int) Math.max(1, most), random);
    long rowsDrawn = drawn.stream().mapToLong(one -> one.block().rows()).sum();
    long stride = Math.max(1, rowsDrawn / MOST_ROWS);
    boolean complete = drawn == blocks;
    List<Place> places = new ArrayList<>();
    for (FilesBlock one : drawn) {
      double share = complete ? (double) one.block().rows() / rows : 1.0 / drawn.size();
      places.add(one.place(share * bytes));
    }
    return new ColumnarSample(
        new SampledFiles(read, stride),
        new SamplePlaces(places, complete && stride == 1, true),
        OptionalLong.of(rows),
        blocks.stream()
            .map(one -> one.block().range())
            .reduce(Optional.of(ColumnRange.NONE), ColumnRange::join)
            .filter(ColumnRange::hasValues));
  }

  /** Joins neighbours that are small: each place costs reading the file's footer again. */
  private static List<FileBlock> joined(List<FileBlock> blocks) {
    List<FileBlock> joined = new ArrayList<>();
    for (FileBlock block : blocks) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).rows() + block.rows() <= JOINED_ROWS) {
        FileBlock first = joined.get(last);
        joined.set(
            last,
            new FileBlock(
                first.start(),
                block.start() + block.bytes() - first.start(),
                first.rows() + block.rows(),
                first.bytesRead() + block.bytesRead(),
                ColumnRange.join(first.range(), block.range())));
      } else {
        joined.add(block);
      }
    }
    return joined;
  }

  private static SamplePlaces wholeFiles(List<Piece> files) {
    return new SamplePlaces(
        files.stream().map(file -> new Place(file, true, Long.MAX_VALUE, file.bytes())).toList(),
        true,
        true);
  }

  /** Draws a byte in each stratum of the files, and takes the block after it. */
  private static SamplePlaces avroBlocks(List<Piece> files, long bytes, SplittableRandom random) {
    List<Place> places = new ArrayList<>();
    int strata = SampleSize.MOST_BYTES / AVRO_BLOCK_BYTES;
    double stratum = (double) bytes / strata;
    int file = 0;
    long before = 0;
    for (int i = 0; i < strata; i++) {
      long at = (long) ((i + random.nextDouble()) * stratum);
      while (file < files.size() - 1 && at - before >= files.get(file).bytes()) {
        before += files.get(file++).bytes();
      }
      Piece of = files.get(file);
      long start = Math.min(at - before, of.bytes() - 1);
      Piece rest = new Piece(of.file(), start, of.fileBytes(), of.fileBytes(), of.modified());
      places.add(new Place(rest, true, SamplePlaces.BLOCK_BYTES, stratum));
    }
    return new SamplePlaces(places, false, true);
  }

  /** Draws a row in each stratum, and takes the block that contains it. */
  private static List<FilesBlock> draw(
      List<FilesBlock> blocks, long rows, int strata, SplittableRandom random) {
    List<FilesBlock> drawn = new ArrayList<>();
    double stratum = (double) rows / strata;
    int block = 0;
    long before = 0;
    for (int i = 0; i < strata; i++) {
      long at = (long) ((i + random.nextDouble()) * stratum);
      while (block < blocks.size() - 1 && at - before >= blocks.get(block).block().rows()) {
        before += blocks.get(block++).block().rows();
      }
      drawn.add(blocks.get(block));
    }
    return drawn;
  }
}
