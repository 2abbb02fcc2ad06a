package io.loadpath.tables.describe;

import io.loadpath.tables.describe.FileSample.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of a sample, as separators cut them. */
final class Layout {
  /** Maximum number of odd rows in the messages. */
  private static final int MAX_NAMED = 3;

  final Separators separators;
  private final Map<Integer, Integer> rowsOfFields = new TreeMap<>();
  private final List<OddRow> firstOfFields = new ArrayList<>();
  long rows;
  long badQuotes;
  long quotedFields;
  long doubledQuotes;
  long escapes;
  private long crlf;
  private long lf;
  private RowPlace firstCrlf;
  private RowPlace firstLf;

  /** The row whose quote is never closed, or null. */
  RowPlace open;

  private long emptyLast;

  /**
   * A row whose number of fields differs from that of most rows.
   *
   * @param blank whether its line is empty
   */
  record OddRow(RowPlace place, int fields, boolean blank) {}

  private Layout(Separators separators) {
    this.separators = separators;
  }

  static Layout of(FileSample sample, Separators separators) {
    Layout layout = new Layout(separators);
    for (Piece piece : sample.pieces()) {
      if (readable(piece, separators)) {
        layout.add(piece);
      }
    }
    return layout;
  }

  /**
   * Returns whether a piece can be divided into rows. A piece from the middle of a file may begin
   * within quotes; then its rows do not fit.
   */
  static boolean readable(Piece piece, Separators separators) {
    if (piece.first() || separators.quote() == null) {
      return true;
    }
    Layout alone = new Layout(separators);
    alone.add(piece);
    return alone.fit() == 1;
  }

  private void add(Piece piece) {
    RowCursor cursor = piece.rows(separators);
    for (Row row = cursor.next(); row != null; row = cursor.next()) {
      if (row.ended || piece.last()) { // not cut off
        add(row, piece.place(row.line));
      }
    }
  }

  private void add(Row row, RowPlace place) {
    int fields = row.cells.size();
    rows++;
    if (rowsOfFields.merge(fields, 1, Integer::sum) <= MAX_NAMED) {
      firstOfFields.add(new OddRow(place, fields, fields == 1 && row.cells.get(0).isEmpty()));
    }
    emptyLast += row.cells.get(fields - 1).isEmpty() ? 1 : 0;
    badQuotes += row.badQuotes;
    doubledQuotes += row.doubledQuotes;
    escapes += row.escapes;
    quotedFields += row.cells.stream().filter(Row.Cell::quoted).count();
    if (row.open) {
      open = place;
    } else if (row.crlf) {
      crlf++;
      firstCrlf = firstCrlf == null ? place : firstCrlf;
    } else if (row.ended) {
      lf++;
      firstLf = firstLf == null ? place : firstLf;
    }
  }

  /**
   * The most common number of fields; if two are equally common, the larger one; 0 without rows.
   */
  int fields() {
    return rowsOfFields.entrySet().stream()
        .max(
            Map.Entry.<Integer, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  /** Number of rows with this number of fields. */
  long evenRows() {
    return rowsOfFields.getOrDefault(fields(), 0);
  }

  /** The first rows with another number of fields. */
  List<OddRow> oddRows() {
    int usual = fields();
    return firstOfFields.stream().filter(odd -> odd.fields() != usual).limit(MAX_NAMED).toList();
  }

  /** Whether every row ends with an empty field, which then is not a column. */
  boolean delimiterAfterLast() {
    return fields() > 1 && emptyLast == rows;
  }

  boolean usesCrlf() {
    return crlf > lf;
  }

  /** The first row with another line end than most, or null. */
  RowPlace firstOtherLineEnd() {
    return usesCrlf() ? firstLf : firstCrlf;
  }

  /** A score of the separators; larger is better. */
  double fit() {
    if (rows == 0) {
      return 0;
    }
    double even = (double) evenRows() / rows;
    double bad = Math.min(1, (double) (badQuotes + (open == null ? 0 : 1)) / rows);
    return even - bad;
  }
}
