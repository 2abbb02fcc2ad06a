package io.loadpath.benchmarks.suite;

import io.loadpath.tables.yaml.NearestName;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Checks of values in the files of paths and suites; a message begins with the key. */
final class Checks {
  private Checks() {}

  static void check(boolean holds, String message, Object... arguments) {
    if (!holds) {
      throw new IllegalArgumentException(message.formatted(arguments));
    }
  }

  static void require(String key, Object value) {
    check(value != null, "the key '%s' is missing", key);
  }

  /** Checks a value unless it is null. */
  static void requireRange(String key, Number value, long least, long most) {
    check(
        value == null || value.longValue() >= least && value.longValue() <= most,
        "%s: %d is not between %d and %d",
        key,
        value,
        least,
        most);
  }

  /** Returns a copy in the same order; an empty one for null. */
  static <K, V> Map<K, V> ordered(Map<K, V> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  static void requireOneOf(String key, String value, Collection<String> allowed) {
    require(key, value);
    check(
        allowed.contains(value),
        "'%s' is not a value of '%s'%s",
        value,
        key,
        NearestName.hint(value, allowed));
  }

  /**
   * Checks a block with entries for single values of parameters, and returns a copy.
   *
   * @param block null for an empty one
   * @param each checks and copies the entry of one value; gets its key
   */
  static <T> Map<String, Map<String, T>> byValue(
      String key,
      Map<String, Map<String, T>> block,
      Map<String, List<String>> parameters,
      BiFunction<String, T, T> each) {
    Map<String, Map<String, T>> copy = new LinkedHashMap<>();
    ordered(block)
        .forEach(
            (name, said) -> {
              String ofName = key + "." + name;
              check(
                  parameters.containsKey(name),
                  "%s: unknown parameter '%s'%s",
                  key,
                  name,
                  NearestName.hint(name, parameters.keySet()));
              check(said != null && !said.isEmpty(), "%s: names no value", ofName);
              Map<String, T> values = new LinkedHashMap<>();
              said.forEach(
                  (value, what) -> {
                    requireOneOf(ofName, value, parameters.get(name));
                    values.put(value, each.apply(ofName + "." + value, what));
                  });
              copy.put(name, Collections.unmodifiableMap(values));
            });
    return Collections.unmodifiableMap(copy);
  }
}
