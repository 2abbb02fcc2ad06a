package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.report.Plot.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The places of a chart's texts in a picture that needs no script.
 *
 * @param guides names of the chart's guides
 * @param uprights names of the chart's uprights
 * @param labels of the dots, curve by curve
 */
public record CurvePicture(
    Plot plot, List<Text> guides, List<Text> uprights, List<List<Text>> labels) {
  private static final int BOTTOM = 332;
  private static final double CHARACTER = 6.4;
  private static final int LINE_HEIGHT = 14;

  static CurvePicture of(CurveChart chart) {
    Plot plot = new Plot(chart.x(), chart.y(), BOTTOM);
    FreePlaces places = taken(chart, plot);
    List<List<Text>> labels = new ArrayList<>();
    for (CurveChart.Curve curve : chart.curves()) {
      labels.add(curve.dots().stream().map(dot -> label(dot, plot, places)).toList());
    }
    List<Text> guides = chart.guides().stream().map(guide -> name(guide, plot, places)).toList();
    return new CurvePicture(plot, guides, uprights(chart, plot), labels);
  }

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
    for (CurveChart.Guide g : chart.guides()) {
      places.takeLine(plot.x(g.x1()), plot.y(g.y1()), plot.x(g.x2()), plot.y(g.y2()));
    }
    for (CurveChart.Upright upright : chart.uprights()) {
      places.takeLine(plot.x(upright.x()), BOTTOM, plot.x(upright.x()), Plot.TOP);
    }
    return places;
  }

  private static Text name(CurveChart.Guide guide, Plot plot, FreePlaces places) {
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
    return Text.of(at[0], at[1], "middle", guide.name());
  }

  private static List<Text> uprights(CurveChart chart, Plot plot) {
    List<Text> names = new ArrayList<>();
    for (CurveChart.Upright upright : chart.uprights()) {
      double x = plot.x(upright.x());
      boolean left = x + 5 + CHARACTER * upright.name().length() > Plot.RIGHT;
      double y = BOTTOM - LINE_HEIGHT * (names.size() + 1);
      names.add(Text.of(left ? x - 5 : x + 5, y, left ? "end" : "start", upright.name()));
    }
    return names;
  }

  private static Text label(CurveChart.Dot dot, Plot plot, FreePlaces places) {
    double x = plot.x(dot.x());
    double y = plot.y(dot.y());
    double[] at =
        dot.label().isEmpty()
            ? new double[] {x, y}
            : places.beside(x, y, CHARACTER * dot.label().length() / 2);
    return Text.of(at[0], at[1], "middle", dot.label());
  }
}
