package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A chart of curves as a picture that needs no script; lengths are in its own units.
 *
 * @param lines the guides and uprights
 */
public record CurvePicture(
    String xName,
    String yName,
    List<Text> xTicks,
    List<Text> yTicks,
    List<Line> lines,
    List<Curve> curves) {
  public static final int WIDTH = 960;
  public static final int HEIGHT = 380;
  public static final int LEFT = 64;
  public static final int RIGHT = WIDTH - 24;
  public static final int TOP = 26;
  public static final int BOTTOM = HEIGHT - 48;

  private static final double CHARACTER = 6.4;
  private static final int LINE_HEIGHT = 14;

  /** A text and where it stands. */
  public record Text(String x, String y, String anchor, String text) {}

  /** A line and its name. */
  public record Line(String points, Text name) {}

  /** A curve: its line, and for each point mark, interval and label. */
  public record Curve(int color, String shape, boolean dashed, String points, List<Dot> dots) {}

  /** A point. */
  public record Dot(
      String x, String y, String low, String high, boolean hollow, String tip, Text label) {}

  static CurvePicture of(CurveChart chart) {
    List<Text> xTicks = new ArrayList<>();
    for (CurveChart.Tick tick : chart.xTicks()) {
      xTicks.add(text(x(chart, tick.at()), BOTTOM + 16, "middle", tick.text()));
    }
    List<Text> yTicks = new ArrayList<>();
    for (CurveChart.Tick tick : chart.yTicks()) {
      yTicks.add(text(LEFT - 8, y(chart, tick.at()), "end", tick.text()));
    }
    return new CurvePicture(
        chart.xName(), chart.yName(), xTicks, yTicks, lines(chart), curves(chart));
  }

  private static List<Line> lines(CurveChart chart) {
    List<Line> lines = new ArrayList<>();
    for (CurveChart.Guide guide : chart.guides()) {
      double x2 = x(chart, guide.x2());
      double y2 = y(chart, guide.y2());
      lines.add(
          new Line(
              points(List.of(x(chart, guide.x1()), y(chart, guide.y1()), x2, y2)),
              text(x2 - 6, y2 + LINE_HEIGHT, "end", guide.name())));
    }
    int row = 0;
    for (CurveChart.Upright upright : chart.uprights()) {
      double x = x(chart, upright.x());
      boolean left = x > (LEFT + RIGHT) / 2.0;
      lines.add(
          new Line(
              points(List.of(x, (double) BOTTOM, x, (double) TOP)),
              text(
                  left ? x - 5 : x + 5,
                  TOP - 14 + LINE_HEIGHT * row++,
                  left ? "end" : "start",
                  upright.name())));
    }
    return lines;
  }

  private static List<Curve> curves(CurveChart chart) {
    FreePlaces places = new FreePlaces(WIDTH);
    for (CurveChart.Curve curve : chart.curves()) {
      curve.dots().forEach(dot -> places.take(x(chart, dot.x()), y(chart, dot.y())));
    }
    List<Curve> curves = new ArrayList<>();
    for (CurveChart.Curve curve : chart.curves()) {
      List<Dot> dots = new ArrayList<>();
      List<Double> points = new ArrayList<>();
      for (CurveChart.Dot dot : curve.dots()) {
        double x = x(chart, dot.x());
        double y = y(chart, dot.y());
        points.add(x);
        points.add(y);
        double[] at =
            dot.label().isEmpty()
                ? new double[] {x, y}
                : places.beside(x, y, CHARACTER * dot.label().length() / 2);
        dots.add(
            new Dot(
                place(x),
                place(y),
                place(y(chart, dot.low())),
                place(y(chart, dot.high())),
                curve.dashed() || !dot.solid(),
                String.join(", ", dot.tip()),
                text(at[0], at[1], "middle", dot.label())));
      }
      curves.add(new Curve(curve.color(), curve.shape(), curve.dashed(), points(points), dots));
    }
    return curves;
  }

  private static Text text(double x, double y, String anchor, String text) {
    return new Text(place(x), place(y), anchor, text);
  }

  private static String points(List<Double> numbers) {
    return String.join(" ", numbers.stream().map(CurvePicture::place).toList());
  }

  private static double x(CurveChart chart, double value) {
    return LEFT + chart.x().share(value) * (RIGHT - LEFT);
  }

  private static double y(CurveChart chart, double value) {
    return BOTTOM - chart.y().share(value) * (BOTTOM - TOP);
  }

  private static String place(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
