package io.loadpath.benchmarks.record;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks of record components; a message has the field, the value and the allowed values. */
final class Check {
  private Check() {}

  static <T> T present(String field, T value) {
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }

  static void text(String field, String value) {
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(field + " is " + quoted(value) + ", expected some text");
    }
  }

  static void oneOf(String field, String value, List<String> allowed) {
    if (!allowed.contains(value == null ? "" : value)) {
      throw new IllegalArgumentException(
          field + " is " + quoted(value) + ", expected one of " + String.join(", ", allowed));
    }
  }

  static void atLeast(String field, long minimum, long value) {
    if (value < minimum) {
      throw new IllegalArgumentException(
          field + " is " + value + ", expected " + minimum + " or more");
    }
  }

  static void nullOrAtLeast(String field, long minimum, Number value) {
    if (value != null) {
      atLeast(field, minimum, value.longValue());
    }
  }

  static <T> List<T> list(String field, List<T> values) {
    return List.copyOf(present(field, values));
  }

  static List<List<String>> rows(List<List<String>> rows) {
    return rows == null ? null : rows.stream().map(List::copyOf).toList();
  }

  /** Returns an unmodifiable copy in the same order, so that a record is always written alike. */
  static <V> Map<String, V> map(String field, Map<String, V> values) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(present(field, values)));
  }

  private static String quoted(String value) {
    return value == null ? "missing" : "'" + value + "'";
  }
}
