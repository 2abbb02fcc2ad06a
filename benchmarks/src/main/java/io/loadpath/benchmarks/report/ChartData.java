package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RecordFile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data that the page's script draws, as JSON.
 *
 * @param withoutStart the scatter without start-up; null when no start is known
 * @param curves of the sweeps, in the order of the page
 * @param labels of the rounds' variants
 * @param tools of the rounds' variants
 * @param rounds one array per sample, short because there may be thousands: position, round, sum of
 *     {@link #WARMUP} and so on, index into labels, seconds, CPU seconds, percent of the variant's
 *     median, percent of the machine that other programs had; a number that is not known is null
 */
record ChartData(
    Scatter scatter,
    Scatter withoutStart,
    StageChart stages,
    List<CurveChart> curves,
    List<String> labels,
    List<String> tools,
    List<List<Number>> rounds) {
  static final int WARMUP = 1;
  static final int VERIFIED = 2;
  static final int REPEATED = 4;
  static final int DISTURBED = 8;
  static final int OUTLIER = 16;

  private static final MathContext FIVE_DIGITS = new MathContext(5);

  static ChartData of(
      Scatter scatter,
      Optional<Scatter> withoutStart,
      StageChart stages,
      List<CurveChart> curves,
      Rounds rounds) {
    Map<String, Integer> indexByLabel = new LinkedHashMap<>();
    List<String> tools = new ArrayList<>();
    List<List<Number>> points = new ArrayList<>();
    for (Rounds.Point point : rounds.points()) {
      if (!indexByLabel.containsKey(point.label())) {
        indexByLabel.put(point.label(), tools.size());
        tools.add(point.tool());
      }
      points.add(
          Arrays.asList(
              point.position(),
              point.round(),
              flags(point),
              indexByLabel.get(point.label()),
              shortened(point.seconds()),
              shortened(point.cpuSeconds()),
              shortened(point.percent()),
              shortened(point.foreignPercent())));
    }
    return new ChartData(
        scatter,
        withoutStart.orElse(null),
        stages,
        curves,
        List.copyOf(indexByLabel.keySet()),
        tools,
        points);
  }

  String json() {
    return RecordFile.embeddable(this);
  }

  private static int flags(Rounds.Point point) {
    return (point.warmup() ? WARMUP : 0)
        + (point.verified() ? VERIFIED : 0)
        + (point.repeated() ? REPEATED : 0)
        + (point.disturbed() ? DISTURBED : 0)
        + (point.outlier() ? OUTLIER : 0);
  }

  private static Number shortened(Double value) {
    return value == null ? null : new BigDecimal(value).round(FIVE_DIGITS);
  }
}
