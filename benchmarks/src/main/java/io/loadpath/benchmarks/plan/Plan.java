package io.loadpath.benchmarks.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A plan for a load rate, or for the nearest rate within reach.
 *
 * @param codecPlans one for each codec, the weakest first
 * @param chosen the one that reaches the goal with the fewest cores; if none does, the nearest one
 */
public record Plan(
    LoadFigures figures,
    Rate goal,
    Rate ingest,
    double cores,
    List<CodecPlan> codecPlans,
    CodecPlan chosen) {

  /** Codecs whose ratios differ by less than this factor are equally strong. */
  private static final double SAME_STRENGTH = 1.01;

  private static final Comparator<CodecPlan> FEWEST_CORES =
      Comparator.comparingDouble(o -> o.codec().coreSecondsPerByte().median());
  private static final Comparator<CodecPlan> FASTEST =
      Comparator.comparingDouble(o -> -o.bytesPerSecond());

  /**
   * Makes a plan.
   *
   * @param cores infinite for no limit
   */
  public static Plan of(LoadFigures figures, Rate goal, Rate ingest, double cores) {
    List<CodecPlan> codecPlans =
        figures.codecs().stream()
            .sorted(Comparator.comparingDouble(CodecFigures::ratio))
            .map(c -> CodecPlan.of(c, goal.bytesPerSecond(), ingest.bytesPerSecond(), cores))
            .toList();
    CodecPlan chosen =
        codecPlans.stream()
            .filter(CodecPlan::reached)
            .min(FEWEST_CORES)
            .orElseGet(
                () -> codecPlans.stream().min(FASTEST.thenComparing(FEWEST_CORES)).orElseThrow());
    return new Plan(figures, goal, ingest, cores, codecPlans, chosen);
  }

  /**
   * Returns the plan that shows the needs of the goal: the chosen one if it reaches the goal;
   * otherwise one that would reach it with more cores and the same ingest, if any; otherwise the
   * chosen one.
   */
  public CodecPlan forGoal() {
    return codecPlans.stream()
        .filter(o -> !chosen.reached() && o.enoughIngest())
        .min(FEWEST_CORES)
        .orElse(chosen);
  }

  /** Returns the cheapest codec with the next higher ratio, if any. */
  public Optional<CodecPlan> stronger() {
    double above = ratio(chosen) * SAME_STRENGTH;
    return codecPlans.stream()
        .filter(o -> ratio(o) > above)
        .min(Comparator.comparingDouble(Plan::ratio))
        .flatMap(this::cheapestAsStrongAs);
  }

  /** Returns the cheapest codec with the next lower ratio, if any. */
  public Optional<CodecPlan> weaker() {
    double below = ratio(chosen) / SAME_STRENGTH;
    return codecPlans.stream()
        .filter(o -> ratio(o) < below)
        .max(Comparator.comparingDouble(Plan::ratio))
        .flatMap(this::cheapestAsStrongAs);
  }

  private Optional<CodecPlan> cheapestAsStrongAs(CodecPlan next) {
    return codecPlans.stream()
        .filter(o -> Math.abs(Math.log(ratio(o) / ratio(next))) < Math.log(SAME_STRENGTH))
        .min(FEWEST_CORES);
  }

  private static double ratio(CodecPlan codecPlan) {
    return codecPlan.codec().ratio();
  }
}
