package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.Measure;
import io.loadpath.benchmarks.path.PathCatalogue;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.yaml.NearestName;
import io.loadpath.benchmarks.yaml.StrictYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A suite: which variants run, over how much data, how often.
 *
 * @param name the name of its file without {@code .yaml}
 * @param file where it was read from
 * @param definition what the file says
 */
public record Suite(String name, Path file, SuiteDefinition definition) {
  private static final String ENDING = ".yaml";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  /** Returns the folder of the project's suites. */
  public static Path folder(Path root) {
    return root.resolve("benchmarks").resolve("suites");
  }

  /**
   * Reads the suite called {@code name}, or the file {@code name} if it ends in {@code .yaml}.
   *
   * @throws UsageException naming the nearest suite if there is none of this name
   */
  public static Suite find(Path root, String name) {
    if (name.endsWith(ENDING)) {
      return read(Path.of(name));
    }
    Path file = folder(root).resolve(name + ENDING);
    if (!Files.exists(file)) {
      List<String> known = all(root).stream().map(Suite::name).toList();
      throw new UsageException("unknown suite '" + name + "'" + NearestName.hint(name, known));
    }
    return read(file);
  }

  /** Reads all suites of the project, sorted by name. */
  public static List<Suite> all(Path root) {
    Path folder = folder(root);
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(Suite::read)
          .toList();
    } catch (IOException e) {
      throw new LoadpathException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  private static Suite read(Path file) {
    String fileName = file.getFileName().toString();
    String name = fileName.substring(0, fileName.length() - ENDING.length());
    if (!NAME.matcher(name).matches()) {
      throw new LoadpathException(
          file + ": name the file with lower-case letters, digits, '.', '_' and '-' only");
    }
    return new Suite(name, file, StrictYaml.read(file, SuiteDefinition.class));
  }

  /**
   * Returns every variant of the matrix, in the order of the file.
   *
   * @throws LoadpathException if the suite names a path, parameter or value that is not there
   */
  public List<Variant> variants(PathCatalogue catalogue) {
    Set<Variant> variants = new LinkedHashSet<>();
    for (SuiteDefinition.Entry entry : definition.paths()) {
      LoadPath path = catalogue.get(entry.path(), file.toString());
      for (Variant variant : combinations(path, entry.parameters(), file.toString())) {
        Variant named = new Variant(path, variant.parameters(), entry.as());
        if (!variants.add(named)) {
          throw new LoadpathException(
              "%s: %s stands there twice; 'as: b' would tell a second one apart"
                  .formatted(file, named.id()));
        }
      }
    }
    return List.copyOf(variants);
  }

  /**
   * Returns the variants that the suite names as baselines.
   *
   * @throws UsageException naming the nearest variant of this kind if the suite does not hold one
   */
  public List<Variant> baselines(PathCatalogue catalogue) {
    return definition.baseline().entrySet().stream()
        .map(named -> baseline(catalogue, named.getKey(), named.getValue()))
        .toList();
  }

  private Variant baseline(PathCatalogue catalogue, Measure measure, String wanted) {
    List<Variant> ofKind =
        variants(catalogue).stream()
            .filter(variant -> variant.path().definition().measures() == measure)
            .toList();
    return Baselines.find(ofKind, wanted, "%s: baseline: %s".formatted(file, measure));
  }

  /** Returns {@code path} with each combination of {@code values} and the defaults of the rest. */
  List<Variant> combinations(LoadPath path, Map<String, List<String>> values, String where) {
    if (!definition.datasets().containsKey(path.definition().dataset())) {
      throw new LoadpathException(
          "%s: path %s reads %s: give its size under 'datasets' in %s"
              .formatted(where, path.name(), path.definition().dataset(), file));
    }
    List<Map<String, String>> combinations = List.of(path.definition().defaults());
    for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : parameter.getValue()) {
          checkValue(path, parameter.getKey(), value, where);
          Map<String, String> next = new LinkedHashMap<>(combination);
          next.put(parameter.getKey(), value);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations.stream().map(parameters -> new Variant(path, parameters)).toList();
  }

  private static void checkValue(LoadPath path, String name, String value, String where) {
    Map<String, List<String>> allowed = path.definition().parameters();
    if (!allowed.containsKey(name)) {
      throw new LoadpathException(
          "%s: path %s: unknown parameter '%s'%s"
              .formatted(where, path.name(), name, NearestName.hint(name, allowed.keySet())));
    }
    if (!allowed.get(name).contains(value)) {
      throw new LoadpathException(
          "%s: path %s: parameter '%s' cannot be '%s' (allowed: %s)"
              .formatted(where, path.name(), name, value, String.join(", ", allowed.get(name))));
    }
  }
}
