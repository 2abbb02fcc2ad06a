package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.path.Variant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Variants as a user names them: {@code path}, or {@code path name=value name=value}; a path may
 * have a place, {@code path@cluster}.
 *
 * @param path the path's name
 * @param place the name of the place that the variants must have; null for any
 * @param values what the variants must have; any value of what is not named will do
 */
record VariantPattern(String path, String place, Map<String, String> values) {

  /**
   * Reads {@code text}.
   *
   * @param where names the place of the text in messages
   */
  static VariantPattern parse(String text, String where) {
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
    String[] name = words[0].split("@", 2);
    return new VariantPattern(name[0], name.length == 1 ? null : name[1], values);
  }

  boolean matches(Variant variant) {
    return variant.path().name().equals(path)
        && (place == null || variant.on().name().equals(place))
        && values.entrySet().stream().allMatch(v -> variant.has(v.getKey(), v.getValue()));
  }
}
