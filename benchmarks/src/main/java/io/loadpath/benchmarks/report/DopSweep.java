package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The same rows in more and more files, and so with more and more readers at a time: the load rate
 * against the ideal one, which is that of one file times the number of files.
 *
 * @param title the path and what else tells it apart
 * @param rows codec by codec, by number of files
 * @param findings a sentence for each codec
 */
public record DopSweep(String title, List<Row> rows, List<String> findings, CurveChart chart) {
  private static final String ID = "dop";
  private static final String FILES = "files";
  private static final String CODEC = "codec";
  private static final int FEWEST = 3;
  private static final double TICK_SHARE = 0.025; // of the axis, the width of a label
  private static final double TB_PER_HOUR = 3600.0 / 1000; // of a GB per second

  /**
   * One number of files.
   *
   * @param speedUp rate divided by that of one file
   * @param efficiency rate divided by the ideal one
   * @param coresBusy CPU-seconds per second
   */
  public record Row(
      String codec,
      int files,
      VariantFigures figures,
      Estimate speedUp,
      Estimate efficiency,
      double coresBusy) {
    private String name() {
      return Labels.words(CODEC, codec);
    }

    private String percent() {
      return Numbers.fixed(100 * efficiency.median(), 0) + " %";
    }
  }

  /** The sweeps of a record that have one file and at least two other numbers. */
  static List<DopSweep> of(Figures figures) {
    RunRecord record = figures.record();
    List<DopSweep> sweeps = new ArrayList<>();
    for (Sweep sweep : Sweep.through(figures, FILES, CODEC)) {
      List<List<Row>> curves =
          sweep.byCodec().entrySet().stream()
              .map(e -> rows(record, e.getValue(), e.getKey()))
              .filter(rows -> rows.size() >= FEWEST)
              .toList();
      if (!curves.isEmpty()) {
        int cores = record.environment().logicalCores();
        sweeps.add(
            new DopSweep(
                sweep.title(),
                curves.stream().flatMap(List::stream).toList(),
                curves.stream().map(rows -> finding(rows, cores)).toList(),
                chart(ID + "-" + sweeps.size(), sweep.title(), curves, cores)));
      }
    }
    return List.copyOf(sweeps);
  }

  /** The rows of one codec; none without a load of one file. */
  private static List<Row> rows(RunRecord record, List<VariantFigures> loads, String codec) {
    List<VariantFigures> its =
        loads.stream().sorted(Comparator.comparingInt(f -> f.dataset().files())).toList();
    if (its.get(0).dataset().files() != 1) {
      return List.of();
    }
    return its.stream().map(f -> row(record, codec, f, its.get(0))).toList();
  }

  private static Row row(RunRecord record, String codec, VariantFigures f, VariantFigures one) {
    int files = f.dataset().files();
    Estimate speedUp = f == one ? Estimate.single(1) : Sweep.time(record, f, one).under(1);
    double gbPerSecond = f.rate().median() / TB_PER_HOUR;
    return new Row(
        codec, files, f, speedUp, speedUp.times(1.0 / files), f.cost().median() * gbPerSecond);
  }

  private static String finding(List<Row> rows, int cores) {
    List<String> parts = new ArrayList<>();
    Row within =
        rows.stream().filter(row -> row.files() <= cores).reduce((a, b) -> b).orElse(rows.get(0));
    Row most = rows.get(rows.size() - 1);
    if (within.files() > 1) {
      parts.add(
          "%d load at %s × the rate of one, %s of the ideal"
              .formatted(within.files(), within.speedUp().textWithSpread(), within.percent()));
    }
    if (most.files() > cores) {
      parts.add(
          "%d, more than there are cores, at %s ×"
              .formatted(most.files(), most.speedUp().textWithSpread()));
    }
    return rows.get(0).name() + " files: " + String.join("; ", parts) + ".";
  }

  private static CurveChart chart(String id, String title, List<List<Row>> codecs, int cores) {
    List<Row> all = codecs.stream().flatMap(List::stream).toList();
    Axis x = Axis.between(0, all.stream().mapToInt(Row::files).reduce(cores, Math::max));
    Axis y =
        Axis.between(0, all.stream().mapToDouble(r -> r.figures().rate().high()).max().orElse(0));
    List<CurveChart.Curve> curves = new ArrayList<>();
    List<CurveChart.Guide> guides = new ArrayList<>();
    for (List<Row> rows : codecs) {
      String name = rows.get(0).name();
      curves.add(
          CurveChart.curve(
              name + " files", curves.size(), false, rows.stream().map(DopSweep::dot).toList()));
      String ideal = codecs.size() == 1 ? "ideal" : "ideal, " + name;
      guides.add(CurveChart.through(ideal, rows.get(0).figures().rate().median(), x, y));
    }
    return new CurveChart(
        id,
        "Load rate over the number of files, " + title,
        "files, each with its own reader",
        "TB/h",
        x,
        y,
        ticks(all.stream().map(Row::files).toList(), x),
        CurveChart.ticks(y),
        curves,
        guides,
        List.of(new CurveChart.Upright(cores == 1 ? "1 core" : cores + " cores", cores)));
  }

  /** The numbers of files whose labels have room, from the largest down. */
  static List<CurveChart.Tick> ticks(List<Integer> files, Axis x) {
    List<CurveChart.Tick> ticks = new ArrayList<>();
    double place = Double.POSITIVE_INFINITY;
    for (int count : files.stream().distinct().sorted(Comparator.reverseOrder()).toList()) {
      if (place - x.share(count) >= TICK_SHARE) {
        ticks.add(0, new CurveChart.Tick(count, String.valueOf(count)));
        place = x.share(count);
      }
    }
    return ticks;
  }

  private static CurveChart.Dot dot(Row row) {
    List<String> tip =
        List.of(
            row.name() + ", " + Labels.words(FILES, String.valueOf(row.files())),
            row.figures().rate().textWithSpread() + " TB/h",
            row.speedUp().textWithSpread() + " × one file",
            row.percent() + " of the ideal",
            Numbers.threeDigits(row.coresBusy()) + " cores busy");
    return CurveChart.dot(row.files(), row.figures().rate(), "", row.figures(), tip);
  }
}
