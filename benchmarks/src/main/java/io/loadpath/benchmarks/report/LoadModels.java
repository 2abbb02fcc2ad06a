package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The study's load models side by side: loads of one path that differ in {@code model} and {@code
 * compression} alone, where two or more of heap or partitioned, compressed or not, are there.
 *
 * @param title the path and what else tells it apart
 * @param models plain heap, plain partitions, compressed heap, compressed partitions
 * @param findings what partitioning and compressing took, in sentences
 */
public record LoadModels(String title, List<Model> models, List<String> findings) {
  private static final String MODEL = "model";
  private static final String COMPRESSION = "compression";
  private static final String NOT_COMPRESSED = "none";
  private static final List<String> ORDER = List.of("heap", "partitioned");

  /**
   * One way to store the rows.
   *
   * @param compression {@code none}, or the engine's own word
   * @param rate its place and spread among all models of the record
   * @param cost likewise
   * @param storedBytes null when not known
   */
  public record Model(
      String model,
      String compression,
      VariantFigures figures,
      Bar rate,
      Bar cost,
      Long storedBytes) {
    public boolean compressed() {
      return !compression.equals(NOT_COMPRESSED);
    }

    /** {@code heap}, {@code partitioned, zlib}. */
    public String name() {
      return compressed() ? model + ", " + compression : model;
    }
  }

  /** A bar as shares of the longest one's end, with its interval. */
  public record Bar(double length, double low, double high) {
    private static Bar of(Estimate e, double longest) {
      return longest == 0
          ? new Bar(0, 0, 0)
          : new Bar(e.median() / longest, e.low() / longest, e.high() / longest);
    }
  }

  /** One group per path and rest of parameters with two or more models. */
  static List<LoadModels> of(Figures figures) {
    RunRecord record = figures.record();
    List<Sweep> sweeps =
        Sweep.through(figures, MODEL, COMPRESSION).stream()
            .filter(sweep -> sweep.loads().stream().map(LoadModels::kind).distinct().count() > 1)
            .toList();
    List<VariantFigures> all = sweeps.stream().flatMap(sweep -> sweep.loads().stream()).toList();
    double fastest = all.stream().mapToDouble(f -> f.rate().high()).max().orElse(0);
    double dearest = all.stream().mapToDouble(f -> f.cost().high()).max().orElse(0);
    List<LoadModels> groups = new ArrayList<>();
    for (Sweep sweep : sweeps) {
      List<Model> models =
          sweep.loads().stream()
              .map(f -> model(f, fastest, dearest))
              .sorted(
                  Comparator.comparing(Model::compressed)
                      .thenComparing(Model::compression)
                      .thenComparingInt(LoadModels::place))
              .toList();
      groups.add(new LoadModels(sweep.title(), models, findings(record, models)));
    }
    return List.copyOf(groups);
  }

  private static String kind(VariantFigures f) {
    return f.variant().parameters().get(MODEL) + !compression(f).equals(NOT_COMPRESSED);
  }

  private static String compression(VariantFigures f) {
    return f.variant().parameters().getOrDefault(COMPRESSION, NOT_COMPRESSED);
  }

  private static Model model(VariantFigures f, double fastest, double dearest) {
    return new Model(
        f.variant().parameters().get(MODEL),
        compression(f),
        f,
        Bar.of(f.rate(), fastest),
        Bar.of(f.cost(), dearest),
        f.first(Sample::storedBytes).orElse(null));
  }

  private static int place(Model model) {
    int place = ORDER.indexOf(model.model());
    return place < 0 ? ORDER.size() : place;
  }

  private static List<String> findings(RunRecord record, List<Model> models) {
    List<String> findings = new ArrayList<>();
    for (Model model : models) {
      if (!model.model().equals("heap") && !model.compressed()) {
        add(findings, record, "Partitioning", model, beside(models, "heap", NOT_COMPRESSED));
      }
    }
    for (Model model : models) {
      if (model.compressed() && model.model().equals(compressedShown(models, model))) {
        String what = "Compressing with " + model.compression();
        add(findings, record, what, model, beside(models, model.model(), NOT_COMPRESSED));
      }
    }
    return findings;
  }

  /** One sentence for each compression is enough: of the heap where it was loaded. */
  private static String compressedShown(List<Model> models, Model model) {
    return beside(models, "heap", model.compression()).map(Model::model).orElse(model.model());
  }

  private static Optional<Model> beside(List<Model> models, String model, String compression) {
    return models.stream()
        .filter(m -> m.model().equals(model) && m.compression().equals(compression))
        .findFirst();
  }

  private static void add(
      List<String> findings, RunRecord record, String what, Model model, Optional<Model> beside) {
    if (beside.isEmpty()) {
      return;
    }
    Model other = beside.get();
    boolean known = model.storedBytes() != null && other.storedBytes() != null;
    String space =
        known && other.storedBytes() != 0
            ? " and %s × the space"
                .formatted(Numbers.fixed((double) model.storedBytes() / other.storedBytes(), 2))
            : "";
    findings.add(
        "%s took %s × the CPU, %s × the time%s."
            .formatted(
                what,
                Sweep.cpu(record, model.figures(), other.figures()).textWithSpread(),
                Sweep.time(record, model.figures(), other.figures()).textWithSpread(),
                space));
  }
}
