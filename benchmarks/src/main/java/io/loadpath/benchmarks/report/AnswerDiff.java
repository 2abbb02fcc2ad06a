package io.loadpath.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An answer compared with the exact one, row by row.
 *
 * <p>Two numbers are the same if they are equal after rounding to the exact one's decimal places:
 * an engine may print more places, or leave out trailing zeros.
 */
public record AnswerDiff(List<List<Cell>> rows) {
  /** Maximum relative difference that double arithmetic explains. */
  static final double NEAR = 1e-9;

  private static final int KEY_COLUMNS = 2;

  /**
   * One value.
   *
   * @param text the engine's text; empty in a missing row
   * @param note the exact value, for a cell that differs
   */
  public record Cell(String text, boolean same, String note, double relativeDifference) {
    /** Whether the value is wrong by more than {@link #NEAR}. */
    public boolean wrong() {
      return !same && !(relativeDifference <= NEAR);
    }
  }

  static AnswerDiff of(List<List<String>> exact, List<List<String>> answer) {
    Map<List<String>, List<String>> byGroup = new LinkedHashMap<>();
    answer.forEach(row -> byGroup.put(group(row), row));
    List<List<Cell>> rows = new ArrayList<>();
    for (List<String> exactRow : exact) {
      List<String> row = byGroup.remove(group(exactRow));
      List<Cell> cells = new ArrayList<>();
      for (int column = 0; column < exactRow.size(); column++) {
        String text = row == null || column >= row.size() ? "" : row.get(column);
        cells.add(cell(text, exactRow.get(column)));
      }
      rows.add(cells);
    }
    for (List<String> extra : byGroup.values()) {
      rows.add(
          extra.stream().map(text -> new Cell(text, false, "no such group", Double.NaN)).toList());
    }
    return new AnswerDiff(rows);
  }

  public boolean identical() {
    return rows.stream().flatMap(List::stream).allMatch(Cell::same);
  }

  /** Returns {@code identical}, {@code equal within 2.0e-12}, or the number of wrong values. */
  public String verdict() {
    if (identical()) {
      return "identical";
    }
    long wrong = rows.stream().flatMap(List::stream).filter(Cell::wrong).count();
    return wrong == 0
        ? "equal within " + largestRelativeText()
        : wrong + (wrong == 1 ? " value is wrong" : " values are wrong");
  }

  private String largestRelativeText() {
    double largest =
        rows.stream().flatMap(List::stream).mapToDouble(Cell::relativeDifference).max().orElse(0);
    return new BigDecimal(largest)
        .round(new MathContext(2))
        .toString()
        .replace('E', 'e')
        .replace("e+", "e");
  }

  private static List<String> group(List<String> row) {
    return row.subList(0, Math.min(KEY_COLUMNS, row.size()));
  }

  private static Cell cell(String text, String exact) {
    if (text.equals(exact)) {
      return new Cell(text, true, "", 0);
    }
    try {
      BigDecimal expected = new BigDecimal(exact);
      BigDecimal found = new BigDecimal(text);
      if (found.setScale(expected.scale(), RoundingMode.HALF_UP).compareTo(expected) == 0) {
        return new Cell(text, true, "", 0);
      }
      double difference = found.subtract(expected).abs().doubleValue();
      double relative = difference / expected.abs().doubleValue();
      return new Cell(text, false, "exact: " + exact, relative);
    } catch (NumberFormatException e) {
      return new Cell(text, false, "exact: " + exact, Double.NaN);
    }
  }
}
