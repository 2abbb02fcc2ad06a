package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Finds places for texts beside the marks of a picture, where they cover nothing. */
final class FreePlaces {
  /** Half the side of a mark, and of the square around a short text. */
  static final double HALF = 7;

  private final double width;
  private final List<double[]> taken = new ArrayList<>();

  /**
   * @param width no text goes beyond it
   */
  FreePlaces(double width) {
    this.width = width;
  }

  /** Takes the place of a mark. */
  void take(double x, double y) {
    taken.add(box(x, y, HALF));
  }

  /**
   * Takes and returns the middle of the first place around the mark that covers nothing, else of
   * the place right of it.
   */
  double[] beside(double x, double y, double halfTextWidth) {
    double[] best = null;
    double wider = halfTextWidth - HALF;
    for (double distance : new double[] {16, 24, 32}) {
      for (int eighth : new int[] {0, 4, 1, 7, 3, 5, 2, 6}) {
        double angle = eighth * Math.PI / 4;
        double along = Math.rint(Math.cos(angle)) * wider;
        double[] center = {x + distance * Math.cos(angle) + along, y - distance * Math.sin(angle)};
        double[] box = box(center[0], center[1], halfTextWidth);
        best = best == null ? center : best;
        if (box[0] >= 0
            && box[2] <= width
            && taken.stream().noneMatch(other -> overlap(box, other))) {
          taken.add(box);
          return center;
        }
      }
    }
    return best;
  }

  private static double[] box(double x, double y, double halfWidth) {
    return new double[] {x - halfWidth, y - HALF, x + halfWidth, y + HALF};
  }

  private static boolean overlap(double[] a, double[] b) {
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  }
}
