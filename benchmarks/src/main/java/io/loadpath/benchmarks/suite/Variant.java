package io.loadpath.benchmarks.suite;

import io.loadpath.datasets.Codec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A path with a value for each of its parameters. Variants are run, measured and compared.
 *
 * @param parameters a value for each parameter of the path, in the order of its {@code path.yaml}
 * @param as a name that distinguishes two variants with the same parameters, in an A/A comparison;
 *     otherwise null
 * @param on where its jobs run; {@link Place#LOCAL} for a path without jobs
 */
public record Variant(
    LoadPath path, Map<String, String> parameters, String as, int cores, Place on) {
  /** The key of {@code as} in an id; no parameter may have this name. */
  public static final String AS = "as";

  public Variant {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** Makes a variant for this machine. */
  public Variant(LoadPath path, Map<String, String> parameters) {
    this(path, parameters, null, Runtime.getRuntime().availableProcessors(), Place.LOCAL);
  }

  Variant with(Map<String, String> values) {
    return new Variant(path, values, as, cores, on);
  }

  /**
   * Returns the path's name and its values: {@code external-table-load-postgres files=2
   * codec=gzip-3}; in an A/A comparison also {@code as=a}. A place other than this machine follows
   * the name: {@code mapreduce-q1@cluster files=2}.
   */
  public String id() {
    return Stream.concat(
            Stream.of(on.at(path.name())),
            values().entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** Returns the parameters and {@code as}, if any: all that distinguishes variants of a path. */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>(parameters);
    if (as != null) {
      values.put(AS, as);
    }
    return Collections.unmodifiableMap(values);
  }

  /** Returns the number of part files; without a parameter for it, the number of cores. */
  public int files() {
    return Integer.parseInt(parameters.getOrDefault(PathDefinition.FILES, Integer.toString(cores)));
  }

  /** Whether the parameter has this value, or one that this value means. */
  public boolean has(String parameter, String value) {
    String own = values().get(parameter);
    return own != null
        && (own.equals(value)
            || (path.definition().parameters().containsKey(parameter)
                && path.definition().allowed(parameter).expand(value, cores).contains(own)));
  }

  /**
   * Whether its rows cross links in a lab: to or from PostgreSQL, or between hosts of a cluster.
   */
  boolean usesLinks() {
    return path.definition().usesLinks() || !on.local();
  }

  /** Returns the link to the database's host, such as {@code 1GbE}; empty outside a lab. */
  public Optional<String> net() {
    return Optional.ofNullable(parameters.get(PathDefinition.NET));
  }

  /** Returns the compression of the part files: {@code none}, or for example {@code gzip-3}. */
  public String codec() {
    return parameters.getOrDefault(PathDefinition.CODEC, Codec.NONE.toString());
  }
}
