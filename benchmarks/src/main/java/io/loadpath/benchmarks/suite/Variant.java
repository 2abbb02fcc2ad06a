package io.loadpath.benchmarks.suite;

import io.loadpath.datasets.Codec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A path with a value for each of its parameters: what is run, measured and compared.
 *
 * @param parameters a value for each parameter of the path, in the order of its {@code path.yaml}
 * @param as tells it from another variant of the same path and parameters, in an A/A comparison;
 *     otherwise null
 * @param on where its jobs run; {@link Place#LOCAL} for a path without jobs
 */
public record Variant(
    LoadPath path, Map<String, String> parameters, String as, int cores, Place on) {
  /** The word before {@code as} in an id; no parameter may be called so. */
  public static final String AS = "as";

  public Variant {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** A variant for this machine. */
  public Variant(LoadPath path, Map<String, String> parameters) {
    this(path, parameters, null, Runtime.getRuntime().availableProcessors(), Place.LOCAL);
  }

  Variant with(Map<String, String> values) {
    return new Variant(path, values, as, cores, on);
  }

  /**
   * The path's name and its values: {@code external-table-load-postgres files=2 codec=gzip-3}, and
   * in an A/A comparison {@code external-table-load-postgres files=2 codec=none as=a}. A place that
   * is not this machine stands behind the name: {@code mapreduce-q1@cluster files=2}.
   */
  public String id() {
    return Stream.concat(
            Stream.of(on.at(path.name())),
            values().entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  /**
   * The parameters and, where there is one, {@code as}: all that tells variants of a path apart.
   */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>(parameters);
    if (as != null) {
      values.put(AS, as);
    }
    return Collections.unmodifiableMap(values);
  }

  /** In how many part files the data is wanted: as many as there are cores if no parameter says. */
  public int files() {
    return Integer.parseInt(parameters.getOrDefault(PathDefinition.FILES, Integer.toString(cores)));
  }

  /** Whether the parameter has this value, or one that it stands for. */
  public boolean has(String parameter, String value) {
    String own = values().get(parameter);
    return own != null
        && (own.equals(value)
            || (parameters.containsKey(parameter)
                && path.definition().allowed(parameter).expand(value, cores).contains(own)));
  }

  /** How the part files are to be compressed: {@code none}, or for example {@code gzip-3}. */
  public String codec() {
    return parameters.getOrDefault(PathDefinition.CODEC, Codec.NONE.toString());
  }
}
