package io.loadpath.mapreduce.load.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.sample.SampleReader.Read;
import io.loadpath.mapreduce.load.sample.SampleReader.RowTaker;
import io.loadpath.mapreduce.load.sample.WriterShares.Estimate;
import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.Type;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleReaderTest {
  private static final int PARTITIONS = 36;
  private static final int WRITERS = 10;
  private static final TextFormat FORMAT =
      TextFormat.sqoop('|', '\n', '\\', TextFormat.NONE, "", "");

  @TempDir private Path folder;

  /** Notes rows whose first field is their partition and whose second is a number. */
  private static final class Rows implements RowTaker {
    private final List<SampledRow> rows = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    @Override
    public void take(int place, byte[] bytes, int from, int to, double weight) {
      String text = new String(bytes, from, to - from, US_ASCII);
      String[] fields = text.split("\\|", 3);
      rows.add(
          new SampledRow(place, Integer.parseInt(fields[0]), fields[1].getBytes(US_ASCII), weight));
      texts.add(text);
    }
  }

  private Piece write(String name, int from, int to, IntFunction<String> row) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream raw = new BufferedOutputStream(Files.newOutputStream(file));
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
      for (int i = from; i < to; i++) {
        out.write(row.apply(i).getBytes(US_ASCII));
      }
    }
    return new Piece(
        file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());
  }

  private static SamplePlaces places(List<Piece> cut, List<Piece> whole, long seed) {
    return SamplePlaces.of(cut, whole, SampleSize.PLACES, SamplePlaces.BLOCK_BYTES, seed);
  }

  private static Read<Rows> read(SamplePlaces places, int headerLines) throws IOException {
    return new SampleReader(FORMAT, headerLines, new Configuration()).read(places, 1, Rows::new);
  }

  private static List<SampledRow> rows(Read<Rows> read) {
    return read.takers().stream().flatMap(taker -> taker.rows.stream()).toList();
  }

  private static List<String> texts(Read<Rows> read) {
    return read.takers().stream().flatMap(taker -> taker.texts.stream()).toList();
  }

  @Test
  void readsEachRowOfSmallFilesOnce() throws IOException {
    // rows with escaped line ends, and one longer than a block
    IntFunction<String> row =
        i -> "%d|%08d|%s\\\nrest\n".formatted(i % 3, i, "x".repeat(i == 500 ? 90_000 : i % 200));
    List<Piece> files =
        List.of(
            write("a", 0, 3000, i -> i == 0 ? "HEADER\n" : row.apply(i)),
            write("b", 3000, 5000, i -> i == 3000 ? "HEADER\n" : row.apply(i)),
            write("empty", 0, 0, row));

    SamplePlaces places = places(files, List.of(), 1);
    Read<Rows> read = read(places, 1);

    assertThat(places.complete()).isTrue();
    List<String> all = new ArrayList<>();
    for (int i = 1; i < 5000; i++) {
      if (i != 3000) {
        all.add(row.apply(i));
      }
    }
    assertThat(texts(read)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(rows(read).stream().mapToDouble(SampledRow::weight).sum())
        .isCloseTo(all.stream().mapToInt(String::length).sum(), within(1e-6));
  }

  /** A described file may begin with one, and its rows may end with CR LF. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aByteOrderMarkIsNoPartOfTheFirstRow(boolean header) throws IOException {
    FileFormat lines =
        new FileFormat(
            '|',
            null,
            null,
            header,
            false,
            "",
            LineEnd.CRLF,
            UTF_8,
            DateForm.ISO,
            TimestampForm.SPACE);
    List<Column> columns =
        List.of(new Column("a", Type.integer(9), true), new Column("b", Type.integer(9), true));
    TextFormat format = TextFormat.of(lines, columns);
    Path file = folder.resolve("marked");
    Files.writeString(file, "\uFEFF" + (header ? "a|b\r\n" : "") + "1|2\r\n2|3\r\n");
    Piece piece =
        new Piece(
            file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());

    Read<Rows> read =
        new SampleReader(format, lines.headerLines(), new Configuration())
            .read(places(List.of(piece), List.of(), 1), 1, Rows::new);

    assertThat(texts(read)).containsExactlyInAnyOrder("1|2\r\n", "2|3\r\n");
  }

  /** 150 MB in the order of time: months grow, and rows of later months are longer. */
  @Test
  void sharesOfFilesInOrderOfTime() throws IOException {
    int rows = 600_000;
    String filler = "x".repeat(400);
    long[] bytes = new long[PARTITIONS];
    List<Piece> files = new ArrayList<>();
    IntFunction<String> row =
        i -> {
          int month = (int) (Math.sqrt((double) i / rows) * PARTITIONS);
          String text = "%d|%08d|%s\n".formatted(month, i, filler.substring(0, 10 * month));
          bytes[month] += text.length();
          return text;
        };
    for (int f = 0; f < 3; f++) {
      files.add(write("part-" + f, f * (rows / 3), (f + 1) * (rows / 3), row));
    }
    long total = files.stream().mapToLong(Piece::bytes).sum();

    RowLengths lengths = RowLengths.of(new SampleReader(FORMAT, 0, new Configuration()), files);
    int block = lengths.blockBytes(new SampleSize(WRITERS, 0.05, 0.95).rowsOfPlace());
    SamplePlaces places = SamplePlaces.of(files, List.of(), SampleSize.PLACES, block, 3);
    Read<Rows> read = read(places, 0);

    assertThat(places.complete()).isFalse();
    assertThat(read.places()).isEqualTo(2000);
    assertThat(read.bytes()).isLessThanOrEqualTo(64_000_000);
    assertThat(texts(read).size()).isBetween(2000 * 47, 2000 * 80); // most rows are shorter
    List<SampledRow> sample = rows(read);
    WriterShares writers = WriterShares.of(sample, PARTITIONS, WRITERS, true);
    List<Estimate> planned = WriterShares.estimatePartitions(sample, places, PARTITIONS, 0.9999);
    for (int p = 0; p < PARTITIONS; p++) {
      double margin = Math.max(planned.get(p).margin(), 2.0 / 2000); // small ones are in few places
      assertThat((double) bytes[p] / total).isCloseTo(planned.get(p).share(), within(margin));
      assertThat(planned.get(p).margin()).isLessThan(0.005);
    }
    double[] real = new double[WRITERS];
    for (int i = 0; i < rows; i++) {
      byte[] key = "%08d".formatted(i).getBytes(US_ASCII);
      int month = (int) (Math.sqrt((double) i / rows) * PARTITIONS);
      real[writers.writer(month, key, 0, key.length)] += row.apply(i).length();
    }
    for (double share : real) {
      assertThat(share / total).isLessThanOrEqualTo(1.05 / WRITERS);
    }
  }

  @Test
  void rowsOf100KilobytesAreReadAtFewerPlaces() throws IOException {
    String filler = "x".repeat(100_000);
    Random random = new Random(1);
    Piece file =
        write("long", 0, 2000, i -> "%d|%08d|%s\n".formatted(random.nextInt(2), i, filler));
    Read<Rows> read = read(places(List.of(file), List.of(), 1), 0);
    assertThat(read.places()).isBetween(500, 1999);
    assertThat(read.bytes()).isLessThan(66_000_000);
    assertThat(texts(read)).isNotEmpty().allMatch(text -> text.length() > 100_000);
  }

  @Test
  void aSampleWithoutSomePlacesIsNotComplete() throws IOException {
    String filler = "x".repeat(900_000);
    Piece file = write("long", 0, 60, i -> "%d|%08d|%s\n".formatted(i % 2, i, filler));
    SamplePlaces places = places(List.of(file), List.of(), 1);
    Read<Rows> read = read(places, 0);
    assertThat(places.complete()).isTrue();
    assertThat(read.places()).isLessThan(places.places().size());
    assertThat(read.sample().complete()).isFalse();
    assertThat(read.sample().places()).isEqualTo(places.places());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 2100})
  void readsTheBeginningsOfGzipFiles(int count) throws IOException {
    List<Piece> files = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      int partition = f % 3;
      files.add(write(f + ".gz", 0, 3, i -> "%d|%08d|text\n".formatted(partition, i)));
    }
    SamplePlaces places = places(List.of(), files, 1);
    Read<Rows> read = read(places, 0);
    assertThat(places.bounded()).isFalse();
    assertThat(read.places()).isEqualTo(Math.min(count, 2000));
    assertThat(texts(read)).hasSize(3 * Math.min(count, 2000));
    double textBytes = count * 3 * "0|00000000|text\n".length();
    assertThat(rows(read).stream().mapToDouble(SampledRow::weight).sum())
        .isCloseTo(textBytes, within(textBytes / 1000));
  }

  @Test
  void estimatesTheTextOfALargeGzipFile() throws IOException {
    Random random = new Random(1);
    int rows = 1_500_000;
    IntFunction<String> row = i -> "%d|%08d|%d\n".formatted(i % 3, i, random.nextInt(1000));
    Piece file = write("large.gz", 0, rows, row);
    SamplePlaces places = places(List.of(), List.of(file), 1);
    Read<Rows> read = read(places, 0);
    assertThat(rows(read).size()).isLessThan(rows);
    double textBytes = rows * (2 + 9 + 3.89);
    assertThat(rows(read).stream().mapToDouble(SampledRow::weight).sum())
        .isCloseTo(textBytes, within(textBytes / 50));
  }

  /** In a file with quotes, only all earlier rows show where a row begins. */
  @Test
  void readsTheBeginningOfAFileWithQuotes() throws IOException {
    TextFormat quoted = TextFormat.sqoop('|', '\n', TextFormat.NONE, '"', "", "");
    Piece file = write("quoted", 0, 200_000, i -> "0|%08d|\"text\n1|\"\n".formatted(i));
    SamplePlaces places = places(List.of(), List.of(file), 1);
    Read<Rows> read = new SampleReader(quoted, 0, new Configuration()).read(places, 1, Rows::new);
    assertThat(texts(read)).hasSize(200_000);
    assertThat(rows(read)).allMatch(row -> row.partition() == 0);
  }

  @Test
  void namesAFileThatBecameShorter() throws IOException {
    Piece file = write("short", 0, 100, i -> "1|%08d|text\n".formatted(i));
    Piece longer = new Piece(file.file(), file.bytes() + 5, file.modified());
    assertThatThrownBy(() -> read(places(List.of(longer), List.of(), 1), 0))
        .hasMessageContaining("short: ");
  }

  @Test
  void theSameSeedDrawsTheSamePlaces() {
    List<Piece> files = List.of(new Piece("a", 1L << 34, 0), new Piece("b", 5000, 0));
    SamplePlaces places = places(files, List.of(), 5);
    assertThat(places).isEqualTo(places(files, List.of(), 5));
    assertThat(places).isNotEqualTo(places(files, List.of(), 6));
    assertThat(places.places()).hasSize(2000);
  }
}
