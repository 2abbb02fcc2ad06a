package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.plan.CodecFigures;
import io.loadpath.benchmarks.plan.CodecPlan;
import io.loadpath.benchmarks.plan.LoadFigures;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.Rate;
import io.loadpath.benchmarks.plan.RecordFigures;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Estimate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The planner as it stands in the page: figures for {@code planner.js}, and the plan for the goal
 * that the panel begins with.
 *
 * @param figures {@link Figures} as JSON
 * @param path the load path that was measured
 * @param text the plan as the command prints it, for a reader without scripts
 */
public record PlannerPanel(
    String figures, String path, String goal, String ingest, int cores, String text) {
  private static final String GOAL = "1TiB/h";
  private static final String INGEST = "2x1GbE";

  /**
   * The figures for the script, the weakest codec first.
   *
   * @param cores of the record's machine
   */
  private record Figures(int cores, List<Codec> codecs) {}

  /**
   * {@link CodecFigures} in short. Medians come with both ends of their intervals.
   *
   * @param unit bytes per second of a unit
   * @param inflate of its inflaters alone; null where no bound is known
   * @param database of its session alone; null where no bound is known
   * @param core time of a core for each byte
   * @param cpu CPU time for each byte
   */
  private record Codec(
      String name,
      double ratio,
      double[] unit,
      Double inflate,
      Double database,
      double[] core,
      double cpu) {}

  /** Returns the panel; empty if the record has no load to plan from. */
  static Optional<PlannerPanel> of(RunRecord record) throws IOException {
    Optional<LoadFigures> found = RecordFigures.find(record);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    LoadFigures load = found.get();
    Plan plan =
        Plan.of(load, Rate.parse(GOAL, "goal"), Rate.parseIngest(INGEST, "ingest"), load.cores());
    return Optional.of(
        new PlannerPanel(
            json(plan), load.path(), GOAL, INGEST, (int) load.cores(), PlanReport.text(plan)));
  }

  private static String json(Plan plan) {
    List<Codec> codecs =
        plan.codecPlans().stream().map(CodecPlan::codec).map(PlannerPanel::codec).toList();
    return RecordFile.embeddable(new Figures((int) plan.figures().cores(), codecs));
  }

  private static Codec codec(CodecFigures c) {
    return new Codec(
        c.name(),
        c.ratio(),
        ends(c.unitBytesPerSecond()),
        finite(c.inflateBytesPerSecond()),
        finite(c.databaseBytesPerSecond()),
        ends(c.coreSecondsPerByte()),
        c.cpuSecondsPerByte().median());
  }

  private static double[] ends(Estimate e) {
    return new double[] {e.median(), e.low(), e.high()};
  }

  private static Double finite(double value) {
    return Double.isInfinite(value) ? null : (Double) value;
  }
}
