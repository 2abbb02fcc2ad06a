package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.path.Measure;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.yaml.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * Returns the baseline of each of {@code variants} that has one: {@code preferred} where the two
   * can be compared, otherwise the first that can. A baseline has none itself.
   *
   * <p>Two can be compared when they work on the same rows, which is the same dataset in whatever
   * files and codec, because a run has one size of each; and when both or neither answer a query.
   */
  public static Map<Variant, Variant> of(List<Variant> variants, Optional<Variant> preferred) {
    Map<Variant, Variant> baselines = new LinkedHashMap<>();
    for (Variant variant : variants) {
      Variant baseline =
          preferred
              .filter(variants::contains)
              .filter(other -> comparable(variant, other))
              .orElseGet(
                  () ->
                      variants.stream()
                          .filter(other -> comparable(variant, other))
                          .findFirst()
                          .orElseThrow());
      if (!baseline.equals(variant)) {
        baselines.put(variant, baseline);
      }
    }
    return baselines;
  }

  private static boolean comparable(Variant variant, Variant other) {
    return variant.path().definition().dataset().equals(other.path().definition().dataset())
        && query(variant) == query(other);
  }

  private static boolean query(Variant variant) {
    return variant.path().definition().measures() == Measure.QUERY;
  }
}
