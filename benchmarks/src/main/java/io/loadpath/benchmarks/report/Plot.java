package io.loadpath.benchmarks.report;

import java.util.Locale;

/**
 * The area of a picture that needs no script; the templates draw in the same units.
 *
 * @param bottom where the x axis lies
 */
public record Plot(Axis x, Axis y, int bottom) {
  static final int WIDTH = 960;
  static final int LEFT = 64;
  static final int RIGHT = WIDTH - 24;
  static final int TOP = 12;

  /** A text, the place of its {@code anchor}, and that anchor as SVG names it. */
  public record Text(String x, String y, String anchor, String text) {
    static Text of(double x, double y, String anchor, String text) {
      return new Text(place(x), place(y), anchor, text);
    }
  }

  double x(double value) {
    return LEFT + x.share(value) * (RIGHT - LEFT);
  }

  double y(double value) {
    return bottom - y.share(value) * (bottom - TOP);
  }

  public String atX(double value) {
    return place(x(value));
  }

  public String atY(double value) {
    return place(y(value));
  }

  private static String place(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
