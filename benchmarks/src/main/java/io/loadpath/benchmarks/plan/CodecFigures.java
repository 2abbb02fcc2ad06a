package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Start;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The figures of one codec on one machine. A unit is a session with its file and its inflater.
 * Bytes are logical bytes. If the start of a load is known, only {@code start} includes it.
 *
 * @param codec {@code none}, or for example {@code gzip-3}
 * @param inflater null if the path chooses it
 * @param ratio logical bytes per byte on the wire
 * @param unitBytesPerSecond rate of a unit; infinite if no limit is known
 * @param inflateSecondsPerByte CPU time of inflating (and of reading, if the preprocessor reads)
 * @param databaseSecondsPerByte CPU time of the database's sessions
 * @param cpuSecondsPerByte all CPU time
 * @param coreSecondsPerByte time of a core, including idle time: with all cores in use, the number
 *     of cores divided by the load rate
 * @param unitFiles number of files of the load with the unit's rate; 0 if not measured
 * @param coreFiles number of files of the load with CPU time and time of cores
 * @param rates load rate by the number of files, in bytes per second
 * @param start the fixed cost of a load of any size; empty if unknown
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

  /** Returns {@code gzip-3}, or {@code gzip-3 by igzip} if the inflater was chosen. */
  public String name() {
    return inflater == null ? codec : codec + " by " + inflater;
  }

  /** Returns the share of all cores that a load with enough sessions keeps busy. */
  public double busyShare() {
    return coreSecondsPerByte.median() == 0
        ? 1
        : cpuSecondsPerByte.median() / coreSecondsPerByte.median();
  }

  /**
   * Returns the rate of a unit's inflater if the session did not slow it down. The slower of the
   * two is as fast as the unit; the other one is idle part of the time.
   */
  public double inflateBytesPerSecond() {
    return alone(inflateSecondsPerByte, databaseSecondsPerByte);
  }

  /** Returns the rate of a unit's session if the inflater did not slow it down. */
  public double databaseBytesPerSecond() {
    return inflateSecondsPerByte == 0
        ? unitBytesPerSecond.median()
        : alone(databaseSecondsPerByte, inflateSecondsPerByte);
  }

  /** Forecasts the seconds until all rows of a load are committed, with unlimited ingest. */
  public double seconds(double cores, int files, double bytes) {
    return start.map(Start::seconds).orElse(0.0)
        + bytes / bytesPerSecond(cores, files, Double.POSITIVE_INFINITY);
  }

  /**
   * Forecasts the rate of a load in bytes per second, without the start.
   *
   * @param ingest the rate at which file bytes arrive
   */
  public double bytesPerSecond(double cores, int files, double ingest) {
    return CodecPlan.with(this, Double.POSITIVE_INFINITY, ingest, cores, files).bytesPerSecond();
  }

  /**
   * Returns the figures for files that are fetched first, on the same cores.
   *
   * @param secondsPerWireByte CPU time to fetch a byte of a file
   */
  public CodecFigures fetched(double secondsPerWireByte) {
    double more = secondsPerWireByte / ratio;
    return new CodecFigures(
        codec,
        inflater,
        ratio,
        unitBytesPerSecond,
        inflateSecondsPerByte,
        databaseSecondsPerByte,
        cpuSecondsPerByte.plus(more),
        coreSecondsPerByte.plus(more),
        unitFiles,
        coreFiles,
        rates,
        start);
  }

  /** Forecasts the CPU time of a load. */
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
