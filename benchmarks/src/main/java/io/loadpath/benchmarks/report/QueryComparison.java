package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The engines that ran the pricing summary over one dataset, and the exact answer.
 *
 * @param delta the exact answer's date, in days before 1998-12-01
 * @param answers labels of the engines by answer; the exact answer is first, even if no engine gave
 *     it
 */
public record QueryComparison(
    DatasetInfo dataset,
    String delta,
    List<Engine> engines,
    Map<AnswerDiff, List<String>> answers) {

  /**
   * One engine with its parameters.
   *
   * @param jobs empty if unknown
   * @param answer empty without an answer
   */
  public record Engine(
      VariantFigures figures, Optional<Integer> jobs, Optional<AnswerDiff> answer) {
    private static Engine of(VariantFigures f, List<List<String>> exact) {
      return new Engine(
          f,
          f.samples().stream().map(Sample::jobs).filter(Objects::nonNull).findFirst(),
          shownSample(f).map(s -> AnswerDiff.of(exact, s.answer())));
    }
  }

  /** Returns a comparison for each dataset of a query that has an exact answer. */
  static List<QueryComparison> of(Figures figures) {
    List<QueryComparison> comparisons = new ArrayList<>();
    for (DatasetInfo dataset : figures.record().datasets()) {
      List<VariantFigures> queries =
          figures.variants().stream()
              .filter(f -> f.query() && f.dataset().id().equals(dataset.id()))
              .toList();
      if (dataset.q1() != null && !dataset.q1().isEmpty() && !queries.isEmpty()) {
        comparisons.add(compare(dataset, delta(dataset, queries), queries));
      }
    }
    return comparisons;
  }

  private static String delta(DatasetInfo dataset, List<VariantFigures> queries) {
    String asked = queries.get(0).variant().parameters().getOrDefault("delta", "90");
    return dataset.q1().containsKey(asked) ? asked : dataset.q1().keySet().iterator().next();
  }

  private static QueryComparison compare(
      DatasetInfo dataset, String delta, List<VariantFigures> queries) {
    List<List<String>> exact = dataset.q1().get(delta);
    List<Engine> engines = queries.stream().map(f -> Engine.of(f, exact)).toList();
    Map<AnswerDiff, List<String>> answers = new LinkedHashMap<>();
    AnswerDiff right = AnswerDiff.of(exact, exact);
    answers.put(right, new ArrayList<>());
    for (Engine engine : engines) {
      engine
          .answer()
          .map(diff -> diff.identical() ? right : diff)
          .ifPresent(
              diff ->
                  answers
                      .computeIfAbsent(diff, d -> new ArrayList<>())
                      .add(engine.figures().label()));
    }
    return new QueryComparison(dataset, delta, engines, answers);
  }

  /** Returns a sample with a wrong answer, if any; otherwise any sample with an answer. */
  private static Optional<Sample> shownSample(VariantFigures f) {
    List<Sample> answered = f.samples().stream().filter(s -> s.answer() != null).toList();
    return answered.stream()
        .filter(s -> !s.verified())
        .findFirst()
        .or(() -> answered.stream().findFirst());
  }
}
