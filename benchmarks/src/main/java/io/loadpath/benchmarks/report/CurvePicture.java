package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.Plot.place;

import java.util.ArrayList;
import java.util.List;
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
  private static final int BOTTOM = 332;
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
    Plot plot = new Plot(chart.x(), chart.y(), BOTTOM);
    List<Text> xTicks = new ArrayList<>();
    for (CurveChart.Tick tick : chart.xTicks()) {
      xTicks.add(text(plot.x(tick.at()), BOTTOM + 16, "middle", tick.text()));
    }
    List<Text> yTicks = new ArrayList<>();
    for (CurveChart.Tick tick : chart.yTicks()) {
      yTicks.add(text(Plot.LEFT - 8, plot.y(tick.at()), "end", tick.text()));
    }
    FreePlaces places = taken(chart, plot);
    List<Curve> curves = curves(chart, plot, places);
    return new CurvePicture(
        chart.xName(), chart.yName(), xTicks, yTicks, lines(chart, plot, places), curves);
  }

  /** The places of everything but the texts. */
  private static FreePlaces taken(CurveChart chart, Plot plot) {
    FreePlaces places = new FreePlaces(Plot.WIDTH);
    for (CurveChart.Curve curve : chart.curves()) {
      curve.dots().forEach(dot -> places.take(plot.x(dot.x()), plot.y(dot.y())));
      for (int i = 1; i < curve.path().size(); i++) {
        CurveChart.Place from = curve.path().get(i - 1);
        CurveChart.Place to = curve.path().get(i);
        places.takeLine(plot.x(from.x()), plot.y(from.y()), plot.x(to.x()), plot.y(to.y()));
      }
    }
    for (CurveChart.Guide guide : chart.guides()) {
      places.takeLine(
          plot.x(guide.x1()), plot.y(guide.y1()), plot.x(guide.x2()), plot.y(guide.y2()));
    }
    for (CurveChart.Upright upright : chart.uprights()) {
      places.takeLine(plot.x(upright.x()), BOTTOM, plot.x(upright.x()), Plot.TOP);
    }
    return places;
  }

  private static List<Line> lines(CurveChart chart, Plot plot, FreePlaces places) {
    List<Line> lines = new ArrayList<>();
    for (CurveChart.Guide guide : chart.guides()) {
      double x1 = plot.x(guide.x1());
      double y1 = plot.y(guide.y1());
      double x2 = plot.x(guide.x2());
      double y2 = plot.y(guide.y2());
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
      double x = plot.x(upright.x());
      double end = x + 5 + CHARACTER * upright.name().length();
      lines.add(
          new Line(
              points(List.of(x, (double) BOTTOM, x, (double) Plot.TOP)),
              text(
                  end > Plot.RIGHT ? x - 5 : x + 5,
                  BOTTOM - LINE_HEIGHT * ++row,
                  end > Plot.RIGHT ? "end" : "start",
                  upright.name())));
    }
    return lines;
  }

  private static List<Curve> curves(CurveChart chart, Plot plot, FreePlaces places) {
    List<Curve> curves = new ArrayList<>();
    for (CurveChart.Curve curve : chart.curves()) {
      List<Dot> dots = new ArrayList<>();
      for (CurveChart.Dot dot : curve.dots()) {
        double x = plot.x(dot.x());
        double y = plot.y(dot.y());
        double[] at =
            dot.label().isEmpty()
                ? new double[] {x, y}
                : places.beside(x, y, CHARACTER * dot.label().length() / 2);
        dots.add(
            new Dot(
                place(x),
                place(y),
                place(plot.y(dot.low())),
                place(plot.y(dot.high())),
                curve.dashed() || !dot.solid(),
                String.join(", ", dot.tip()),
                text(at[0], at[1], "middle", dot.label())));
      }
      List<Double> points =
          curve.path().stream()
              .flatMap(place -> Stream.of(plot.x(place.x()), plot.y(place.y())))
              .toList();
      curves.add(new Curve(curve.color(), curve.shape(), curve.dashed(), points(points), dots));
    }
    return curves;
  }

  private static Text text(double x, double y, String anchor, String text) {
    return new Text(place(x), place(y), anchor, text);
  }

  private static String points(List<Double> numbers) {
    return String.join(" ", numbers.stream().map(Plot::place).toList());
  }
}
