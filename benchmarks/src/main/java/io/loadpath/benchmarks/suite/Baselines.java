package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.path.Measure;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.tables.yaml.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which variant each variant of a run is compared with. */
public final class Baselines {
  private Baselines() {}

  /**
   * Returns the first of {@code variants} that fits {@code wanted}, of the form {@code path} or
   * {@code path name=value name=value}.
   *
   * @param where names the place of {@code wanted} in messages
   * @throws UsageException naming the nearest variant if none fits
   */
  public static Variant find(List<Variant> variants, String wanted, String where) {
    VariantPattern pattern = VariantPattern.parse(wanted, where);
    return variants.stream()
        .filter(pattern::matches)
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
   * Returns the baseline of each of {@code variants} that has one: of those of {@code preferred}
   * that can be compared with it, the one that measures the same, or else the first; without any,
   * for a variant on a cluster the same one on this machine, and for others the first variant that
   * can be compared.
   *
   * <p>Two can be compared when they work on the same rows, which is the same dataset in whatever
   * files and codec, because a run has one size of each; and when both or neither answer a query.
   */
  public static Map<Variant, Variant> of(List<Variant> variants, List<Variant> preferred) {
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

  /**
   * Returns the baselines of a run whose user chose {@code chosen}: of those that the suite names,
   * the ones that cannot be compared with it stay.
   */
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
