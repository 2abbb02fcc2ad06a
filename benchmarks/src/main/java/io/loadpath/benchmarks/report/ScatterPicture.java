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

  /** Half the side of a mark, and of the square around its rank. */
  private static final double HALF = 7;

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
    List<double[]> taken = new ArrayList<>();
    for (Scatter.Mark mark : scatter.marks()) {
      taken.add(box(x(scatter, mark.cost().median()), y(scatter, mark.rate().median())));
    }
    List<Dot> dots = new ArrayList<>();
    for (Scatter.Mark mark : scatter.marks()) {
      double x = x(scatter, mark.cost().median());
      double y = y(scatter, mark.rate().median());
      double[] text = freePlace(x, y, taken);
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

  /** The first place around the mark that covers nothing, else right of it; it is taken then. */
  private static double[] freePlace(double x, double y, List<double[]> taken) {
    double[] best = null;
    for (double distance : new double[] {16, 24, 32}) {
      for (int eighth : new int[] {0, 4, 1, 7, 3, 5, 2, 6}) {
        double angle = eighth * Math.PI / 4;
        double[] center = {x + distance * Math.cos(angle), y - distance * Math.sin(angle)};
        double[] box = box(center[0], center[1]);
        best = best == null ? center : best;
        if (taken.stream().noneMatch(other -> overlap(box, other))) {
          taken.add(box);
          return center;
        }
      }
    }
    return best;
  }

  private static double[] box(double x, double y) {
    return new double[] {x - HALF, y - HALF, x + HALF, y + HALF};
  }

  private static boolean overlap(double[] a, double[] b) {
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
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
