package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of words and numbers in columns, for a terminal. */
public final class TextTable {
  private static final String GAP = "  ";

  private TextTable() {}

  /**
   * Returns a line for each row. The first and the last column start on the left, the numbers
   * between them end on the right.
   */
  public static List<String> lines(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        boolean text = column == 0 || column == columns - 1;
        String padding = " ".repeat(widths[column] - row.get(column).length());
        line.append(column == 0 ? "" : GAP);
        line.append(text ? row.get(column) + padding : padding + row.get(column));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
