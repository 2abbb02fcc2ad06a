package io.loadpath.mapreduce.load.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.LoadPlan;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Bound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Storage;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.KeyType;
import io.loadpath.rows.TextFormat;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {
  private static final int PARTITIONS = 10;
  private static final TextFormat FORMAT =
      TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.NEVER);

  @TempDir private Path folder;

  /** Partition p takes the numbers from p to p + 1. */
  private static TargetPartitions partitions() throws Exception {
    KeyType type = new KeyType(ColumnType.INT4, false, -1);
    List<Bound> bounds = new ArrayList<>();
    List<Leaf> leaves = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      Leaf leaf = new Leaf(p, 100 + p, "s", "p" + p, Storage.PERMANENT);
      leaves.add(leaf);
      bounds.add(new Bound(type.keyOf("" + p), type.keyOf("" + (p + 1)), leaf));
    }
    Level level = new Level(1, true, List.of(new KeyColumn(0, "k", type)), bounds, null);
    return new TargetPartitions(level, leaves);
  }

  private Sampler sample(IntFunction<String> row, int rows) throws Exception {
    return sample(row, rows, true);
  }

  private Sampler sample(IntFunction<String> row, int rows, boolean cut) throws Exception {
    Path file = folder.resolve("rows");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < rows; i++) {
        out.write(row.apply(i).getBytes(US_ASCII));
      }
    }
    Piece piece =
        new Piece(
            file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());
    TargetPartitions partitions = partitions();
    LoadPlan plan =
        new LoadPlan(
            List.of(piece.file()),
            List.of(
                new LoadColumn("k", ColumnType.INT4, false),
                new LoadColumn("v", ColumnType.INT4, false),
                new LoadColumn("t", ColumnType.TEXT, false)),
            FORMAT,
            0,
            DateOrder.MDY,
            List.of(1),
            0,
            new PartitionRouter(partitions),
            WriterShares.of(List.of(), PARTITIONS, 1, false),
            0);
    return Sampler.read(
        plan,
        partitions,
        new SampleSize(4, 0.05, 0.95),
        cut ? List.of(piece) : List.of(),
        cut ? List.of() : List.of(piece),
        ZoneOffset.UTC,
        new Configuration());
  }

  @Test
  void aPartOfTheRowsStandsForAll() throws Exception {
    int rows = 300_000;
    String text = "x".repeat(40);
    Random random = new Random(1);
    int[] count = new int[PARTITIONS];
    long[] bytes = new long[PARTITIONS];
    Sampler sample =
        sample(
            i -> {
              int p = random.nextInt(1000) == 0 ? 9 : random.nextInt(9);
              String row = "%d|%d|%s\n".formatted(p, i, text.substring(p));
              count[p]++;
              bytes[p] += row.length();
              return row;
            },
            rows,
            false);

    assertThat(sample.places().complete()).isTrue();
    assertThat(sample.rowsRead()).isEqualTo(rows);
    assertThat(sample.rows().size()).isBetween(100_000, 200_000);
    double[] kept = new double[PARTITIONS];
    sample.rows().forEach(row -> kept[row.partition()] += row.weight());
    for (int p = 0; p < PARTITIONS; p++) {
      assertThat(sample.partitions().get(p).rows()).isCloseTo(count[p], within(1e-3));
      assertThat(sample.partitions().get(p).textBytes()).isCloseTo(bytes[p], within(1e-3));
      assertThat(kept[p]).isCloseTo(bytes[p], within(1e-3));
      assertThat(sample.partitions().get(p).tupleBytes())
          .isCloseTo(count[p] * (2 + 8 + 8 + 4 + 40.0 - p), within(1e-3));
    }
  }

  @Test
  void rowsThatAreLeftOut() throws Exception {
    Sampler sample =
        sample(
            i ->
                switch (i % 10) {
                  case 0 -> "%d|1|\n".formatted(70 + i % 20);
                  case 1 -> "one|1|\n";
                  default -> i % 10 + "|1|\n";
                },
            1000);
    assertThat(sample.accepted().rows()).isCloseTo(800, within(1e-6));
    assertThat(sample.malformed().rows()).isCloseTo(100, within(1e-6));
    assertThat(sample.unrouted().rows()).isCloseTo(100, within(1e-6));
    assertThat(sample.missing())
        .extracting(row -> row.key().get(0), row -> Math.rint(row.rows()))
        .containsExactlyInAnyOrder(tuple("70", 50.0), tuple("80", 50.0));
  }

  @Test
  void sumsOfALargeFileAreThoseOfAllItsBytes() throws Exception {
    int rows = 1_500_000;
    String text = "x".repeat(40);
    Sampler sample = sample(i -> "%d|%07d|%s\n".formatted(i % PARTITIONS, i, text), rows);
    assertThat(sample.places().complete()).isFalse();
    assertThat(sample.accepted().rows()).isCloseTo(rows, within(1e-3));
    for (int p = 0; p < PARTITIONS; p++) {
      assertThat(sample.partitions().get(p).rows())
          .isCloseTo((double) rows / PARTITIONS, within(rows / 500.0));
    }
  }

  @Test
  void readsOnlyTheBytesOfTheWantedRows() throws Exception {
    String text = "x".repeat(40);
    Sampler sample = sample(i -> "%d|%07d|%s\n".formatted(i % PARTITIONS, i, text), 1_500_000);
    assertThat(sample.rowsRead()).isBetween(2000L * 15, 2000L * 17);
    assertThat(sample.bytes()).isLessThan(3_000_000);
  }

  /** A weight that depended on the rows of a place would favour the short ones. */
  @Test
  void shortRowsAmongLongOnesKeepTheirShare() throws Exception {
    String text = "x".repeat(1000);
    Random random = new Random(1);
    int[] count = new int[PARTITIONS];
    Sampler sample =
        sample(
            i -> {
              int p = random.nextInt(PARTITIONS);
              count[p]++;
              return "%d|%07d|%s\n".formatted(p, i, p < 5 ? "" : text);
            },
            150_000);
    assertThat(sample.places().complete()).isFalse();
    for (int p = 0; p < PARTITIONS; p++) {
      assertThat(sample.partitions().get(p).rows()).isCloseTo(count[p], within(0.05 * count[p]));
    }
    double shorts = sample.partitions().subList(0, 5).stream().mapToDouble(Expected::rows).sum();
    assertThat(shorts).isCloseTo(Arrays.stream(count).limit(5).sum(), within(0.01 * 75_000));
  }
}
