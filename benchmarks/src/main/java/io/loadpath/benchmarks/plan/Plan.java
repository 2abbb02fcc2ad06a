package io.loadpath.benchmarks.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The way to a load rate, or to the nearest rate within reach.
 *
 * @param codecPlans one for each codec, the weakest first
 * @param chosen the one that reaches the goal with the fewest cores; when none does, the one that
 *     comes nearest
 */
public record Plan(
    LoadFigures figures,
    Rate goal,
    Rate ingest,
    double cores,
    List<CodecPlan> codecPlans,
    CodecPlan chosen) {

  /** Ratios nearer to each other than this are the same strength. */
  private static final double SAME_STRENGTH = 1.01;

  private static final Comparator<CodecPlan> FEWEST_CORES =
      Comparator.comparingDouble(o -> o.codec().coreSecondsPerByte().median());
  private static final Comparator<CodecPlan> FASTEST =
      Comparator.comparingDouble(o -> -o.bytesPerSecond());

  /**
   * Makes a plan.
   *
   * @param cores infinite for as many as it takes
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
   * What the goal takes: the chosen one where it reaches the goal, otherwise the one that would
   * with more cores and the same ingest, or the chosen one if the ingest is too little for each.
   */
  public CodecPlan forGoal() {
    return codecPlans.stream()
        .filter(o -> !chosen.reached() && o.enoughIngest())
        .min(FEWEST_CORES)
        .orElse(chosen);
  }

  /** The cheapest of the codecs of the next higher ratio, if there is a higher one. */
  public Optional<CodecPlan> stronger() {
    double above = ratio(chosen) * SAME_STRENGTH;
    return codecPlans.stream()
        .filter(o -> ratio(o) > above)
        .min(Comparator.comparingDouble(Plan::ratio))
        .flatMap(this::cheapestAsStrongAs);
  }

  /** The cheapest of the codecs of the next lower ratio, if there is a lower one. */
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
