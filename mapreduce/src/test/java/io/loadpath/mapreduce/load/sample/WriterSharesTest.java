package io.loadpath.mapreduce.load.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.sample.SamplePlaces.Place;
import io.loadpath.mapreduce.load.sample.WriterShares.Estimate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files in memory with 500,000 rows of 100 or 2,000 bytes, each sampled with 100 seeds. Prints a
 * table:
 *
 * <pre>
 * mvn -pl mapreduce -am test -Dtest=WriterSharesTest -Dsurefire.failIfNoSpecifiedTests=false
 * column -t -s, mapreduce/target/writer-shares.csv
 * </pre>
 */
class WriterSharesTest {
  private static final int ROWS = 500_000;
  private static final int LONG_ROW_BYTES = 2000;
  private static final int SEEDS = 100;
  private static final double CONFIDENCE = 0.95;
  private static final Path TABLE = Path.of("target/writer-shares.csv");

  /** Rows of which each has a partition and a number as its sort key. */
  private record Table(int partitions, int[] partition, double[] share, long[] key) {
    static Table of(String distribution, int partitions) {
      int[] partition = new int[ROWS];
      long[] key = new long[ROWS];
      Random random = new Random(1);
      double[] zipf = zipf(partitions);
      IntUnaryOperator draw =
          switch (distribution) {
            case "uniform" -> row -> random.nextInt(partitions);
            case "zipf" -> row -> below(zipf, random.nextDouble());
            case "60 percent" -> row -> random.nextDouble() < 0.6 ? 7 : random.nextInt(partitions);
            case "in order of time" -> row -> (int) ((long) row * partitions / ROWS);
            default -> throw new IllegalArgumentException(distribution);
          };
      for (int row = 0; row < ROWS; row++) {
        partition[row] = draw.applyAsInt(row);
        key[row] = distribution.equals("in order of time") ? row : random.nextLong() >>> 1;
      }
      double[] share = new double[partitions];
      Arrays.stream(partition).forEach(p -> share[p] += 1.0 / ROWS);
      return new Table(partitions, partition, share, key);
    }

    private static double[] zipf(int partitions) {
      double[] below = new double[partitions];
      double sum = 0;
      for (int p = 0; p < partitions; p++) {
        sum += 1.0 / (p + 1);
        below[p] = sum;
      }
      return Arrays.stream(below).map(b -> b / below[partitions - 1]).toArray();
    }

    private static int below(double[] sums, double x) {
      int found = Arrays.binarySearch(sums, x);
      return found < 0 ? -found - 1 : found;
    }

    byte[] keyBytes(int row) {
      return ByteBuffer.allocate(Long.BYTES).putLong(key[row]).array();
    }

    double largestShare() {
      return Arrays.stream(share).max().orElseThrow();
    }

    List<SampledRow> sample(SamplePlaces places, int rowBytes) {
      List<SampledRow> rows = new ArrayList<>();
      for (int i = 0; i < places.places().size(); i++) {
        Place place = places.places().get(i);
        double weight = place.weight() / place.bytes() * rowBytes;
        long start = (place.piece().start() + rowBytes - 1) / rowBytes;
        for (int row = (int) start; (long) row * rowBytes < place.piece().end(); row++) {
          rows.add(new SampledRow(i, partition[row], keyBytes(row), weight));
        }
      }
      return rows;
    }

    /** The true share of each writer. */
    double[] shares(WriterShares writers) {
      double[] shares = new double[writers.count()];
      ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
      for (int p = 0; p < partitions; p++) {
        if (writers.writersOf(p) == 1) {
          shares[writers.writer(p, bytes.array(), 0, Long.BYTES)] += share[p];
        }
      }
      for (int row = 0; row < ROWS; row++) {
        if (writers.writersOf(partition[row]) > 1) {
          bytes.putLong(0, key[row]);
          shares[writers.writer(partition[row], bytes.array(), 0, Long.BYTES)] += 1.0 / ROWS;
        }
      }
      return shares;
    }
  }

  private static SamplePlaces places(long seed) {
    return places(LONG_ROW_BYTES, 10, seed);
  }

  private static SamplePlaces places(int rowBytes, int writers, long seed) {
    long rows = new SampleSize(writers, 0.05, CONFIDENCE).rowsOfPlace();
    return SamplePlaces.of(
        List.of(new Piece("file:/rows", (long) ROWS * rowBytes, 0)),
        List.of(),
        SampleSize.PLACES,
        new RowLengths(rowBytes, 0).blockBytes(rows),
        seed);
  }

  @BeforeAll
  static void beginTable() throws IOException {
    Files.createDirectories(TABLE.getParent());
    Files.writeString(
        TABLE,
        "distribution,partitions,row bytes,writers,may cut,bound × writers,heaviest of 95 seeds ÷ bound,seeds to 1.05,shares in their intervals\n");
  }

  /**
   * @param most what the heaviest writer may have in 95 of 100 seeds, in parts of the bound: the
   *     ideal share, or the largest partition that has one writer. The last cases cannot reach
   *     1.05: whole partitions that do not divide evenly, and 30,000 rows of 2,000 bytes for 32
   *     writers, which need 108,000
   */
  @ParameterizedTest
  @CsvSource({
    "in order of time, 36, 100, 2, true, 1.05",
    "60 percent, 36, 100, 10, true, 1.05",
    "uniform, 36, 2000, 10, true, 1.05",
    "uniform, 100, 2000, 10, false, 1.05",
    "zipf, 100, 2000, 10, true, 1.05",
    "zipf, 100, 2000, 10, false, 1.05",
    "60 percent, 36, 2000, 10, false, 1.05",
    "in order of time, 40, 2000, 10, false, 1.05",
    "in order of time, 1, 2000, 32, true, 1.05",
    "in order of time, 36, 2000, 100, true, 1.10",
    "uniform, 36, 2000, 10, false, 1.13",
    "uniform, 36, 2000, 32, true, 1.10",
    "zipf, 100, 2000, 32, true, 1.12",
  })
  void noWriterHasMuchMoreThanItsShare(
      String distribution,
      int partitions,
      int rowBytes,
      int writerCount,
      boolean mayCut,
      double most)
      throws IOException {
    Table table = Table.of(distribution, partitions);
    double ideal = 1.0 / writerCount;
    double bound = mayCut ? ideal : Math.max(ideal, table.largestShare());
    List<Outcome> outcomes =
        IntStream.range(0, SEEDS)
            .parallel()
            .mapToObj(seed -> outcome(table, rowBytes, seed, writerCount, mayCut))
            .toList();
    List<Double> heaviest =
        outcomes.stream().map(outcome -> outcome.heaviest() / bound).sorted().toList();
    double inside = outcomes.stream().mapToInt(Outcome::inside).sum();
    double of95 = heaviest.get(SEEDS * 95 / 100 - 1);
    Files.writeString(
        TABLE,
        "%s,%d,%d,%d,%s,%.2f,%.3f,%d,%.3f\n"
            .formatted(
                distribution,
                partitions,
                rowBytes,
                writerCount,
                mayCut ? "yes" : "no",
                bound * writerCount,
                of95,
                heaviest.stream().filter(h -> h <= 1.05).count(),
                inside / SEEDS / writerCount),
        StandardOpenOption.APPEND);
    assertThat(of95).isLessThanOrEqualTo(most);
    assertThat(inside / SEEDS / writerCount)
        .as("shares inside their intervals")
        .isGreaterThanOrEqualTo(0.93);
  }

  /**
   * What came of a plan.
   *
   * @param heaviest true share of a writer
   * @param inside writers whose true share is in its interval
   */
  private record Outcome(double heaviest, int inside) {}

  private static Outcome outcome(
      Table table, int rowBytes, int seed, int writerCount, boolean mayCut) {
    SamplePlaces places = places(rowBytes, writerCount, seed);
    List<SampledRow> rows = table.sample(places, rowBytes);
    WriterShares writers = WriterShares.of(rows, table.partitions(), writerCount, mayCut);
    double[] real = table.shares(writers);
    List<Estimate> planned = writers.estimateWriters(rows, places, CONFIDENCE);
    int inside = 0;
    for (int w = 0; w < writerCount; w++) {
      inside += Math.abs(real[w] - planned.get(w).share()) <= planned.get(w).margin() ? 1 : 0;
    }
    return new Outcome(Arrays.stream(real).max().orElseThrow(), inside);
  }

  private static SampledRow row(int place, int partition, int key, double weight) {
    return new SampledRow(place, partition, new byte[] {(byte) key}, weight);
  }

  @Test
  void oneSortKeyIsNeverCut() {
    List<SampledRow> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add(row(i, 0, i < 8 ? 200 : 201, 1));
    }
    WriterShares writers = WriterShares.of(rows, 1, 2, true);
    assertThat(writers.writer(0, new byte[] {(byte) 200}, 0, 1)).isZero();
    assertThat(writers.writer(0, new byte[] {(byte) 201}, 0, 1)).isOne();
    assertThat(writers.writer(0, new byte[] {0}, 0, 1)).isZero();
  }

  @Test
  void partitionsThatTheSampleMissedGoToAllWriters() {
    WriterShares writers = WriterShares.of(List.of(row(0, 0, 1, 1)), 5, 4, false);
    assertThat(List.of(1, 2, 3, 4))
        .extracting(p -> writers.writer(p, new byte[] {9}, 0, 1))
        .containsExactly(0, 1, 2, 3);
  }

  @Test
  void aPartitionThatNoPlaceHasMayHaveAFewRows() {
    SamplePlaces places = places(1);
    List<Estimate> shares =
        WriterShares.estimatePartitions(List.of(row(0, 0, 1, 1)), places, 2, CONFIDENCE);
    assertThat(shares.get(1).share()).isZero();
    assertThat(shares.get(1).margin()).isCloseTo(3.0 / 2000, within(1e-5));
  }

  /** The formula with a sum over all places. */
  @Test
  void theVarianceIsThatBetweenNeighbours() {
    SamplePlaces places = places(1);
    int k = places.places().size();
    Random random = new Random(1);
    List<SampledRow> rows = new ArrayList<>();
    double[] own = new double[k];
    double[] all = new double[k];
    for (int i = 0; i < 3000; i++) { // some places have none, some several
      SampledRow row = row(random.nextInt(k), i % 4 == 0 ? 0 : 1, i, random.nextInt(1, 9));
      rows.add(row);
      all[row.place()] += row.weight();
      own[row.place()] += row.partition() == 0 ? row.weight() : 0;
    }
    double total = Arrays.stream(all).sum();
    double share = Arrays.stream(own).sum() / total;
    double squares = 0;
    for (int i = 1; i < k; i++) {
      double step = own[i] - share * all[i] - own[i - 1] + share * all[i - 1];
      squares += step * step;
    }
    double margin = 1.959964 * Math.sqrt(k * squares / (2 * (k - 1.0) * total * total));
    Estimate estimate = WriterShares.estimatePartitions(rows, places, 2, CONFIDENCE).get(0);
    assertThat(estimate.share()).isCloseTo(share, within(1e-12));
    assertThat(estimate.margin()).isCloseTo(margin, within(margin / 1e5));
  }

  @Test
  void anEmptySampleHasWriters() {
    SamplePlaces none = SamplePlaces.of(List.of(), List.of(), SampleSize.PLACES, 1000, 1);
    WriterShares writers = WriterShares.of(List.of(), 3, 2, true);
    assertThat(writers.estimateWriters(List.of(), none, CONFIDENCE))
        .containsExactly(new Estimate(0, 0), new Estimate(0, 0));
  }

  @Test
  void filesThatCannotBeCutGiveNoBound() {
    Piece file = new Piece("file:/rows.gz", 1000, 0);
    SamplePlaces places =
        SamplePlaces.of(List.of(), List.of(file, file), SampleSize.PLACES, 1000, 1);
    List<SampledRow> rows = List.of(row(0, 0, 1, 1), row(1, 1, 1, 3));
    List<Estimate> shares = WriterShares.estimatePartitions(rows, places, 2, CONFIDENCE);
    assertThat(shares)
        .containsExactly(new Estimate(0.25, Double.NaN), new Estimate(0.75, Double.NaN));
  }
}
