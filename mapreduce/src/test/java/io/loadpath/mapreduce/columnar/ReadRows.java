package io.loadpath.mapreduce.columnar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.files.ChunkSource;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.RowBoundaries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** Reads files as a load does. */
final class ReadRows {
  static final Configuration CONF = new Configuration();

  /** A row's text without its end, and its place. */
  record Row(String text, String place, long position) {}

  private ReadRows() {}

  /** Returns columns from words such as {@code id:INT4}, or {@code id} if the type is not known. */
  static List<FileColumn> columns(String... words) {
    return Stream.of(words)
        .map(word -> word.split(":"))
        .map(word -> new FileColumn(word[0], word.length < 2 ? null : ColumnType.valueOf(word[1])))
        .toList();
  }

  static FileStatus status(Path file) throws IOException {
    return FileSystem.getLocal(CONF)
        .getFileStatus(new org.apache.hadoop.fs.Path(file.toUri().toString()));
  }

  static ColumnarFiles files(Path file, String... columns) throws IOException {
    return ColumnarFiles.of(List.of(status(file)), columns(columns), CONF).orElseThrow();
  }

  /** Returns the text of all rows of a whole file. */
  static List<String> texts(Path file, String... columns) throws IOException {
    return rows(file, List.of(), columns).stream().map(Row::text).toList();
  }

  /**
   * Returns the rows of a file.
   *
   * @param cuts where the file is cut into pieces
   */
  static List<Row> rows(Path file, List<Long> cuts, String... columns) throws IOException {
    ColumnarFiles files = files(file, columns);
    FileStatus status = status(file);
    List<Row> rows = new ArrayList<>();
    long start = 0;
    List<Long> ends = new ArrayList<>(cuts);
    ends.add(status.getLen());
    for (long end : ends) {
      Piece piece =
          new Piece(
              file.toUri().toString(), start, end, status.getLen(), status.getModificationTime());
      try (ChunkSource chunks = files.open(piece, 7, CONF)) {
        for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
          assertThat(chunk.piece()).isEqualTo(7);
          add(chunk, file, files, rows);
        }
      }
      start = end;
    }
    return rows;
  }

  private static void add(Chunk chunk, Path file, ColumnarFiles files, List<Row> rows) {
    RowBoundaries boundaries = new RowBoundaries(files.format());
    for (int at = 0; at < chunk.length(); ) {
      int next = boundaries.next(chunk.bytes(), at, chunk.length());
      long position = chunk.position(at);
      String place = "file %s, %s".formatted(file.getFileName(), files.describe(position));
      rows.add(
          new Row(
              new String(Arrays.copyOfRange(chunk.bytes(), at, next - 1), UTF_8), place, position));
      at = next;
    }
  }

  /** Checks that each row is read once, at the same position, wherever a file is cut. */
  static void assertCutsDoNotMatter(Path file, long step, String... columns) throws IOException {
    List<Row> whole = rows(file, List.of(), columns);
    assertThat(whole).isNotEmpty();
    assertThat(whole).isSortedAccordingTo((a, b) -> Long.compare(a.position(), b.position()));
    long bytes = status(file).getLen();
    for (long cut = 1; cut < bytes; cut += step) {
      assertThat(rows(file, List.of(cut), columns)).as("cut at %d", cut).isEqualTo(whole);
    }
    List<Long> many = new ArrayList<>();
    for (long cut = bytes / 37; cut < bytes; cut += bytes / 37) {
      many.add(cut);
    }
    assertThat(rows(file, many, columns)).isEqualTo(whole);
  }
}
