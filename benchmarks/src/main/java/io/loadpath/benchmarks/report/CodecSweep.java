package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.report.CurveChart.Axis;
import io.loadpath.benchmarks.report.CurveChart.Curve;
import io.loadpath.benchmarks.report.CurveChart.Dot;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The same rows in files of different codecs, with compression ratios and CPU costs.
 *
 * @param rows sorted by compression ratio, then by CPU cost
 */
public record CodecSweep(Sweep sweep, List<Row> rows) {
  private static final String CODEC = "codec";
  private static final String INFLATER = "inflater";
  private static final String GZIP = "gzip";
  private static final String INFLATING = "preprocessor";
  private static final int FEWEST_CODECS = 3;

  /** The factor between total costs from which the axis is logarithmic. */
  private static final double LOG_FROM = 3;

  /** Files whose sizes differ by less than this share count as equally large. */
  private static final double SAME_SIZE = 0.001;

  /**
   * One codec with one inflater.
   *
   * @param inflater the inflating program; {@code none} for plain files
   * @param ratio text bytes per file byte
   * @param inflateSecondsPerGb the preprocessors' part of the CPU cost
   * @param toPlain CPU time divided by that of the load from plain files
   * @param best whether no other row is both smaller and cheaper
   */
  public record Row(
      String codec,
      String inflater,
      double ratio,
      VariantFigures figures,
      Optional<Double> inflateSecondsPerGb,
      Optional<Estimate> toPlain,
      boolean best) {
    public boolean plain() {
      return codec.equals(Sweep.PLAIN);
    }

    /** {@code gzip-3 by igzip}, {@code zstd-3}, {@code plain}. */
    public String name() {
      return plain() ? "plain" : codec.startsWith(GZIP) ? codec + " by " + inflater : codec;
    }
  }

  /** Returns the sweeps of a record with {@value #FEWEST_CODECS} codecs or more. */
  static List<CodecSweep> of(Figures figures) {
    return Sweep.through(figures, CODEC, INFLATER).stream()
        .filter(sweep -> sweep.byCodec().size() >= FEWEST_CODECS)
        .map(sweep -> new CodecSweep(sweep, rows(sweep)))
        .toList();
  }

  private static List<Row> rows(Sweep sweep) {
    Optional<VariantFigures> plain =
        sweep.loads().stream().filter(f -> f.dataset().codec().equals(Sweep.PLAIN)).findFirst();
    return sweep.loads().stream()
        .map(
            f ->
                new Row(
                    f.dataset().codec(),
                    inflater(f),
                    Sweep.ratio(f),
                    f,
                    Optional.ofNullable(f.proven().stages().get(INFLATING))
                        .map(Measured.StageCost::secondsPerGb),
                    plain.filter(other -> other != f).map(other -> sweep.cpu(f, other)),
                    sweep.loads().stream().noneMatch(other -> beats(other, f))))
        .sorted(
            Comparator.comparingDouble(Row::ratio)
                .thenComparingDouble(row -> row.figures().cost().median()))
        .toList();
  }

  /** Returns the inflating program; only for gzip files is there a choice. */
  private static String inflater(VariantFigures f) {
    String codec = f.dataset().codec();
    return codec.startsWith(GZIP)
        ? f.variant().parameters().getOrDefault(INFLATER, "auto")
        : codec.replaceFirst("-.*", "");
  }

  /**
   * Whether {@code other} is at least as small and cheap as {@code f}, and clearly better in one.
   */
  private static boolean beats(VariantFigures other, VariantFigures f) {
    double smaller = Sweep.ratio(other) / Sweep.ratio(f) - 1;
    return other != f
        && smaller > -SAME_SIZE
        && other.cost().median() <= f.cost().median()
        && (smaller > SAME_SIZE || other.cost().high() < f.cost().low());
  }

  /** Returns a curve for each inflater, with the CPU cost of inflating below it. */
  public CurveChart chart() {
    Map<String, List<Integer>> byInflater =
        IntStream.range(0, rows.size())
            .boxed()
            .collect(
                Collectors.groupingBy(
                    i -> rows.get(i).inflater(), LinkedHashMap::new, Collectors.toList()));
    List<Curve> curves = new ArrayList<>();
    byInflater.forEach(
        (inflater, its) -> {
          List<Dot> totals = new ArrayList<>();
          List<Dot> parts = new ArrayList<>();
          for (int i : its) {
            Row row = rows.get(i);
            String label = row.plain() ? row.name() : row.codec();
            VariantFigures f = row.figures();
            totals.add(new Dot(row.ratio(), f.cost(), label, f.verified(), i));
            row.inflateSecondsPerGb()
                .filter(cost -> !row.plain())
                .map(cost -> new Dot(row.ratio(), Estimate.single(cost), "", true, i))
                .ifPresent(parts::add);
          }
          String name = inflater.equals(Sweep.PLAIN) ? "plain files" : inflater;
          curves.add(new Curve(name, totals, parts, null));
        });
    return new CurveChart(
        new Axis("compression ratio, text bytes per file byte", 1, null),
        new Axis("CPU-s/GB", 0, LOG_FROM),
        false,
        curves,
        List.of(),
        List.of());
  }
}
