package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Start;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The figures of one codec on one machine. A unit is a session with its file and its inflater.
 * Bytes are logical ones; the start of a load, where it is known, is in none of the figures but its
 * own.
 *
 * @param codec {@code none}, or for example {@code gzip-3}
 * @param inflater null when the path's own choice inflates
 * @param ratio logical bytes per byte on the wire
 * @param unitBytesPerSecond what a unit delivers; infinite when nothing is known that holds it up
 * @param inflateSecondsPerByte CPU time of inflating (and of reading, where the preprocessor reads)
 * @param databaseSecondsPerByte CPU time of the database's sessions
 * @param cpuSecondsPerByte CPU time of everything
 * @param coreSecondsPerByte time of a core that the load takes, idle while the others work or not:
 *     with all cores in use, cores divided by the load rate
 * @param unitFiles in how many files the unit's rate was measured; 0 when it was not
 * @param coreFiles the same of CPU time and time of cores
 * @param rates load rate by the number of files, in bytes per second
 * @param start what each load takes however small it is; empty when not known
 */
public record CodecFigures(
    String codec,
    String inflater,
    double ratio,
    Estimate unitBytesPerSecond,
    double inflateSecondsPerByte,
    double databaseSecondsPerByte,
    Estimate cpuSecondsPerByte,
    Estimate coreSecondsPerByte,
    int unitFiles,
    int coreFiles,
    SortedMap<Integer, Estimate> rates,
    Optional<Start> start) {

  /** {@code gzip-3}, or {@code gzip-3 by igzip} where the inflater was chosen. */
  public String name() {
    return inflater == null ? codec : codec + " by " + inflater;
  }

  /** The share of all cores that a load keeps busy when there are sessions enough. */
  public double busyShare() {
    return coreSecondsPerByte.median() == 0
        ? 1
        : cpuSecondsPerByte.median() / coreSecondsPerByte.median();
  }

  /**
   * The rate of a unit's inflaters if its session were no slower, at the pace at which units work:
   * the slower of the two is as fast as the unit, the other idles for a part of the time.
   */
  public double inflateBytesPerSecond() {
    return alone(inflateSecondsPerByte, databaseSecondsPerByte);
  }

  /** The rate of a unit's session if its inflater were no slower. */
  public double databaseBytesPerSecond() {
    return inflateSecondsPerByte == 0
        ? unitBytesPerSecond.median()
        : alone(databaseSecondsPerByte, inflateSecondsPerByte);
  }

  /** Forecasts the seconds until all rows of a load are committed, with unlimited ingest. */
  public double seconds(double cores, int files, double bytes) {
    double unlimited = Double.POSITIVE_INFINITY;
    return start.map(Start::seconds).orElse(0.0)
        + bytes / CodecPlan.with(this, unlimited, unlimited, cores, files).bytesPerSecond();
  }

  /** Forecasts the CPU time of everything that works on such a load. */
  public double cpuSeconds(double bytes) {
    return start.map(Start::cpuSeconds).orElse(0.0) + bytes * cpuSecondsPerByte.median();
  }

  private double alone(double secondsPerByte, double othersSecondsPerByte) {
    if (secondsPerByte == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double unit = unitBytesPerSecond.median();
    return secondsPerByte >= othersSecondsPerByte
        ? unit
        : unit * othersSecondsPerByte / secondsPerByte;
  }
}
