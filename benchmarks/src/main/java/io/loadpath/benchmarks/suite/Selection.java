package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.PathCatalogue;
import io.loadpath.benchmarks.path.Variant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Picks the variants that {@code --only} names: a path's name and, if wanted, parameter values. */
public final class Selection {
  private static final String OPTION = "--only";

  private Selection() {}

  /**
   * Returns the variants of {@code suite} that match any of {@code only}, each of the form {@code
   * path} or {@code path name=value name=value}; all of them if {@code only} is empty. What the
   * suite does not hold, but the project has, runs with the defaults of the parameters that are not
   * named. A path may have a place, {@code path@cluster}.
   *
   * @throws UsageException if one of {@code only} names no path, parameter or value
   */
  public static List<Variant> select(Suite suite, PathCatalogue catalogue, List<String> only) {
    List<Variant> variants = suite.variants(catalogue);
    if (only.isEmpty()) {
      return variants;
    }
    Set<Variant> chosen = new LinkedHashSet<>();
    for (String wanted : only) {
      chosen.addAll(select(suite, catalogue, variants, wanted));
    }
    return List.copyOf(chosen);
  }

  private static List<Variant> select(
      Suite suite, PathCatalogue catalogue, List<Variant> variants, String wanted) {
    VariantPattern pattern = VariantPattern.parse(wanted, OPTION);
    if (suite.definition().ofOwnTable()) {
      OwnFit.fixed(pattern.values().keySet())
          .ifPresent(
              reason -> {
                throw new UsageException("%s '%s': %s".formatted(OPTION, wanted, reason));
              });
    }
    try {
      LoadPath path = catalogue.get(pattern.path(), OPTION);
      List<Variant> matching = variants.stream().filter(pattern::matches).toList();
      if (matching.isEmpty() && pattern.values().containsKey(Variant.AS)) {
        Baselines.find(variants, wanted, OPTION); // fails: only a suite gives such names
      }
      return matching.isEmpty()
          ? suite.variants(path, pattern.place(), singleValues(pattern.values()), catalogue, OPTION)
          : matching;
    } catch (LoadpathException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static Map<String, List<String>> singleValues(Map<String, String> parameters) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    parameters.forEach((name, value) -> values.put(name, List.of(value)));
    return values;
  }
}
