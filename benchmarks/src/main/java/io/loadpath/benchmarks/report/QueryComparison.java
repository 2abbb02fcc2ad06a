package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The engines that answered the pricing summary over one dataset, beside the exact answer.
 *
 * @param delta days before 1998-12-01 of the exact answer
 * @param answers distinct answers, the exact one first
 */
public record QueryComparison(
    DatasetInfo dataset, String delta, List<Engine> engines, List<DistinctAnswer> answers) {

  /**
   * One engine with its parameters.
   *
   * @param jobs empty when not known
   * @param verdict see {@link AnswerDiff#verdict}
   */
  public record Engine(
      VariantFigures figures, Optional<Integer> jobs, boolean right, String verdict) {}

  /**
   * An answer and who gave it.
   *
   * @param givenBy labels of the engines, none if no engine gave the exact answer
   */
  public record DistinctAnswer(boolean exact, List<String> givenBy, AnswerDiff diff) {}

  /** One comparison per dataset that a query ran over and that has an exact answer. */
  static List<QueryComparison> of(Figures figures) {
    RunRecord record = figures.record();
    List<QueryComparison> comparisons = new ArrayList<>();
    for (DatasetInfo dataset : record.datasets()) {
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
    List<Engine> engines = new ArrayList<>();
    Map<List<List<String>>, List<String>> givenBy = new LinkedHashMap<>();
    givenBy.put(exact, new ArrayList<>());
    for (VariantFigures f : queries) {
      Optional<Sample> shown = shownSample(f);
      Optional<AnswerDiff> diff = shown.map(s -> AnswerDiff.of(exact, s.answer()));
      engines.add(
          new Engine(
              f,
              f.samples().stream().map(Sample::jobs).filter(jobs -> jobs != null).findFirst(),
              f.verified(),
              diff.map(AnswerDiff::verdict).orElse("no answer")));
      diff.ifPresent(
          d ->
              givenBy
                  .computeIfAbsent(
                      d.identical() ? exact : shown.get().answer(), a -> new ArrayList<>())
                  .add(f.label()));
    }
    List<DistinctAnswer> answers = new ArrayList<>();
    givenBy.forEach(
        (answer, labels) ->
            answers.add(
                new DistinctAnswer(
                    answer.equals(exact), List.copyOf(labels), AnswerDiff.of(exact, answer))));
    return new QueryComparison(dataset, delta, engines, answers);
  }

  /** A wrong answer when there is one, any answer otherwise. */
  private static Optional<Sample> shownSample(VariantFigures f) {
    List<Sample> answered = f.samples().stream().filter(s -> s.answer() != null).toList();
    return answered.stream()
        .filter(s -> !s.verified())
        .findFirst()
        .or(() -> answered.stream().findFirst());
  }
}
