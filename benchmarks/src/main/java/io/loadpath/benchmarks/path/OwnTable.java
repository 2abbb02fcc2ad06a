package io.loadpath.benchmarks.path;

import io.loadpath.tables.Trait;
import io.loadpath.tables.yaml.NearestName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a {@code path.yaml} says of tables of the user's: the block {@code own-table}. A path
 * without it takes only its own dataset.
 *
 * @param cannotTake traits of data that the path cannot take, and why
 * @param cannotTakeWhen by parameter and value, the same of variants with this value
 * @param codecs names of compressed formats, such as {@code gzip}, that the path takes although it
 *     has no parameter {@code codec}
 */
public record OwnTable(
    Map<Trait, String> cannotTake,
    Map<String, Map<String, Map<Trait, String>>> cannotTakeWhen,
    List<String> codecs) {
  private static final String BLOCK = "own-table.";

  public OwnTable {
    cannotTake = reasons(BLOCK + "cannot-take", cannotTake == null ? Map.of() : cannotTake);
    cannotTakeWhen =
        cannotTakeWhen == null
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(cannotTakeWhen));
    codecs = codecs == null ? List.of() : List.copyOf(codecs);
  }

  /**
   * Returns why a variant cannot take data with {@code traits}, each reason behind its trait:
   * {@code quoted-line-ends: a row of the text table ends at each line end}; empty if it can.
   */
  public List<String> refusals(Map<String, String> parameters, Set<Trait> traits) {
    return Stream.concat(
            Stream.of(cannotTake),
            parameters.entrySet().stream()
                .map(
                    value ->
                        cannotTakeWhen
                            .getOrDefault(value.getKey(), Map.of())
                            .getOrDefault(value.getValue(), Map.of())))
        .flatMap(reasons -> reasons.entrySet().stream())
        .filter(reason -> traits.contains(reason.getKey()))
        .map(reason -> reason.getKey() + ": " + reason.getValue())
        .toList();
  }

  /**
   * Passes if the block fits the rest of its path.
   *
   * @throws IllegalArgumentException naming the key that does not
   */
  void check(Measure measures, Map<String, List<String>> parameters) {
    require(
        measures != Measure.QUERY,
        "own-table: a query reads a table that it knows; remove the block");
    require(
        codecs.isEmpty() || !parameters.containsKey(PathDefinition.CODEC),
        BLOCK + "codecs: the path's parameter 'codec' already says which it takes");
    cannotTakeWhen.forEach(
        (name, byValue) -> {
          String key = BLOCK + "cannot-take-when." + name;
          require(
              parameters.containsKey(name),
              BLOCK
                  + "cannot-take-when: unknown parameter '%s'%s"
                      .formatted(name, NearestName.hint(name, parameters.keySet())));
          require(byValue != null && !byValue.isEmpty(), key + ": names no value");
          byValue.forEach(
              (value, reasons) -> {
                List<String> allowed = parameters.get(name);
                require(
                    allowed.contains(value),
                    "'%s' is not a value of '%s'%s"
                        .formatted(value, key, NearestName.hint(value, allowed)));
                require(reasons != null, key + "." + value + ": names no trait");
                reasons(key + "." + value, reasons);
              });
        });
  }

  private static Map<Trait, String> reasons(String key, Map<Trait, String> reasons) {
    reasons.forEach(
        (trait, reason) ->
            require(
                reason != null && !reason.isBlank() && reason.lines().count() == 1,
                "%s.%s: must be the reason in one line".formatted(key, trait)));
    return Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
