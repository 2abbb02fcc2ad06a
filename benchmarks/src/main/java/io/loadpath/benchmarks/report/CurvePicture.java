package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

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
  public static final int TOP = 12;
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
    FreePlaces places = taken(chart);
    List<Curve> curves = curves(chart, places);
    return new CurvePicture(
        chart.xName(), chart.yName(), xTicks, yTicks, lines(chart, places), curves);
  }

  /** The places of everything but the texts. */
  private static FreePlaces taken(CurveChart chart) {
    FreePlaces places = new FreePlaces(WIDTH);
    for (CurveChart.Curve curve : chart.curves()) {
      curve.dots().forEach(dot -> places.take(x(chart, dot.x()), y(chart, dot.y())));
      for (int i = 1; i < curve.path().size(); i++) {
        CurveChart.Place from = curve.path().get(i - 1);
        CurveChart.Place to = curve.path().get(i);
        places.takeLine(x(chart, from.x()), y(chart, from.y()), x(chart, to.x()), y(chart, to.y()));
      }
    }
    for (CurveChart.Guide guide : chart.guides()) {
      places.takeLine(
          x(chart, guide.x1()), y(chart, guide.y1()), x(chart, guide.x2()), y(chart, guide.y2()));
    }
    for (CurveChart.Upright upright : chart.uprights()) {
      places.takeLine(x(chart, upright.x()), BOTTOM, x(chart, upright.x()), TOP);
    }
    return places;
  }

  private static List<Line> lines(CurveChart chart, FreePlaces places) {
    List<Line> lines = new ArrayList<>();
    for (CurveChart.Guide guide : chart.guides()) {
      double x1 = x(chart, guide.x1());
      double y1 = y(chart, guide.y1());
      double x2 = x(chart, guide.x2());
      double y2 = y(chart, guide.y2());
      double half = CHARACTER * guide.name().length() / 2;
      double[] at =
          DoubleStream.of(0.95, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35)
              .mapToObj(t -> places.free(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, half))
              .flatMap(Optional::stream)
              .findFirst()
              .orElse(new double[] {x2, y2});
      lines.add(
          new Line(points(List.of(x1, y1, x2, y2)), text(at[0], at[1], "middle", guide.name())));
    }
    int row = 0;
    for (CurveChart.Upright upright : chart.uprights()) {
      double x = x(chart, upright.x());
      double end = x + 5 + CHARACTER * upright.name().length();
      lines.add(
          new Line(
              points(List.of(x, (double) BOTTOM, x, (double) TOP)),
              text(
                  end > RIGHT ? x - 5 : x + 5,
                  BOTTOM - LINE_HEIGHT * ++row,
                  end > RIGHT ? "end" : "start",
                  upright.name())));
    }
    return lines;
  }

  private static List<Curve> curves(CurveChart chart, FreePlaces places) {
    List<Curve> curves = new ArrayList<>();
    for (CurveChart.Curve curve : chart.curves()) {
      List<Dot> dots = new ArrayList<>();
      for (CurveChart.Dot dot : curve.dots()) {
        double x = x(chart, dot.x());
        double y = y(chart, dot.y());
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
      List<Double> points =
          curve.path().stream()
              .flatMap(place -> Stream.of(x(chart, place.x()), y(chart, place.y())))
              .toList();
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
