package io.loadpath.benchmarks.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of load paths and values up to version 0.1. In a record, they are replaced by the new
 * names, so that old and new records can be compared. Elsewhere they are errors that name the new
 * ones.
 */
public final class OldPathNames {
  private static final Map<String, String> PATHS =
      Map.ofEntries(
          Map.entry("copy-postgres", "copy-load-postgres"),
          Map.entry("copy-out-postgres", "copy-unload-postgres"),
          Map.entry("external-table-postgres", "external-table-load-postgres"),
          Map.entry("external-table-postgres-bare", "external-table-bare-load-postgres"),
          Map.entry("external-table-oracle", "external-table-load-oracle"),
          Map.entry("sqlldr-oracle", "sqlldr-load-oracle"),
          Map.entry("hive-orc-load", "hive-load-orc"),
          Map.entry("sqoop-export-jdbc", "sqoop-jdbc-load-postgres"),
          Map.entry("sqoop-export-direct", "sqoop-direct-load-postgres"),
          Map.entry("sqoop-export-connector", "sqoop-connector-load-postgres"),
          Map.entry("sqoop-export-oracle", "sqoop-oraoop-load-oracle"),
          Map.entry("sqoop-import-jdbc", "sqoop-jdbc-unload-postgres"),
          Map.entry("sqoop-import-direct", "sqoop-direct-unload-postgres"),
          Map.entry("sqoop-import-connector", "sqoop-connector-unload-postgres"),
          Map.entry("sqoop-import-oracle", "sqoop-oraoop-unload-oracle"),
          Map.entry("mapreduce-q1-textbook", "mapreduce-textbook-q1"),
          Map.entry("postgres-external-q1", "external-table-q1-postgres"));

  private static final String HIVE = "hive-q1";
  private static final String AGGREGATION = "aggregation";
  private static final Map<String, String> AGGREGATIONS =
      Map.of("map", "in-mapper", "reduce", "none");

  /** A name that is not part of a longer name or of a file's name. */
  private static final Pattern PATH =
      Pattern.compile(
          PATHS.keySet().stream()
              .collect(Collectors.joining("|", "(?<![\\w./-])(", ")(?![\\w./-])")));

  /** An id, also in {@code --only}: {@code hive-q1@cluster engine=tez aggregation=map}. */
  private static final Pattern VALUE =
      Pattern.compile(
          "(?<![\\w./-])(%s(?:@[\\w.-]+)?(?: [\\w-]+=[\\w./+-]+)*? %s=)(map|reduce)(?![\\w./+-])"
              .formatted(HIVE, AGGREGATION));

  private OldPathNames() {}

  /** Returns the new name of a path, if {@code name} is its old one. */
  public static Optional<String> path(String name) {
    return Optional.ofNullable(PATHS.get(name));
  }

  /** Returns the new name of a parameter's value, if {@code value} is its old one. */
  public static Optional<String> value(String path, String parameter, String value) {
    return path.equals(HIVE) && parameter.equals(AGGREGATION)
        ? Optional.ofNullable(value).map(AGGREGATIONS::get)
        : Optional.empty();
  }

  /** Returns a record's text, such as an id or a command, with new names. */
  static String replacedIn(String text) {
    String paths = PATH.matcher(text).replaceAll(found -> PATHS.get(found.group()));
    return VALUE
        .matcher(paths)
        .replaceAll(
            found -> Matcher.quoteReplacement(found.group(1) + AGGREGATIONS.get(found.group(2))));
  }

  /** Returns a variant's parameters with new values. */
  static Map<String, String> replacedIn(String path, Map<String, String> parameters) {
    Map<String, String> today = new LinkedHashMap<>(parameters);
    today.replaceAll((name, value) -> value(path, name, value).orElse(value));
    return today;
  }
}
