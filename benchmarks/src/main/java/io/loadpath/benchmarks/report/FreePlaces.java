package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds places for texts beside the marks of a picture, where they cover nothing. */
final class FreePlaces {
  /** Half the side of a mark, and of the square around a short text. */
  static final double HALF = 7;

  private static final double STEP = 6;
  private static final double NEAREST = 16;

  private final double width;
  private final List<double[]> taken = new ArrayList<>();

  /**
   * @param width no text goes beyond it
   */
  FreePlaces(double width) {
    this.width = width;
  }

  void take(double x, double y) {
    taken.add(box(x, y, HALF));
  }

  /** Takes the places that a straight line goes through. */
  void takeLine(double x1, double y1, double x2, double y2) {
    int steps = (int) Math.ceil(Math.hypot(x2 - x1, y2 - y1) / STEP);
    for (int i = 1; i < steps; i++) {
      double x = x1 + (x2 - x1) * i / steps;
      double y = y1 + (y2 - y1) * i / steps;
      taken.add(new double[] {x - 1, y - 1, x + 1, y + 1});
    }
  }

  /**
   * Takes and returns the middle of the first place around the mark that covers nothing, else of
   * the place right of it.
   */
  double[] beside(double x, double y, double halfTextWidth) {
    return free(x, y, halfTextWidth)
        .orElseGet(() -> new double[] {x + NEAREST + halfTextWidth - HALF, y});
  }

  /** Takes and returns the middle of the first place around the mark that covers nothing. */
  Optional<double[]> free(double x, double y, double halfTextWidth) {
    double wider = halfTextWidth - HALF;
    for (double distance : new double[] {NEAREST, 24, 32}) {
      for (int eighth : new int[] {0, 4, 1, 7, 3, 5, 2, 6}) {
        double angle = eighth * Math.PI / 4;
        double along = Math.rint(Math.cos(angle)) * wider;
        double[] center = {x + distance * Math.cos(angle) + along, y - distance * Math.sin(angle)};
        double[] box = box(center[0], center[1], halfTextWidth);
        if (box[0] >= 0
            && box[2] <= width
            && taken.stream().noneMatch(other -> overlap(box, other))) {
          taken.add(box);
          return Optional.of(center);
        }
      }
    }
    return Optional.empty();
  }

  private static double[] box(double x, double y, double halfWidth) {
    return new double[] {x - halfWidth, y - HALF, x + halfWidth, y + HALF};
  }

  private static boolean overlap(double[] a, double[] b) {
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  }
}
