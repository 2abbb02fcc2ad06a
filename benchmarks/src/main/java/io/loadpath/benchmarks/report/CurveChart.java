package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;

/**
 * Curves through the loads of a sweep, for the page's script. A mark is a row of the table below
 * the chart, and shows the row's cells on hover.
 *
 * @param ticksAtDots whether the x axis names the places of the dots instead of round numbers
 * @param guides ideal lines y = at × x, for comparison
 * @param uprights lines x = at
 */
public record CurveChart(
    Axis x,
    Axis y,
    boolean ticksAtDots,
    List<Curve> curves,
    List<Line> guides,
    List<Line> uprights) {

  /**
   * An axis.
   *
   * @param from the first value of a linear axis
   * @param logFrom the factor between its values from which it is logarithmic; null for never
   */
  public record Axis(String name, double from, Double logFrom) {}

  /**
   * Measured points on a line.
   *
   * @param parts parts of the dots' values, hollow on a dashed line
   * @param knee a point of the line that was not measured; null for none
   */
  public record Curve(String name, List<Dot> dots, List<Dot> parts, Dot knee) {}

  /**
   * A point.
   *
   * @param x null for a load without a limit, which is drawn after all others
   * @param label a short text next to it; may be empty
   * @param solid false if a run failed
   * @param row its row in the table, from 0
   */
  public record Dot(Double x, Estimate y, String label, boolean solid, int row) {}

  public record Line(String name, double at) {}
}
