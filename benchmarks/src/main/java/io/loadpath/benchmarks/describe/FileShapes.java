package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.tables.Format;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares the files of a table: all must have the same columns. */
final class FileShapes {
  private FileShapes() {}

  /**
   * @throws LoadpathException naming the first file and one that is compressed in another way
   */
  static void checkCodecs(List<Path> files) {
    Path first = files.get(0);
    for (Path file : files) {
      if (Format.of(file) != Format.of(first)) {
        throw new LoadpathException(
            "%s and %s are compressed in different ways; the files of a table must be of one kind"
                .formatted(first, file));
      }
    }
  }

  /**
   * @throws LoadpathException naming the first file and one whose rows have another number of
   *     fields
   */
  static void check(Sample sample, Dialect dialect) {
    Piece first = sample.pieces().get(0);
    int fields = fields(first, dialect);
    for (Piece piece : sample.firstPieces()) {
      int others = fields(piece, dialect);
      if (others != fields) {
        throw new LoadpathException(
            "%s has rows of %d fields, but %s has rows of %d: the files of a table must have the same columns"
                .formatted(first.file(), fields, piece.file(), others));
      }
    }
  }

  private static int fields(Piece piece, Dialect dialect) {
    return Layout.of(new Sample(List.of(piece), false, 1), dialect).fields();
  }

  /**
   * @throws LoadpathException naming the first file and one that begins with another row than its
   *     header
   */
  static void checkHeader(Sample sample, Dialect dialect, Charset charset) {
    Piece first = sample.pieces().get(0);
    List<String> header = firstRow(first, dialect, charset);
    for (Piece piece : sample.firstPieces()) {
      List<String> other = firstRow(piece, dialect, charset);
      for (int i = 0; i < header.size(); i++) {
        if (i >= other.size() || !other.get(i).equals(header.get(i))) {
          throw new LoadpathException(
              "%s has the column '%s' where %s has '%s': the files of a table must have the same header"
                  .formatted(
                      first.file(),
                      TypeSearch.shown(header.get(i)),
                      piece.file(),
                      i < other.size() ? TypeSearch.shown(other.get(i)) : ""));
        }
      }
    }
  }

  /** Returns how many files begin with the row that the first one begins with. */
  static int alike(Sample sample, Dialect dialect, Charset charset) {
    List<String> first = firstRow(sample.pieces().get(0), dialect, charset);
    return (int)
        sample.firstPieces().stream()
            .filter(piece -> firstRow(piece, dialect, charset).equals(first))
            .count();
  }

  static List<String> firstRow(Piece piece, Dialect dialect, Charset charset) {
    RowCursor row = piece.rows(dialect);
    List<String> values = new ArrayList<>();
    if (row.next()) {
      for (int i = 0; i < row.fields(); i++) {
        values.add(row.value(i, charset));
      }
    }
    return values;
  }
}
