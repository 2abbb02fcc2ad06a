package io.loadpath.benchmarks.path;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A path with a value for each of its parameters: what is run, measured and compared.
 *
 * @param path the path
 * @param parameters a value for each parameter of the path, in the order of its {@code path.yaml}
 */
public record Variant(LoadPath path, Map<String, String> parameters) {
  private static final String DEFAULT_FILES = "2";

  public Variant {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** The path's name and its parameters: {@code external-table-postgres files=2 codec=gzip-3}. */
  public String id() {
    return Stream.concat(
            Stream.of(path.name()),
            parameters.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** In how many part files the data is wanted. */
  public int files() {
    return Integer.parseInt(parameters.getOrDefault(PathDefinition.FILES, DEFAULT_FILES));
  }

  /** How the part files are to be compressed: {@code none} or {@code gzip-3}. */
  public String codec() {
    return parameters.getOrDefault(PathDefinition.CODEC, PathDefinition.CODECS.get(0));
  }
}
