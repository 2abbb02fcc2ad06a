package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.plan.NetworkTerm;
import io.loadpath.benchmarks.record.LoadShares;
import io.loadpath.benchmarks.record.MapLocality;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.report.VariantFigures.Way;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.suite.PathDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A job on a cluster over links of different rates: what it sends over them, and the time that it
 * takes next to the planner's.
 *
 * @param rows the fastest link first
 */
public record ClusterLinks(Sweep sweep, List<Row> rows) {
  private static final int FEWEST = 2;

  /**
   * The job over one link.
   *
   * @param bytesPerSecond of the link, as measured
   * @param term what it sends over links
   * @param forecast seconds: those over the fastest link and the difference of the terms; empty for
   *     the fastest link
   */
  public record Row(
      VariantFigures figures,
      double bytesPerSecond,
      long shuffledBytes,
      MapLocality locality,
      NetworkTerm term,
      Optional<Double> forecast) {
    public String net() {
      return figures.variant().parameters().get(PathDefinition.NET);
    }

    public Estimate seconds() {
      return figures.proven().commitSeconds();
    }

    /** Returns the seconds that the planner counts for this link. */
    public double termSeconds() {
      return term.seconds(bytesPerSecond);
    }

    /** Returns the percentage by which the forecast is above the measured time. */
    public Optional<Double> forecastOff() {
      return forecast.map(seconds -> 100 * (seconds / seconds().median() - 1));
    }
  }

  /** Returns the jobs that ran over {@value #FEWEST} links or more. */
  static List<ClusterLinks> of(Figures figures) {
    List<ClusterLinks> all = new ArrayList<>();
    for (Sweep sweep : Sweep.through(figures, f -> true, PathDefinition.NET)) {
      List<Row> rows =
          sweep.loads().stream()
              .flatMap(load -> row(sweep, load).stream())
              .sorted(Comparator.comparingDouble(Row::bytesPerSecond).reversed())
              .toList();
      if (rows.size() >= FEWEST) {
        Row fastest = rows.get(0);
        all.add(
            new ClusterLinks(
                sweep,
                rows.stream().map(row -> row == fastest ? row : after(fastest, row)).toList()));
      }
    }
    return all;
  }

  private static Optional<Row> row(Sweep sweep, VariantFigures f) {
    String net = f.variant().parameters().get(PathDefinition.NET);
    Optional<MapLocality> locality = f.first(Sample::locality);
    Optional<Long> shuffled = f.first(Sample::shuffledBytes);
    Optional<PlaceInfo> place =
        sweep.record().places().stream()
            .filter(known -> known.name().equals(f.variant().on()))
            .findFirst();
    if (net.contains("+") || locality.isEmpty() || shuffled.isEmpty() || place.isEmpty()) {
      return Optional.empty();
    }
    NetworkTerm term =
        NetworkTerm.of(
            shuffled.get(),
            locality.get(),
            place.get().workers(),
            f.dataset().wireBytes(),
            toDatabase(f));
    return sweep
        .record()
        .linkToDatabase(net)
        .map(
            link ->
                new Row(
                    f,
                    link.bytesPerSecond(),
                    shuffled.get(),
                    locality.get(),
                    term,
                    Optional.empty()));
  }

  /** Returns the bytes of COPY, or of the text where a path does not count them. */
  private static double toDatabase(VariantFigures f) {
    if (f.way() != Way.INTO) {
      return 0;
    }
    return f.first(Sample::load)
        .map(load -> load.writers().stream().mapToDouble(LoadShares.Writer::bytes).sum())
        .orElse((double) f.dataset().logicalBytes());
  }

  private static Row after(Row fastest, Row row) {
    double forecast = fastest.seconds().median() + row.termSeconds() - fastest.termSeconds();
    return new Row(
        row.figures,
        row.bytesPerSecond,
        row.shuffledBytes,
        row.locality,
        row.term,
        Optional.of(forecast));
  }
}
