package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;

/**
 * Curves through the loads of a sweep, as the page's script draws them. A mark is a row of the
 * table below the chart, whose cells it shows on hover.
 *
 * @param ticksAtDots whether the x axis names the places of the dots instead of round numbers
 * @param guides lines y = at × x that the measured ones are held against
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
   * @param from where it begins if it is linear
   * @param logFrom the factor between its values from which on it is logarithmic; null for never
   */
  public record Axis(String name, double from, Double logFrom) {}

  /**
   * Measured points that a line joins.
   *
   * @param parts of the dots, hollow on a dashed line
   * @param knee a point of the line that was not measured; null for none
   */
  public record Curve(String name, List<Dot> dots, List<Dot> parts, Dot knee) {}

  /**
   * A point.
   *
   * @param x null for a load without a limit, which stands beyond all others
   * @param label a short text beside it; may be empty
   * @param solid false when a run failed
   * @param row its place in the table, from 0
   */
  public record Dot(Double x, Estimate y, String label, boolean solid, int row) {}

  public record Line(String name, double at) {}
}
