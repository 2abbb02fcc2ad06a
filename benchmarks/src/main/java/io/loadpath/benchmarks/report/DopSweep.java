package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.report.CurveChart.Axis;
import io.loadpath.benchmarks.report.CurveChart.Curve;
import io.loadpath.benchmarks.report.CurveChart.Dot;
import io.loadpath.benchmarks.report.CurveChart.Line;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The same rows in different numbers of files, each with its own reader: the load rate compared
 * with the ideal one, the rate of one file times the number of files.
 *
 * @param codecs the loads of each codec, by number of files
 */
public record DopSweep(Sweep sweep, List<List<Row>> codecs) {
  private static final String FILES = "files";
  private static final String CODEC = "codec";
  private static final int FEWEST = 3;

  /**
   * One number of files.
   *
   * @param speedUp rate divided by that of one file
   * @param efficiency rate divided by the ideal one
   */
  public record Row(
      String codec, int files, VariantFigures figures, Estimate speedUp, Estimate efficiency) {
    public String name() {
      return Labels.words(CODEC, codec);
    }
  }

  /** Returns the sweeps with one file and at least two other numbers of files. */
  static List<DopSweep> of(Figures figures) {
    return Sweep.through(figures, FILES, CODEC).stream()
        .map(sweep -> new DopSweep(sweep, codecs(sweep)))
        .filter(sweep -> !sweep.codecs.isEmpty())
        .toList();
  }

  private static List<List<Row>> codecs(Sweep sweep) {
    return sweep.byCodec().entrySet().stream()
        .map(e -> rows(sweep, e))
        .filter(rows -> rows.size() >= FEWEST)
        .toList();
  }

  /** The rows of all codecs. */
  public List<Row> rows() {
    return codecs.stream().flatMap(List::stream).toList();
  }

  /** Returns the rows of one codec; none without a load of one file. */
  private static List<Row> rows(Sweep sweep, Map.Entry<String, List<VariantFigures>> codec) {
    List<VariantFigures> its =
        codec.getValue().stream()
            .sorted(Comparator.comparingInt(f -> f.dataset().files()))
            .toList();
    VariantFigures one = its.get(0);
    return one.dataset().files() != 1
        ? List.of()
        : its.stream().map(f -> row(sweep, codec.getKey(), f, one)).toList();
  }

  private static Row row(Sweep sweep, String codec, VariantFigures f, VariantFigures one) {
    int files = f.dataset().files();
    Estimate speedUp = f == one ? Estimate.single(1) : sweep.time(f, one).under(1);
    return new Row(codec, files, f, speedUp, speedUp.times(1.0 / files));
  }

  /** Returns a curve for each codec. */
  public CurveChart chart() {
    List<Curve> curves = new ArrayList<>();
    List<Line> ideals = new ArrayList<>();
    int place = 0;
    for (List<Row> rows : codecs) {
      List<Dot> dots = new ArrayList<>();
      for (Row row : rows) {
        VariantFigures f = row.figures();
        dots.add(
            new Dot((double) row.files(), f.rate().inMbPerSecond(), "", f.verified(), place++));
      }
      String name = rows.get(0).name();
      curves.add(new Curve(name + " files", dots, List.of(), null));
      String ideal = codecs.size() == 1 ? "ideal" : "ideal, " + name;
      ideals.add(new Line(ideal, rows.get(0).figures().rate().inMbPerSecond().median()));
    }
    int cores = sweep.record().environment().logicalCores();
    return new CurveChart(
        new Axis("files, each with its own reader", 0, null),
        new Axis("MB/s", 0, null),
        true,
        curves,
        ideals,
        List.of(new Line(cores == 1 ? "1 core" : cores + " cores", cores)));
  }
}
