package io.loadpath.tables.describe;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.describe.FileSample.Piece;
import java.util.List;

/** Compares the files of a table: all must have the same columns. */
final class FileShapes {
  private FileShapes() {}

  /**
   * @throws DatasetException naming the first file and one whose rows have another number of fields
   */
  static void checkFields(FileSample sample, Separators separators) throws DatasetException {
    Piece first = sample.pieces().get(0);
    int fields = fields(first, separators);
    for (Piece piece : sample.firstPieces()) {
      int others = fields(piece, separators);
      if (others != fields) {
        throw new DatasetException(
            "%s has rows of %d fields, but %s has rows of %d: the files of a table must have the same columns"
                .formatted(first.file(), fields, piece.file(), others));
      }
    }
  }

  private static int fields(Piece piece, Separators separators) {
    return Layout.of(new FileSample(List.of(piece), false, 1), separators).fields();
  }

  /**
   * @throws DatasetException naming the first file and one that begins with another row
   */
  static void checkHeader(FileSample sample, List<List<String>> firstRows) throws DatasetException {
    List<String> header = firstRows.get(0);
    for (int file = 1; file < firstRows.size(); file++) {
      List<String> other = firstRows.get(file);
      for (int i = 0; i < header.size(); i++) {
        String name = i < other.size() ? other.get(i) : "";
        if (i >= other.size() || !name.equals(header.get(i))) {
          throw new DatasetException(
              "%s has the column '%s' where %s has '%s': the files of a table must have the same header"
                  .formatted(
                      sample.pieces().get(0).file(),
                      TypeSearch.shown(header.get(i)),
                      sample.firstPieces().get(file).file(),
                      TypeSearch.shown(name)));
        }
      }
    }
  }

  /** The first row of each file. */
  static List<List<String>> firstRows(FileSample sample, Separators separators) {
    return sample.firstPieces().stream()
        .map(piece -> piece.rows(separators).next())
        .map(row -> row.cells.stream().map(Row.Cell::text).toList())
        .toList();
  }
}
