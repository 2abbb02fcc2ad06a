package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The scatter chart as a picture that needs no script; lengths are in its own units.
 *
 * @param limit height of the region above the limit; null without a limit
 */
public record ScatterPicture(
    List<Tick> xTicks, List<Tick> yTicks, List<Dot> dots, List<String> lines, String limit) {
  public static final int WIDTH = 960;
  public static final int HEIGHT = 440;
  public static final int LEFT = 64;
  public static final int RIGHT = WIDTH - 24;
  public static final int TOP = 12;
  public static final int BOTTOM = HEIGHT - 48;

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
    List<Tick> xTicks = new ArrayList<>();
    for (double tick : scatter.x().ticks()) {
      xTicks.add(new Tick(place(x(scatter, tick)), Axis.tickText(tick)));
    }
    List<Tick> yTicks = new ArrayList<>();
    for (double tick : scatter.y().ticks()) {
      yTicks.add(new Tick(place(y(scatter, tick)), Axis.tickText(tick)));
    }
    List<Dot> dots = dots(scatter);
    List<String> lines = new ArrayList<>();
    for (List<Integer> line : scatter.lines()) {
      lines.add(
          String.join(
              " ", line.stream().map(i -> dots.get(i).x() + "," + dots.get(i).y()).toList()));
    }
    String limit = scatter.limit() == null ? null : place(y(scatter, scatter.limit()) - TOP);
    return new ScatterPicture(xTicks, yTicks, dots, lines, limit);
  }

  private static List<Dot> dots(Scatter scatter) {
    FreePlaces places = new FreePlaces(WIDTH);
    for (Scatter.Mark mark : scatter.marks()) {
      places.take(x(scatter, mark.cost().median()), y(scatter, mark.rate().median()));
    }
    List<Dot> dots = new ArrayList<>();
    for (Scatter.Mark mark : scatter.marks()) {
      double x = x(scatter, mark.cost().median());
      double y = y(scatter, mark.rate().median());
      double[] text = places.beside(x, y, FreePlaces.HALF);
      dots.add(
          new Dot(
              mark,
              place(x),
              place(y),
              place(x(scatter, mark.cost().low())),
              place(x(scatter, mark.cost().high())),
              place(y(scatter, mark.rate().low())),
              place(y(scatter, mark.rate().high())),
              place(text[0]),
              place(text[1])));
    }
    return dots;
  }

  private static double x(Scatter scatter, double value) {
    return LEFT + scatter.x().share(value) * (RIGHT - LEFT);
  }

  private static double y(Scatter scatter, double value) {
    return BOTTOM - scatter.y().share(value) * (BOTTOM - TOP);
  }

  private static String place(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
