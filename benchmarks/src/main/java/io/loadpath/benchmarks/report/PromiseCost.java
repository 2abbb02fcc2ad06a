package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a load's promise costs: loads that differ in the parameter {@code checks} alone. */
final class PromiseCost {
  private static final String CHECKS = "checks";

  private PromiseCost() {}

  /** Returns a sentence for each load that the record has with its checks and without. */
  static List<String> sentences(Figures figures) {
    List<String> sentences = new ArrayList<>();
    for (Sweep sweep : Sweep.through(figures, CHECKS)) {
      Optional<VariantFigures> stock = with(sweep, "no");
      with(sweep, "yes")
          .flatMap(ours -> stock.map(other -> sentence(figures, sweep, ours, other)))
          .ifPresent(sentences::add);
    }
    return sentences;
  }

  private static Optional<VariantFigures> with(Sweep sweep, String value) {
    return sweep.loads().stream()
        .filter(f -> f.variant().parameters().get(CHECKS).equals(value))
        .findFirst();
  }

  private static String sentence(
      Figures figures, Sweep sweep, VariantFigures ours, VariantFigures stock) {
    return "What the promise costs: %s takes %s × the time and %s × the CPU of the stock statement (checks=no)."
        .formatted(
            sweep.title(),
            Sweep.time(figures.record(), ours, stock).textWithSpread(),
            Sweep.cpu(figures.record(), ours, stock).textWithSpread());
  }
}
