package io.loadpath.mapreduce.load.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.columnar.ColumnRange;
import io.loadpath.mapreduce.columnar.ColumnarFiles;
import io.loadpath.mapreduce.columnar.FileColumn;
import io.loadpath.mapreduce.load.sample.SampleReader.Read;
import io.loadpath.mapreduce.load.sample.SampleReader.RowTaker;
import io.loadpath.rows.ColumnType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnarSampleTest {
  private static final Configuration CONF = new Configuration();

  @TempDir private Path folder;

  /** Notes the fields of rows. */
  private static final class Rows implements RowTaker {
    private final List<String> texts = new ArrayList<>();
    private double weight;

    @Override
    public void take(int place, byte[] bytes, int from, int to, double rowWeight) {
      texts.add(new String(bytes, from, to - from, US_ASCII).strip());
      weight += rowWeight;
    }
  }

  /** Rows in the order of time; 36 months, each longer than the one before it. */
  private Piece write(long rows) throws Exception {
    return write(
        rows + ".parquet",
        """
        SELECT i AS id, floor(sqrt(i::DOUBLE / %d) * 36)::INTEGER AS month, 'x' || i AS note
        FROM range(%d) t(i)"""
            .formatted(rows, rows));
  }

  private Piece write(String name, String query) throws Exception {
    Path file = folder.resolve(name);
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = duck.createStatement()) {
      sql.execute("COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)".formatted(query, file));
    }
    return new Piece(
        file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());
  }

  private ColumnarFiles files(Piece piece) throws Exception {
    return ColumnarFiles.of(
            List.of(FileSystem.getLocal(CONF).getFileStatus(piece.path())),
            List.of(
                new FileColumn("id", ColumnType.INT8),
                new FileColumn("month", null),
                new FileColumn("note", null)),
            CONF)
        .orElseThrow();
  }

  private static Read<Rows> read(ColumnarSample sample) throws Exception {
    Configuration conf = new Configuration(CONF);
    sample.files().addTo(conf);
    return new SampleReader(sample.files().format(), 0, conf).read(sample.places(), 1, Rows::new);
  }

  private static List<String> texts(Read<Rows> read) {
    return read.takers().stream().flatMap(taker -> taker.texts.stream()).toList();
  }

  private static double weight(Read<Rows> read) {
    return read.takers().stream().mapToDouble(taker -> taker.weight).sum();
  }

  @Test
  void readsEachRowOfSmallFiles() throws Exception {
    Piece piece = write(10_000);
    ColumnarSample sample = ColumnarSample.of(files(piece), Set.of(0), -1, List.of(piece), 1, CONF);

    assertThat(sample.rows()).hasValue(10_000);
    assertThat(sample.places().complete()).isTrue();
    Read<Rows> read = read(sample);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      all.add(i + "\t\\N\t\\N");
    }
    assertThat(texts(read)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(weight(read)).isCloseTo(piece.bytes(), within(1e-3));
  }

  @Test
  void rowsAreEvenlySpread() throws Exception {
    Piece piece = write(2_500_000);
    ColumnarSample sample = ColumnarSample.of(files(piece), Set.of(1), -1, List.of(piece), 1, CONF);

    assertThat(sample.rows()).hasValue(2_500_000);
    assertThat(sample.places().complete()).isFalse();
    Read<Rows> read = read(sample);
    List<String> texts = texts(read);
    assertThat(texts.size()).isBetween(300_000, 700_000);
    assertThat(weight(read)).isCloseTo(piece.bytes(), within(1e-3));
    for (int month = 0; month < 36; month++) {
      String text = "\\N\t" + month + "\t\\N";
      double share = (double) texts.stream().filter(text::equals).count() / texts.size();
      assertThat(share).isCloseTo((2 * month + 1) / (36.0 * 36), within(0.002));
    }
  }

  private Optional<ColumnRange> range(int ranged, Piece... files) throws Exception {
    return ColumnarSample.of(files(files[0]), Set.of(0), ranged, List.of(files), 1, CONF).range();
  }

  @Test
  void theRangeIsThatOfAllFiles() throws Exception {
    Piece first = write(3000);
    Piece second = write("b.parquet", "SELECT 5000::BIGINT AS id");
    Piece none = write("c.parquet", "SELECT NULL::BIGINT AS id");
    Piece unknown = write("d.parquet", "SELECT 5000::DOUBLE AS id");
    assertThat(range(0, first)).contains(new ColumnRange(0, 2999));
    assertThat(range(0, first, second)).contains(new ColumnRange(0, 5000));
    assertThat(range(0, second, first, none)).contains(new ColumnRange(0, 5000));
    assertThat(range(0, none)).isEmpty();
    assertThat(range(0, first, unknown)).isEmpty();
    assertThat(range(0, unknown, first)).isEmpty();
    assertThat(range(-1, first)).isEmpty();
  }

  @Test
  void readsNoColumnIfNoneIsNeeded() throws Exception {
    Piece piece = write(3000);
    ColumnarSample sample = ColumnarSample.of(files(piece), Set.of(), -1, List.of(piece), 1, CONF);

    assertThat(texts(read(sample))).hasSize(3000).containsOnly("\\N\t\\N\t\\N");
  }
}
