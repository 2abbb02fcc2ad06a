package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The study's load models side by side: two or more loads of one path that differ only in {@code
 * model} and {@code compression}.
 *
 * @param models plain heap, plain partitions, compressed heap, compressed partitions
 * @param steps the costs of partitioning and compressing
 */
public record LoadModels(Sweep sweep, List<Model> models, List<Step> steps) {
  private static final String MODEL = "model";
  private static final String COMPRESSION = "compression";
  private static final String NOT_COMPRESSED = "none";
  private static final String HEAP = "heap";

  /**
   * One way to store the rows.
   *
   * @param compression {@code none}, or the engine's name for it
   * @param storedBytes null if unknown
   */
  public record Model(String model, String compression, VariantFigures figures, Long storedBytes) {
    public boolean compressed() {
      return !compression.equals(NOT_COMPRESSED);
    }
  }

  /** Two models that differ in one thing: partitions, or compression. */
  public record Step(Model to, Model from) {}

  /** Returns a group for each path with two or more models and the same other parameters. */
  static List<LoadModels> of(Figures figures) {
    return Sweep.through(figures, MODEL, COMPRESSION).stream()
        .map(LoadModels::of)
        .filter(
            group ->
                group.models.stream().map(m -> m.model() + m.compressed()).distinct().count() > 1)
        .toList();
  }

  private static LoadModels of(Sweep sweep) {
    List<Model> models =
        sweep.loads().stream()
            .map(
                f ->
                    new Model(
                        f.variant().parameters().get(MODEL),
                        f.variant().parameters().getOrDefault(COMPRESSION, NOT_COMPRESSED),
                        f,
                        f.first(Sample::storedBytes).orElse(null)))
            .sorted(
                Comparator.comparing(Model::compressed)
                    .thenComparing(Model::compression)
                    .thenComparing(m -> !m.model().equals(HEAP)))
            .toList();
    return new LoadModels(sweep, models, steps(models));
  }

  /** Returns one step for each compression, of the heap if it was loaded. */
  private static List<Step> steps(List<Model> models) {
    List<Step> steps = new ArrayList<>();
    for (Model model : models) {
      boolean heap = model.model().equals(HEAP);
      if (model.compressed() && (heap || find(models, HEAP, model.compression()).isEmpty())) {
        find(models, model.model(), NOT_COMPRESSED)
            .ifPresent(from -> steps.add(new Step(model, from)));
      } else if (!model.compressed() && !heap) {
        find(models, HEAP, NOT_COMPRESSED).ifPresent(from -> steps.add(new Step(model, from)));
      }
    }
    return steps;
  }

  private static Optional<Model> find(List<Model> models, String model, String compression) {
    return models.stream()
        .filter(m -> m.model().equals(model) && m.compression().equals(compression))
        .findFirst();
  }
}
