package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The resources that a goal needs with one codec, and the rate it reaches, the smallest of
 *
 * <ul>
 *   <li>ingest: bytes that arrive × ratio,
 *   <li>inflate: units × what the inflaters of a unit deliver,
 *   <li>database: units × what a session takes in,
 *   <li>CPU: cores ÷ time of a core for each byte.
 * </ul>
 *
 * @param units files, sessions and inflaters: as many as carry the goal, or what ingest and cores
 *     let through of it
 * @param rates of each bound, in logical bytes per second; infinite where nothing is known
 */
public record CodecPlan(
    CodecFigures codec,
    double goalBytesPerSecond,
    double ingestBytesPerSecond,
    double cores,
    long units,
    Map<Bound, Double> rates) {
  private static final double ROUNDING = 1e-9; // of sums that are exact on paper

  /** The bound of a load; of equal rates the first one counts. */
  public enum Bound {
    CPU,
    INGEST,
    INFLATE,
    DATABASE;

    @Override
    public String toString() {
      return this == CPU ? name() : name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes a plan with one codec. */
  public static CodecPlan of(CodecFigures codec, double goal, double ingest, double cores) {
    double reach =
        Math.min(
            Math.min(goal, ingest * codec.ratio()), cores / codec.coreSecondsPerByte().median());
    return with(codec, goal, ingest, cores, units(reach, codec.unitBytesPerSecond().median()));
  }

  /** The same with a given number of units. */
  static CodecPlan with(CodecFigures codec, double goal, double ingest, double cores, long units) {
    Map<Bound, Double> rates = new EnumMap<>(Bound.class);
    rates.put(Bound.CPU, cores / codec.coreSecondsPerByte().median());
    rates.put(Bound.INGEST, ingest * codec.ratio());
    rates.put(Bound.INFLATE, units * codec.inflateBytesPerSecond());
    rates.put(Bound.DATABASE, units * codec.databaseBytesPerSecond());
    return new CodecPlan(codec, goal, ingest, cores, units, rates);
  }

  private static long units(double rate, double unit) {
    return Math.max(1, (long) Math.ceil(rate / unit - ROUNDING));
  }

  /** The lowest bound. */
  public Bound bottleneck() {
    Bound lowest = Bound.CPU;
    for (Bound each : Bound.values()) {
      if (rates.get(each) < rates.get(lowest) * (1 - ROUNDING)) {
        lowest = each;
      }
    }
    return lowest;
  }

  /** The rate of the lowest bound, which may be above the goal; bytes per second. */
  public double bytesPerSecond() {
    return rates.get(bottleneck());
  }

  /** The same as a share of the goal. */
  public double share() {
    return bytesPerSecond() / goalBytesPerSecond;
  }

  /** {@link #bytesPerSecond} with every figure at the bad end of its interval. */
  public double lowBytesPerSecond() {
    return rate(codec.unitBytesPerSecond().low(), codec.coreSecondsPerByte().high());
  }

  /** {@link #bytesPerSecond} with every figure at the good end of its interval. */
  public double highBytesPerSecond() {
    return rate(codec.unitBytesPerSecond().high(), codec.coreSecondsPerByte().low());
  }

  private double rate(double unit, double coreSeconds) {
    return Math.min(
        Math.min(ingestBytesPerSecond * codec.ratio(), units * unit), cores / coreSeconds);
  }

  /** Whether the ingest allows the goal. */
  public boolean enoughIngest() {
    return rates.get(Bound.INGEST) >= goalBytesPerSecond;
  }

  /** Whether the cores allow the goal. */
  public boolean enoughCores() {
    return rates.get(Bound.CPU) >= goalBytesPerSecond;
  }

  /** Whether the bounds allow the goal. */
  public boolean reached() {
    return bytesPerSecond() >= goalBytesPerSecond * (1 - ROUNDING);
  }

  /** Ingest that the goal needs, in bytes per second. */
  public double inboundForGoal() {
    return goalBytesPerSecond / codec.ratio();
  }

  /** Units that the goal needs if nothing else bounds them. */
  public long unitsForGoal() {
    return units(goalBytesPerSecond, codec.unitBytesPerSecond().median());
  }

  /** {@link #unitsForGoal} with units at the good end of their interval. */
  public long lowUnitsForGoal() {
    return units(goalBytesPerSecond, codec.unitBytesPerSecond().high());
  }

  /** {@link #unitsForGoal} with units at the bad end of their interval. */
  public long highUnitsForGoal() {
    return units(goalBytesPerSecond, codec.unitBytesPerSecond().low());
  }

  /** Cores that the goal needs, with fractions. */
  public Estimate coresForGoal() {
    return codec.coreSecondsPerByte().times(goalBytesPerSecond);
  }

  /** Minutes beyond an hour that it takes to load what the goal loads in one. */
  public double minutesOver() {
    return 60 * (goalBytesPerSecond / bytesPerSecond() - 1);
  }
}
