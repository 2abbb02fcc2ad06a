package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.Plot.place;

import java.util.ArrayList;
import java.util.List;

/**
 * The scatter chart as a picture that needs no script; lengths are in its own units.
 *
 * @param limit height of the region above the limit; null without a limit
 */
public record ScatterPicture(
    List<Tick> xTicks, List<Tick> yTicks, List<Dot> dots, List<String> lines, String limit) {
  private static final int BOTTOM = 392;

  /** A grid line with its value. */
  public record Tick(String at, String text) {}

  /** A mark with the ends of its interval bars and the place of its rank. */
  public record Dot(
      Scatter.Mark mark,
      String x,
      String y,
      String x1,
      String x2,
      String y1,
      String y2,
      String textX,
      String textY) {}

  static ScatterPicture of(Scatter scatter) {
    Plot plot = new Plot(scatter.x(), scatter.y(), BOTTOM);
    List<Tick> xTicks = new ArrayList<>();
    for (double tick : scatter.x().ticks()) {
      xTicks.add(new Tick(place(plot.x(tick)), Axis.tickText(tick)));
    }
    List<Tick> yTicks = new ArrayList<>();
    for (double tick : scatter.y().ticks()) {
      yTicks.add(new Tick(place(plot.y(tick)), Axis.tickText(tick)));
    }
    List<Dot> dots = dots(scatter, plot);
    List<String> lines = new ArrayList<>();
    for (List<Integer> line : scatter.lines()) {
      lines.add(
          String.join(
              " ", line.stream().map(i -> dots.get(i).x() + "," + dots.get(i).y()).toList()));
    }
    String limit = scatter.limit() == null ? null : place(plot.y(scatter.limit()) - Plot.TOP);
    return new ScatterPicture(xTicks, yTicks, dots, lines, limit);
  }

  private static List<Dot> dots(Scatter scatter, Plot plot) {
    FreePlaces places = new FreePlaces(Plot.WIDTH);
    for (Scatter.Mark mark : scatter.marks()) {
      places.take(plot.x(mark.cost().median()), plot.y(mark.rate().median()));
    }
    List<Dot> dots = new ArrayList<>();
    for (Scatter.Mark mark : scatter.marks()) {
      double x = plot.x(mark.cost().median());
      double y = plot.y(mark.rate().median());
      double[] text = places.beside(x, y, FreePlaces.HALF);
      dots.add(
          new Dot(
              mark,
              place(x),
              place(y),
              place(plot.x(mark.cost().low())),
              place(plot.x(mark.cost().high())),
              place(plot.y(mark.rate().low())),
              place(plot.y(mark.rate().high())),
              place(text[0]),
              place(text[1])));
    }
    return dots;
  }
}
