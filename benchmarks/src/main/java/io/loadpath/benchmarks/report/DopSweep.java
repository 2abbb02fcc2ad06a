package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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
      double coresBusy) {}

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
    Optional<VariantFigures> one = its.stream().filter(f -> f.dataset().files() == 1).findFirst();
    return one.isEmpty()
        ? List.of()
        : its.stream()
            .map(
                f ->
                    row(
                        codec,
                        f,
                        f == one.get() ? Estimate.single(1) : Sweep.time(record, f, one.get())))
            .toList();
  }

  private static Row row(String codec, VariantFigures f, Estimate timeToOne) {
    int files = f.dataset().files();
    Estimate speedUp = Sweep.over(1, timeToOne);
    double gbPerSecond = f.rate().median() / TB_PER_HOUR;
    return new Row(
        codec, files, f, speedUp, speedUp.times(1.0 / files), f.cost().median() * gbPerSecond);
  }

  private static String finding(List<Row> rows, int cores) {
    StringBuilder text = new StringBuilder(Labels.words(CODEC, rows.get(0).codec()));
    text.append(" files: ");
    Row within =
        rows.stream().filter(row -> row.files() <= cores).reduce((a, b) -> b).orElse(rows.get(0));
    if (within.files() > 1) {
      text.append(
          "%d load at %s × the rate of one, %s %% of the ideal"
              .formatted(
                  within.files(),
                  within.speedUp().textWithSpread(),
                  Numbers.fixed(100 * within.efficiency().median(), 0)));
    }
    Row most = rows.get(rows.size() - 1);
    if (most.files() > cores) {
      text.append(within.files() > 1 ? "; " : "")
          .append(
              "%d, more than there are cores, at %s ×"
                  .formatted(most.files(), most.speedUp().textWithSpread()));
    }
    return text.append('.').toString();
  }

  private static CurveChart chart(String id, String title, List<List<Row>> codecs, int cores) {
    List<CurveChart.Curve> curves = new ArrayList<>();
    List<Double> ends = new ArrayList<>();
    int most = cores;
    for (List<Row> rows : codecs) {
      List<CurveChart.Dot> dots = new ArrayList<>();
      for (Row row : rows) {
        dots.add(CurveChart.dot(row.files(), row.figures().rate(), "", row.figures(), tip(row)));
        ends.add(row.figures().rate().high());
        most = Math.max(most, row.files());
      }
      curves.add(
          CurveChart.curve(
              Labels.words(CODEC, rows.get(0).codec()) + " files", curves.size(), false, dots));
    }
    Axis x = Axis.between(0, most);
    Axis y = Axis.between(0, Collections.max(ends));
    List<CurveChart.Guide> guides =
        codecs.stream()
            .map(rows -> rows.get(0))
            .map(
                one ->
                    CurveChart.through(
                        codecs.size() == 1 ? "ideal" : "ideal, " + Labels.words(CODEC, one.codec()),
                        one.figures().rate().median(),
                        x,
                        y))
            .toList();
    List<CurveChart.Tick> files =
        codecs.stream()
            .flatMap(List::stream)
            .map(Row::files)
            .distinct()
            .sorted()
            .map(count -> new CurveChart.Tick(count, String.valueOf(count)))
            .toList();
    return new CurveChart(
        id,
        "Load rate over the number of files, " + title,
        "files, each with its own reader",
        "TB/h",
        x,
        y,
        files,
        CurveChart.ticks(y),
        curves,
        guides,
        List.of(new CurveChart.Upright(cores == 1 ? "1 core" : cores + " cores", cores)));
  }

  private static List<String> tip(Row row) {
    return List.of(
        Labels.words(CODEC, row.codec()) + ", " + Labels.words(FILES, String.valueOf(row.files())),
        row.figures().rate().textWithSpread() + " TB/h",
        row.speedUp().textWithSpread() + " × one file",
        Numbers.fixed(100 * row.efficiency().median(), 0) + " % of the ideal",
        Numbers.threeDigits(row.coresBusy()) + " cores busy");
  }
}
