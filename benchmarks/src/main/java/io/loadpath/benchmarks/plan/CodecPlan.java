package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The resources that a goal needs with one codec, and the rate it reaches. The rate is the smallest
 * of
 *
 * <ul>
 *   <li>ingest: rate of arriving bytes × ratio,
 *   <li>inflate: units × rate of a unit's inflater,
 *   <li>database: units × rate of a session,
 *   <li>CPU: cores ÷ time of a core for each byte.
 * </ul>
 *
 * @param units number of files, sessions and inflaters that reach the goal, or the rate that ingest
 *     and cores allow
 * @param rates the rate of each bound, in logical bytes per second; infinite if unknown
 */
public record CodecPlan(
    CodecFigures codec,
    double goalBytesPerSecond,
    double ingestBytesPerSecond,
    double cores,
    long units,
    Map<Bound, Double> rates) {
  private static final double ROUNDING = 1e-9; // for sums that are exact on paper

  /** The bound of a load; if rates are equal, the first one counts. */
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

  /** Makes a plan with a given number of units. */
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

  /** Returns the lowest bound. */
  public Bound bottleneck() {
    Bound lowest = Bound.CPU;
    for (Bound each : Bound.values()) {
      if (rates.get(each) < rates.get(lowest) * (1 - ROUNDING)) {
        lowest = each;
      }
    }
    return lowest;
  }

  /** Returns the rate of the lowest bound in bytes per second; it may be above the goal. */
  public double bytesPerSecond() {
    return rates.get(bottleneck());
  }

  /** Returns the rate as a share of the goal. */
  public double share() {
    return bytesPerSecond() / goalBytesPerSecond;
  }

  /** Returns {@link #bytesPerSecond} with every figure at the bad end of its interval. */
  public double lowBytesPerSecond() {
    return rate(codec.unitBytesPerSecond().low(), codec.coreSecondsPerByte().high());
  }

  /** Returns {@link #bytesPerSecond} with every figure at the good end of its interval. */
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

  /** Returns the ingest that the goal needs, in bytes per second. */
  public double inboundForGoal() {
    return goalBytesPerSecond / codec.ratio();
  }

  /** Returns the units that the goal needs if nothing else is a bound. */
  public long unitsForGoal() {
    return units(goalBytesPerSecond, codec.unitBytesPerSecond().median());
  }

  /** Returns {@link #unitsForGoal} with units at the good end of their interval. */
  public long lowUnitsForGoal() {
    return units(goalBytesPerSecond, codec.unitBytesPerSecond().high());
  }

  /** Returns {@link #unitsForGoal} with units at the bad end of their interval. */
  public long highUnitsForGoal() {
    return units(goalBytesPerSecond, codec.unitBytesPerSecond().low());
  }

  /** Returns the cores that the goal needs, with fractions. */
  public Estimate coresForGoal() {
    return codec.coreSecondsPerByte().times(goalBytesPerSecond);
  }

  /** Returns the minutes beyond an hour for the data that the goal loads in an hour. */
  public double minutesOver() {
    return 60 * (goalBytesPerSecond / bytesPerSecond() - 1);
  }
}
