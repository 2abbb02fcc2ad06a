package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;

/**
 * A chart of curves, as the page's script draws it.
 *
 * @param id unique in the page
 * @param about the chart in words, for a reader who cannot see it
 * @param xTicks the values of the x axis with their texts
 * @param guides lines without marks that measured ones are held against
 * @param uprights values of x that mean something
 */
public record CurveChart(
    String id,
    String about,
    String xName,
    String yName,
    Axis x,
    Axis y,
    List<Tick> xTicks,
    List<Tick> yTicks,
    List<Curve> curves,
    List<Guide> guides,
    List<Upright> uprights) {
  private static final List<String> SHAPES = List.of("circle", "diamond", "triangle", "rect");
  private static final int COLORS = 6;

  public record Tick(double at, String text) {}

  /**
   * Measured points that a line joins.
   *
   * @param color index of the colour, from 0
   * @param dashed whether the line is dashed and its marks are hollow: a part of another curve
   * @param path the way of the line through the dots
   */
  public record Curve(
      String name, int color, String shape, boolean dashed, List<Dot> dots, List<Place> path) {}

  public record Place(double x, double y) {}

  /**
   * A measured point.
   *
   * @param low lower end of the interval of y
   * @param label a short text beside it; may be empty
   * @param solid false when a run failed
   * @param tip the text beside it, line by line
   */
  public record Dot(
      double x, double y, double low, double high, String label, boolean solid, List<String> tip) {}

  public record Guide(String name, double x1, double y1, double x2, double y2) {}

  public record Upright(String name, double x) {}

  static Curve curve(String name, int index, boolean dashed, List<Dot> dots) {
    return curve(
        name, index, dashed, dots, dots.stream().map(dot -> new Place(dot.x(), dot.y())).toList());
  }

  static Curve curve(String name, int index, boolean dashed, List<Dot> dots, List<Place> path) {
    return new Curve(
        name,
        index % COLORS,
        SHAPES.get(index % SHAPES.size()),
        dashed,
        List.copyOf(dots),
        List.copyOf(path));
  }

  static Dot dot(double x, Estimate y, String label, VariantFigures f, List<String> tip) {
    return new Dot(x, y.median(), y.low(), y.high(), label, f.verified(), tip);
  }

  static List<Tick> ticks(Axis axis) {
    return axis.ticks().stream().map(at -> new Tick(at, Axis.tickText(at))).toList();
  }

  /** The part of the line y = slope × x that lies on both axes, from their lower ends. */
  static Guide through(String name, double slope, Axis x, Axis y) {
    double from = Math.max(x.min(), y.min() / slope);
    double to = Math.min(x.max(), y.max() / slope);
    return new Guide(name, from, slope * from, to, slope * to);
  }
}
