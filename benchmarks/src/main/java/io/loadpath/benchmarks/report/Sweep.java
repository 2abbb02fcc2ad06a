package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Loads of one path that differ only in a few parameters.
 *
 * @param title the path, and other parameters that differ between the record's variants
 * @param loads the measured loads, the fastest first
 */
public record Sweep(RunRecord record, String title, List<VariantFigures> loads) {
  static final String PLAIN = "none";

  /** Returns the sweeps of a record over {@code parameters}; a load must have the first of them. */
  static List<Sweep> through(Figures figures, String... parameters) {
    return through(figures, f -> !f.query(), parameters);
  }

  /** Like {@link #through(Figures, String...)}, of the chosen variants. */
  static List<Sweep> through(
      Figures figures, Predicate<VariantFigures> chosen, String... parameters) {
    Labels labels = new Labels(figures.record().variants());
    Map<String, Sweep> sweeps = new LinkedHashMap<>();
    for (VariantFigures f : figures.measured()) {
      if (chosen.test(f) && f.variant().parameters().containsKey(parameters[0])) {
        Map<String, String> others = new LinkedHashMap<>(f.variant().parameters());
        others.keySet().removeAll(Set.of(parameters));
        String title = labels.of(f.variant(), Set.of(parameters));
        sweeps
            .computeIfAbsent(
                f.variant().name() + others,
                key -> new Sweep(figures.record(), title, new ArrayList<>()))
            .loads()
            .add(f);
      }
    }
    return List.copyOf(sweeps.values());
  }

  /** Returns the ratio of two loads' times, over rounds in which both ran undisturbed. */
  public Estimate time(VariantFigures load, VariantFigures other) {
    return ratio(load, other, c -> Optional.of(c.time()), Measured::commitSeconds);
  }

  /** Returns the ratio of two loads' CPU times, over the same rounds. */
  public Estimate cpu(VariantFigures load, VariantFigures other) {
    return ratio(load, other, Comparison::cpu, Measured::cpuCostSecondsPerGb);
  }

  private Estimate ratio(
      VariantFigures load,
      VariantFigures other,
      Function<Comparison, Optional<Ratio>> byRound,
      Function<Measured, Estimate> figure) {
    return Comparison.of(record, load.variant().id(), other.variant().id())
        .flatMap(byRound)
        .map(Ratio::estimate)
        .orElseGet(
            () ->
                Estimate.single(
                    figure.apply(load.proven()).median() / figure.apply(other.proven()).median()));
  }

  /** Returns the fastest load with this value of a parameter; null if there is none. */
  public VariantFigures with(String parameter, String value) {
    return loads.stream()
        .filter(f -> value.equals(f.variant().parameters().get(parameter)))
        .findFirst()
        .orElse(null);
  }

  /** Returns the loads by codec, plain files first. */
  SortedMap<String, List<VariantFigures>> byCodec() {
    return loads.stream()
        .collect(
            Collectors.groupingBy(
                f -> f.dataset().codec(),
                () -> new TreeMap<>(Comparator.comparing((String c) -> c.equals(PLAIN) ? "" : c)),
                Collectors.toList()));
  }

  /** Returns the text bytes per byte of the load's files. */
  static double ratio(VariantFigures load) {
    return (double) load.dataset().logicalBytes() / load.dataset().wireBytes();
  }
}
