package io.loadpath.benchmarks.plan;

import java.util.EnumMap;
import java.util.Map;

/**
 * The forecast of a job on a cluster that is not there.
 *
 * @param maps map tasks
 * @param busy containers at a time on a node that has the most
 * @param waves of containers
 * @param startSeconds what the containers of a wave take to start
 * @param splitSeconds what they take for their bytes
 * @param draws clusters as measured that the nodes with work are
 * @param straggler how much longer the slowest one takes
 * @param databaseSeconds that the database needs for the bytes; 0 without one
 * @param shuffleSeconds until the reducer has what the maps made
 */
public record JobForecast(
    JobFigures figures,
    Nodes nodes,
    double bytes,
    long maps,
    long busy,
    long waves,
    double startSeconds,
    double splitSeconds,
    double draws,
    double straggler,
    double databaseSeconds,
    double shuffleSeconds) {
  /** The block size of HDFS, and so the split of a large file. */
  public static final long SPLIT_BYTES = 128 << 20;

  private static final double ROUNDING = 1e-9;

  /** The largest part of the time. */
  public enum Bound {
    START("start-up"),
    CONTAINERS("container starts"),
    RATE("container rate"),
    CORES("cores"),
    INGEST("ingest"),
    DATABASE("database"),
    SHUFFLE("shuffle");

    private final String words;

    Bound(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Forecasts a query: a map for each split. */
  public static JobForecast ofQuery(JobFigures figures, Nodes nodes, double bytes) {
    return of(figures, nodes, bytes, (long) Math.ceil(bytes / SPLIT_BYTES - ROUNDING));
  }

  /** Forecasts a load into a database: as many maps as keep it busy, but no second wave. */
  public static JobForecast ofLoad(JobFigures figures, Nodes nodes, double bytes) {
    double enough = figures.databaseBytesPerSecond() / figures.containerBytesPerSecond();
    return of(
        figures,
        nodes,
        bytes,
        (long) Math.max(1, Math.min(nodes.slots(), Math.ceil(enough - ROUNDING))));
  }

  /** Forecasts a job of a number of maps. */
  static JobForecast of(JobFigures figures, Nodes nodes, double bytes, long maps) {
    long waves = times(maps, nodes.slots());
    long busy = Math.min(nodes.containers(), times(maps, nodes.count()));
    double rate =
        Math.min(
            figures.containerBytesPerSecond(),
            Math.min(figures.nodeBytesPerSecond(), nodes.ingestBytesPerSecond()) / busy);
    double draws = Math.max(1, (double) Math.min(maps, nodes.count()) / figures.nodes());
    return new JobForecast(
        figures,
        nodes,
        bytes,
        maps,
        busy,
        waves,
        figures.containerSeconds() * StartLine.wave(busy, figures.cores()),
        bytes / maps / rate,
        draws,
        figures.straggler(draws),
        bytes / figures.databaseBytesPerSecond(),
        maps * figures.shuffledBytesPerMap() / nodes.ingestBytesPerSecond());
  }

  private static long times(long all, long atATime) {
    return (all + atATime - 1) / atATime;
  }

  /** What a wave of containers takes. */
  public double waveSeconds() {
    return startSeconds + splitSeconds;
  }

  /** What all waves take. */
  public double mapSeconds() {
    return waves * waveSeconds() * straggler;
  }

  public double seconds() {
    return figures.startSeconds() + Math.max(mapSeconds(), databaseSeconds) + shuffleSeconds;
  }

  /** CPU time of everything, with the start of each container. */
  public double cpuSeconds() {
    return figures.startCpuSeconds()
        + maps * figures.containerCpuSeconds()
        + bytes * figures.cpuSecondsPerByte();
  }

  public double cpuSecondsPerGb() {
    return cpuSeconds() / (bytes / 1e9);
  }

  /** What a container is held for. */
  public double heldSeconds() {
    return Math.max(waveSeconds(), databaseSeconds / waves);
  }

  /** Containers of one vcore times the seconds that they are held, used or not. */
  public double vcoreSeconds() {
    return maps * heldSeconds() + (1 + figures.reducers()) * seconds();
  }

  /** The largest part of the time. */
  public Bound bound() {
    Map<Bound, Double> parts = new EnumMap<>(Bound.class);
    parts.put(Bound.START, figures.startSeconds());
    parts.put(Bound.SHUFFLE, shuffleSeconds);
    if (databaseSeconds > mapSeconds()) {
      parts.put(Bound.DATABASE, databaseSeconds);
    } else {
      parts.put(Bound.CONTAINERS, waves * startSeconds * straggler);
      parts.put(splitBound(), waves * splitSeconds * straggler);
    }
    return parts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /** What bounds the rate of a container. */
  public Bound splitBound() {
    double node = Math.min(figures.nodeBytesPerSecond(), nodes.ingestBytesPerSecond());
    if (figures.containerBytesPerSecond() <= node / busy) {
      return Bound.RATE;
    }
    return figures.nodeBytesPerSecond() <= nodes.ingestBytesPerSecond()
        ? Bound.CORES
        : Bound.INGEST;
  }
}
