package io.loadpath.benchmarks.suite;

import static io.loadpath.benchmarks.suite.Checks.check;

import io.loadpath.tables.Trait;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The block {@code own-table} of a {@code path.yaml}, about the user's own tables. A path without
 * it takes only its own dataset.
 *
 * @param cannotTake traits of data that the path cannot take, and why
 * @param cannotTakeWhen the same for variants with a value, by parameter and value
 * @param codecs compressed formats, such as {@code gzip}, that a path without a parameter {@code
 *     codec} takes
 */
public record OwnTable(
    Map<Trait, String> cannotTake,
    Map<String, Map<String, Map<Trait, String>>> cannotTakeWhen,
    List<String> codecs) {
  private static final String BLOCK = "own-table.";

  public OwnTable {
    cannotTake = cannotTake == null ? Map.of() : reasons(BLOCK + "cannot-take", cannotTake);
    cannotTakeWhen = cannotTakeWhen == null ? Map.of() : cannotTakeWhen;
    codecs = codecs == null ? List.of() : List.copyOf(codecs);
  }

  /**
   * Returns why a variant cannot take data with {@code traits}, each reason after its trait: {@code
   * quoted-line-ends: a row of the text table ends at each line end}. Empty if it can.
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
   * Returns this block, if it fits the rest of its path.
   *
   * @throws IllegalArgumentException if it does not; the message names the key
   */
  OwnTable checked(Measure measures, Map<String, List<String>> parameters) {
    check(
        measures != Measure.QUERY,
        "own-table: a query works on its own table only; remove the block");
    check(
        codecs.isEmpty() || !parameters.containsKey(PathDefinition.CODEC),
        "%scodecs: the path's parameter 'codec' already lists them; remove the key",
        BLOCK);
    String key = BLOCK + "cannot-take-when";
    return new OwnTable(
        cannotTake, Checks.byValue(key, cannotTakeWhen, parameters, OwnTable::reasons), codecs);
  }

  private static Map<Trait, String> reasons(String key, Map<Trait, String> reasons) {
    check(reasons != null, "%s: names no trait", key);
    reasons.forEach(
        (trait, reason) ->
            check(
                reason != null && !reason.isBlank() && reason.lines().count() == 1,
                "%s.%s: must be the reason in one line",
                key,
                trait));
    return Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
  }
}
