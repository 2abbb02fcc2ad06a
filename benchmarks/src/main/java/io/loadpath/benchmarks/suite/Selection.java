package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.tables.yaml.NearestName;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Chooses the variants that run, and the baseline of each. Users and suites name variants {@code
 * path} or {@code path name=value name=value}; a path may have a place, {@code path@cluster}.
 */
public final class Selection {
  private static final String ONLY = "--only";

  private Selection() {}

  /**
   * A name of variants.
   *
   * @param place the name of the variants' place; null for any
   * @param values the variants' values; other parameters may have any value
   */
  private record Name(String path, String place, Map<String, String> values) {
    static Name parse(String text, String where) {
      String[] words = text.trim().split("\\s+");
      Map<String, String> values = new LinkedHashMap<>();
      for (int i = 1; i < words.length; i++) {
        String[] pair = words[i].split("=", 2);
        if (pair.length != 2) {
          throw new UsageException(
              "%s: '%s' in '%s' is not of the form name=value".formatted(where, words[i], text));
        }
        values.put(pair[0], pair[1]);
      }
      String[] path = words[0].split("@", 2);
      PathCatalogue.requireToday(path[0], where);
      values.forEach((name, value) -> Suite.requireToday(path[0], name, value, where));
      return new Name(path[0], path.length == 1 ? null : path[1], values);
    }

    boolean fits(Variant variant) {
      return variant.path().name().equals(path)
          && (place == null || variant.on().name().equals(place))
          && values.entrySet().stream().allMatch(v -> variant.has(v.getKey(), v.getValue()));
    }
  }

  /**
   * Returns the variants that {@code only} names; all variants of {@code suite} if {@code only} is
   * empty. A path that the suite does not list has the defaults of the parameters that are not
   * named.
   *
   * @throws UsageException if one of {@code only} has an unknown path, parameter or value
   */
  public static List<Variant> select(Suite suite, PathCatalogue catalogue, List<String> only) {
    List<Variant> variants = suite.variants(catalogue);
    if (only.isEmpty()) {
      return variants;
    }
    Set<Variant> chosen = new LinkedHashSet<>();
    for (String wanted : only) {
      try {
        chosen.addAll(select(suite, catalogue, variants, wanted));
      } catch (UsageException e) {
        throw e;
      } catch (LoadpathException e) {
        throw new UsageException(e.getMessage());
      }
    }
    return List.copyOf(chosen);
  }

  private static List<Variant> select(
      Suite suite, PathCatalogue catalogue, List<Variant> variants, String wanted) {
    Name name = Name.parse(wanted, ONLY);
    if (suite.definition().ofOwnTable()) {
      OwnFit.requireFree(name.values().keySet(), "%s '%s'".formatted(ONLY, wanted));
    }
    LoadPath path = catalogue.get(name.path(), ONLY);
    List<Variant> fitting = variants.stream().filter(name::fits).toList();
    if (fitting.isEmpty() && name.values().containsKey(Variant.AS)) {
      find(variants, wanted, ONLY); // fails: only suites have such names
    }
    return fitting.isEmpty()
        ? suite.variants(path, name.place(), name.values(), catalogue, ONLY)
        : fitting;
  }

  /**
   * Returns the first of {@code variants} that {@code wanted} names.
   *
   * @throws UsageException if it names none; the message has the nearest variant
   */
  public static Variant find(List<Variant> variants, String wanted, String where) {
    Name name = Name.parse(wanted, where);
    return variants.stream()
        .filter(name::fits)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "%s: no variant '%s' runs%s"
                        .formatted(
                            where,
                            wanted,
                            NearestName.hint(
                                wanted, variants.stream().map(Variant::id).toList()))));
  }

  /**
   * Returns the baselines of {@code variants}, for those that have one. The baseline is the first
   * comparable variant in this order: a preferred one that measures the same, another preferred
   * one, the same variant on this machine instead of a cluster, any other.
   *
   * <p>Two variants are comparable if both work on the same dataset, in any files and codec, and if
   * both or neither answer a query.
   */
  public static Map<Variant, Variant> baselines(List<Variant> variants, List<Variant> preferred) {
    List<Variant> running = preferred.stream().filter(variants::contains).toList();
    Map<Variant, Variant> baselines = new LinkedHashMap<>();
    for (Variant variant : variants) {
      Variant baseline =
          Stream.of(
                  running.stream().filter(other -> measure(other) == measure(variant)),
                  running.stream(),
                  variants.stream().filter(other -> isLocalTwin(other, variant)),
                  variants.stream())
              .flatMap(others -> others)
              .filter(other -> comparable(variant, other))
              .findFirst()
              .orElseThrow();
      if (!baseline.equals(variant)) {
        baselines.put(variant, baseline);
      }
    }
    return baselines;
  }

  /** Returns the user's baseline and those of the suite that are not comparable with it. */
  public static List<Variant> withChosen(Variant chosen, List<Variant> named) {
    return Stream.concat(
            Stream.of(chosen), named.stream().filter(other -> !comparable(chosen, other)))
        .toList();
  }

  private static boolean isLocalTwin(Variant other, Variant variant) {
    return !variant.on().local()
        && other.on().local()
        && other.path().equals(variant.path())
        && other.values().equals(variant.values());
  }

  private static boolean comparable(Variant variant, Variant other) {
    return variant.path().definition().dataset().equals(other.path().definition().dataset())
        && (measure(variant) == Measure.QUERY) == (measure(other) == Measure.QUERY);
  }

  private static Measure measure(Variant variant) {
    return variant.path().definition().measures();
  }
}
