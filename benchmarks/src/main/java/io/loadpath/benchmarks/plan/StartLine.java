package io.loadpath.benchmarks.plan;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * The start of a job: a fixed part, and a part that grows. It is the straight line nearest to the
 * start runs (least squares).
 */
record StartLine(double fixed, double each) {
  /** A JVM that starts has compiler threads, too: alone on a node it keeps two cores busy. */
  private static final double MOST_CORES_FOR_A_START = 2;

  /** How long containers that start together take, if one with one core takes 1. */
  static double wave(double containers, double cores) {
    return Math.max(1 / MOST_CORES_FOR_A_START, containers / cores);
  }

  /** Returns the line through start runs; {@code each} is NaN if all are at one place of it. */
  static StartLine of(
      List<JobRuns> starts, ToDoubleFunction<JobRuns> place, ToDoubleFunction<JobRuns> seconds) {
    SimpleRegression line = new SimpleRegression();
    starts.forEach(s -> line.addData(place.applyAsDouble(s), seconds.applyAsDouble(s)));
    boolean several = starts.stream().mapToDouble(place).distinct().count() > 1;
    return new StartLine(
        several
            ? line.getIntercept()
            : starts.stream().mapToDouble(seconds).average().orElseThrow(),
        several ? line.getSlope() : Double.NaN);
  }

  /** Whether the start grows. */
  boolean grows() {
    return each > 0;
  }

  /** The line without growth, at the mean of the start runs. */
  static StartLine flat(List<JobRuns> starts, ToDoubleFunction<JobRuns> seconds) {
    return new StartLine(starts.stream().mapToDouble(seconds).average().orElseThrow(), 0);
  }

  double at(double place) {
    return fixed + each * place;
  }
}
