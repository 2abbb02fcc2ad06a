package io.loadpath.mapreduce.load.sample;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.sample.SampleReader.Read;
import io.loadpath.mapreduce.load.sample.SampleReader.RowTaker;
import java.io.IOException;
import java.util.List;

/**
 * The length of rows at a few places, from which the bytes follow that hold a number of rows. The
 * sample's own places are drawn later and without these rows, so that its estimates have no bias.
 *
 * @param mean length in bytes of the row at a random byte; NaN if no row was read
 * @param bytesRead of the files
 */
record RowLengths(double mean, long bytesRead) {
  static final RowLengths NONE = new RowLengths(Double.NaN, 0);

  private static final int PLACES = 16;
  private static final long SEED = 16;

  /** Measures rows of files that can be cut. */
  static RowLengths of(SampleReader reader, List<Piece> cut) throws IOException {
    SamplePlaces places = SamplePlaces.of(cut, List.of(), PLACES, SamplePlaces.BLOCK_BYTES, SEED);
    Read<Sums> read = reader.read(places, SEED, Sums::new);
    double products = read.takers().stream().mapToDouble(sums -> sums.products).sum();
    double weights = read.takers().stream().mapToDouble(sums -> sums.weights).sum();
    return new RowLengths(products / weights, read.bytes());
  }

  /** Returns how many bytes hold rows on average: the most that a place has, if none was read. */
  int blockBytes(long rows) {
    double bytes = Math.ceil(mean * rows);
    return bytes <= SamplePlaces.BLOCK_BYTES ? (int) bytes : SamplePlaces.BLOCK_BYTES;
  }

  private static final class Sums implements RowTaker {
    private double products;
    private double weights;

    @Override
    public void take(int place, byte[] bytes, int from, int to, double weight) {
      products += weight * (to - from);
      weights += weight;
    }
  }
}
