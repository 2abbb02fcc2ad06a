package io.loadpath.benchmarks.report;

import java.util.Locale;

/**
 * The area of a static picture that its axes span; the templates draw in the same units.
 *
 * @param bottom where the x axis lies
 */
record Plot(Axis x, Axis y, int bottom) {
  static final int WIDTH = 960;
  static final int LEFT = 64;
  static final int RIGHT = WIDTH - 24;
  static final int TOP = 12;

  double x(double value) {
    return LEFT + x.share(value) * (RIGHT - LEFT);
  }

  double y(double value) {
    return bottom - y.share(value) * (bottom - TOP);
  }

  /** A length as the templates write it. */
  static String place(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
