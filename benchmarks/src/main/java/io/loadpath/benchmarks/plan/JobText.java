package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The formulas of a forecast, with the numbers that a reader needs to do it again by hand. */
public final class JobText {
  private static final Wording WORDS = new Wording(new Rate("1GB/s", 1e9, false));
  private static final double MOST_SECONDS = 600;
  private static final double MOST_MINUTES = 120;

  private final JobForecast forecast;
  private final JobFigures figures;

  public JobText(JobForecast forecast) {
    this.forecast = forecast;
    this.figures = forecast.figures();
  }

  /** {@code 55.0 s}, {@code 12.5 min}, {@code 3.10 h}. */
  public static String time(double seconds) {
    if (seconds < MOST_SECONDS) {
      return Numbers.threeDigits(seconds) + " s";
    }
    double minutes = seconds / 60;
    return minutes < MOST_MINUTES
        ? Numbers.threeDigits(minutes) + " min"
        : Numbers.threeDigits(minutes / 60) + " h";
  }

  /** {@code 760 GB}. */
  public static String bytes(double bytes) {
    return Numbers.bytes(Math.round(bytes));
  }

  /** {@code 1240 MB/s}. */
  public static String rate(double bytesPerSecond) {
    return WORDS.rate(bytesPerSecond);
  }

  /** {@code 10 nodes}. */
  public static String count(long n, String what) {
    return Numbers.count(n) + " " + what + (n == 1 ? "" : "s");
  }

  /** The formulas, one a line. */
  public List<String> byHand() {
    List<String> lines = new ArrayList<>();
    lines.add(figures.reducers() > 0 ? splits() : sessions());
    lines.add(
        "waves      = %s ÷ (%s × %s), rounded up = %s"
            .formatted(
                count(forecast.maps(), "map"),
                count(forecast.nodes().count(), "node"),
                count(forecast.nodes().containers(), "container"),
                Numbers.count(forecast.waves())));
    lines.add(
        "wave       = %s to start its containers + %s ÷ %s of a container (%s) = %s"
            .formatted(
                start(),
                bytes(forecast.bytes() / forecast.maps()),
                rate(forecast.bytes() / forecast.maps() / forecast.splitSeconds()),
                limit(),
                seconds(forecast.waveSeconds())));
    lines.add(stragglers());
    lines.add(
        "maps       = %s × %s × %s = %s"
            .formatted(
                count(forecast.waves(), "wave"),
                seconds(forecast.waveSeconds()),
                factor(forecast.straggler()),
                seconds(forecast.mapSeconds())));
    if (figures.reducers() > 0) {
      lines.add(
          "shuffle    = %s × %s ÷ %s into one reducer = %s"
              .formatted(
                  count(forecast.maps(), "map"),
                  bytes(figures.shuffledBytesPerMap()),
                  rate(forecast.nodes().ingestBytesPerSecond()),
                  seconds(forecast.shuffleSeconds())));
      lines.add(
          "time       = %s start-up + %s maps + %s shuffle = %s"
              .formatted(
                  seconds(figures.startSeconds()),
                  seconds(forecast.mapSeconds()),
                  seconds(forecast.shuffleSeconds()),
                  seconds(forecast.seconds())));
    } else {
      lines.add(
          "database   = %s ÷ %s = %s"
              .formatted(
                  bytes(forecast.bytes()),
                  rate(figures.databaseBytesPerSecond()),
                  seconds(forecast.databaseSeconds())));
      lines.add(
          "time       = %s start-up + %s, the longer of maps and database = %s"
              .formatted(
                  seconds(figures.startSeconds()),
                  seconds(Math.max(forecast.mapSeconds(), forecast.databaseSeconds())),
                  seconds(forecast.seconds())));
    }
    lines.add(
        "CPU        = %s CPU-s start-up + %s × %s CPU-s + %s × %s CPU-s/GB = %s CPU-s"
            .formatted(
                Numbers.threeDigits(figures.startCpuSeconds()),
                count(forecast.maps(), "map"),
                Numbers.threeDigits(figures.containerCpuSeconds()),
                bytes(forecast.bytes()),
                WORDS.perGiga(figures.cpuSecondsPerByte()),
                Numbers.threeDigits(forecast.cpuSeconds())));
    lines.add(
        "reserved   = %s × %s + %s × time, for the application master%s = %s vcore-s"
            .formatted(
                count(forecast.maps(), "map"),
                seconds(forecast.heldSeconds()),
                1 + figures.reducers(),
                figures.reducers() > 0 ? " and the reducer" : "",
                Numbers.threeDigits(forecast.vcoreSeconds())));
    return lines;
  }

  private String splits() {
    return "splits     = %s ÷ %s, rounded up = %s"
        .formatted(
            bytes(forecast.bytes()), bytes(JobForecast.SPLIT_BYTES), count(forecast.maps(), "map"));
  }

  private String sessions() {
    return "sessions   = %s of the database ÷ %s of a session, rounded up, at most %s = %s"
        .formatted(
            rate(figures.databaseBytesPerSecond()),
            rate(figures.containerBytesPerSecond()),
            count(forecast.nodes().slots(), "container"),
            count(forecast.maps(), "map"));
  }

  private String start() {
    double share = Math.max(1, (double) forecast.busy() / figures.cores());
    return share == 1
        ? seconds(figures.containerSeconds())
        : "%s × %s on %s"
            .formatted(
                seconds(figures.containerSeconds()),
                count(forecast.busy(), "container"),
                count(figures.cores(), "core"));
  }

  /** What bounds the rate of a container. */
  private String limit() {
    String busy = count(forecast.busy(), "container");
    return switch (forecast.splitBound()) {
      case CORES ->
          "%s of a node's cores for %s".formatted(rate(figures.nodeBytesPerSecond()), busy);
      case INGEST ->
          "%s into a node for %s".formatted(rate(forecast.nodes().ingestBytesPerSecond()), busy);
      default -> "its own rate";
    };
  }

  private String stragglers() {
    double mean =
        figures.runSeconds().stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double slowest =
        figures.runSeconds().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return "stragglers = the slowest of %s draws from %s, whose slowest took %s × their mean = %s"
        .formatted(
            Numbers.threeDigits(forecast.draws()),
            count(figures.runSeconds().size(), "measured run"),
            factor(slowest / mean),
            factor(forecast.straggler()));
  }

  private static String seconds(double seconds) {
    return Numbers.threeDigits(seconds) + " s";
  }

  private static String factor(double factor) {
    return Numbers.fixed(factor, 3);
  }
}
