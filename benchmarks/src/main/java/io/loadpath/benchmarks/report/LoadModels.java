package io.loadpath.benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Variants of one path that differ in the parameter {@code model} alone, side by side.
 *
 * @param title the path and its other parameters
 */
public record LoadModels(String title, List<Model> models) {
  private static final String PARAMETER = "model";
  private static final List<String> ORDER = List.of("heap", "partitioned", "compressed", "both");

  /**
   * One way to store the rows.
   *
   * @param rateShare load rate as a share of the fastest model of all groups, from 0 to 1
   * @param costShare CPU cost as a share of the dearest one
   * @param storedBytes null when not known
   */
  public record Model(
      String name, VariantFigures figures, double rateShare, double costShare, Long storedBytes) {
    public Measured measured() {
      return figures.measured().orElseThrow();
    }
  }

  /** One group per path and rest of parameters with two or more measured models. */
  static List<LoadModels> of(Figures figures) {
    Map<String, List<VariantFigures>> groups = new LinkedHashMap<>();
    for (VariantFigures f : figures.measured()) {
      if (f.variant().parameters().containsKey(PARAMETER)) {
        groups.computeIfAbsent(title(f), title -> new ArrayList<>()).add(f);
      }
    }
    groups.values().removeIf(group -> group.size() < 2);
    List<Measured> all =
        groups.values().stream()
            .flatMap(List::stream)
            .map(VariantFigures::measured)
            .map(Optional::orElseThrow)
            .toList();
    double fastest = all.stream().mapToDouble(m -> m.loadRateTbPerHour().median()).max().orElse(1);
    double dearest =
        all.stream().mapToDouble(m -> m.cpuCostSecondsPerGb().median()).max().orElse(1);
    List<LoadModels> models = new ArrayList<>();
    groups.forEach(
        (title, group) ->
            models.add(
                new LoadModels(
                    title,
                    group.stream()
                        .map(f -> model(f, fastest, dearest))
                        .sorted(Comparator.comparingInt(LoadModels::place))
                        .toList())));
    return models;
  }

  private static String title(VariantFigures f) {
    StringBuilder title = new StringBuilder(f.variant().path());
    Map<String, String> others = new TreeMap<>(f.variant().parameters());
    others.remove(PARAMETER);
    others.forEach((name, value) -> title.append(", ").append(Labels.words(name, value)));
    return title.toString();
  }

  private static Model model(VariantFigures f, double fastest, double dearest) {
    Measured measured = f.measured().orElseThrow();
    return new Model(
        f.variant().parameters().get(PARAMETER),
        f,
        measured.loadRateTbPerHour().median() / fastest,
        dearest == 0 ? 0 : measured.cpuCostSecondsPerGb().median() / dearest,
        f.samples().stream()
            .filter(sample -> sample.verified() && sample.storedBytes() != null)
            .map(sample -> sample.storedBytes())
            .findFirst()
            .orElse(null));
  }

  private static int place(Model model) {
    int place = ORDER.indexOf(model.name());
    return place < 0 ? ORDER.size() : place;
  }
}
