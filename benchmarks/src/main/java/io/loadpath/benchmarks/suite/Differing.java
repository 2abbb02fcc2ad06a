package io.loadpath.benchmarks.suite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Short names for the variants of a run: a name has only the parameters that differ between
 * variants of the same path.
 */
public final class Differing {
  private final Map<String, Set<String>> values = new HashMap<>();

  /** Adds a variant. Add all variants before the first call of the other methods. */
  public void add(String path, Map<String, String> parameters) {
    parameters.forEach(
        (name, value) -> values.computeIfAbsent(key(path, name), k -> new HashSet<>()).add(value));
  }

  /** Returns the parameters that differ between variants of this path, in their order. */
  public Map<String, String> of(String path, Map<String, String> parameters) {
    Map<String, String> differing = new LinkedHashMap<>(parameters);
    differing.keySet().removeIf(name -> values.getOrDefault(key(path, name), Set.of()).size() < 2);
    return differing;
  }

  /**
   * Returns the short form of {@link Variant#id}: {@code external-table-load-postgres
   * codec=gzip-3}.
   */
  public String id(String path, Map<String, String> parameters) {
    StringJoiner id = new StringJoiner(" ").add(path);
    of(path, parameters).forEach((name, value) -> id.add(name + "=" + value));
    return id.toString();
  }

  private static String key(String path, String parameter) {
    return path + " " + parameter;
  }
}
