package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.path.AllowedValues;
import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.Measure;
import io.loadpath.benchmarks.path.PathCatalogue;
import io.loadpath.benchmarks.path.Place;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.tables.yaml.NearestName;
import io.loadpath.tables.yaml.StrictYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
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
    Set<String> written = new HashSet<>();
    Set<Variant> variants = new LinkedHashSet<>();
    for (SuiteDefinition.Entry entry : definition.paths()) {
      LoadPath path = catalogue.get(entry.path(), file.toString());
      int cores = cores(catalogue);
      List<Place> places = places(entry, path);
      for (Map<String, String> values : combinations(path, entry.parameters(), file.toString())) {
        for (Place place : places) {
          String id = new Variant(path, values, entry.as(), cores, place).id();
          if (!written.add(id)) {
            throw new LoadpathException(
                "%s: %s stands there twice; 'as: b' would tell a second one apart"
                    .formatted(file, id));
          }
          expanded(path, values, cores)
              .forEach(each -> variants.add(new Variant(path, each, entry.as(), cores, place)));
        }
      }
    }
    return List.copyOf(variants);
  }

  private int cores(PathCatalogue catalogue) {
    return definition.maxCores() == null
        ? catalogue.cores()
        : Math.min(catalogue.cores(), definition.maxCores());
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

  /**
   * Returns {@code path} with each combination of {@code values} and the defaults of the rest.
   *
   * @param place the name of its place; null for those of the suite
   */
  List<Variant> variants(
      LoadPath path,
      String place,
      Map<String, List<String>> values,
      PathCatalogue catalogue,
      String where) {
    int cores = cores(catalogue);
    List<Place> places =
        places(path, place == null ? definition.on() : List.of(spelled(place, path, where)));
    return combinations(path, values, where).stream()
        .flatMap(combination -> expanded(path, combination, cores).stream())
        .flatMap(each -> places.stream().map(on -> new Variant(path, each, null, cores, on)))
        .toList();
  }

  /**
   * Returns this suite with its paths that use Hadoop in other places.
   *
   * @param places {@code local}, {@code cluster}, or folders of configurations
   */
  public Suite on(List<String> places) {
    return new Suite(name, file, definition.on(places));
  }

  private List<Place> places(SuiteDefinition.Entry entry, LoadPath path) {
    if (entry.on() == null) {
      return places(path, definition.on());
    }
    if (!Requirements.runsOnCluster(path)) {
      throw new LoadpathException(
          "%s: path %s: on: it does not use Hadoop, so it has no other place"
              .formatted(file, path.name()));
    }
    return places(path, entry.on());
  }

  private List<Place> places(LoadPath path, List<String> on) {
    if (on == null || !Requirements.runsOnCluster(path)) {
      return List.of(Place.LOCAL);
    }
    try {
      return on.stream().map(Place::of).toList();
    } catch (IllegalArgumentException e) {
      throw new LoadpathException("%s: on: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Returns the place called {@code name} as the suite spells it, which may be a folder. */
  private String spelled(String name, LoadPath path, String where) {
    List<String> known = new ArrayList<>(List.of(Place.LOCAL.name(), Place.CLUSTER.name()));
    if (definition.on() != null) {
      known.addAll(definition.on());
    }
    definition.paths().stream()
        .filter(entry -> entry.on() != null)
        .forEach(entry -> known.addAll(entry.on()));
    if (name.equals(Place.LOCAL.name()) || Requirements.runsOnCluster(path)) {
      for (String on : known) {
        if (places(path, List.of(on)).get(0).name().equals(name)) {
          return on;
        }
      }
    }
    throw new LoadpathException(
        "%s: %s@%s: %s"
            .formatted(
                where,
                path.name(),
                name,
                Requirements.runsOnCluster(path)
                    ? "no such place; --on says where else paths run"
                    : "it does not use Hadoop, so it has no other place"));
  }

  /** The combinations of values as they are written, and the defaults of the rest. */
  private List<Map<String, String>> combinations(
      LoadPath path, Map<String, List<String>> values, String where) {
    if (definition.ofOwnTable()) {
      checkOwn(path, values, where);
    } else if (!definition.datasets().containsKey(path.definition().dataset())) {
      throw new LoadpathException(
          "%s: path %s reads %s: give its size under 'datasets' in %s"
              .formatted(where, path.name(), path.definition().dataset(), file));
    }
    values.forEach((name, some) -> some.forEach(v -> checkValue(path, name, v, where)));
    return combinations(path.definition().defaults(), values);
  }

  /** Files and codec of a user's table are what they are. */
  private static void checkOwn(LoadPath path, Map<String, List<String>> values, String where) {
    if (path.definition().ownTable() == null) {
      throw new LoadpathException(
          "%s: path %s takes %s alone: its %s has no block 'own-table'"
              .formatted(where, path.name(), path.definition().dataset(), LoadPath.FILE_NAME));
    }
    OwnFit.fixed(values.keySet())
        .ifPresent(
            reason -> {
              throw new LoadpathException("%s: path %s: %s".formatted(where, path.name(), reason));
            });
  }

  /** The combinations that one with words such as {@value AllowedValues#CORES} stands for. */
  private static List<Map<String, String>> expanded(
      LoadPath path, Map<String, String> combination, int cores) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    combination.forEach(
        (name, value) -> values.put(name, path.definition().allowed(name).expand(value, cores)));
    return combinations(combination, values);
  }

  /** Every combination of {@code values}; what they do not name is as in {@code rest}. */
  private static List<Map<String, String>> combinations(
      Map<String, String> rest, Map<String, List<String>> values) {
    List<Map<String, String>> combinations = List.of(rest);
    for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : parameter.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(combination);
          next.put(parameter.getKey(), value);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations;
  }

  private static void checkValue(LoadPath path, String name, String value, String where) {
    Map<String, List<String>> allowed = path.definition().parameters();
    if (!allowed.containsKey(name)) {
      throw new LoadpathException(
          "%s: path %s: unknown parameter '%s'%s"
              .formatted(where, path.name(), name, NearestName.hint(name, allowed.keySet())));
    }
    AllowedValues values = path.definition().allowed(name);
    if (value == null || !values.allows(value)) {
      throw new LoadpathException(
          "%s: path %s: parameter '%s' cannot be '%s'%s"
              .formatted(where, path.name(), name, value, values.hint(String.valueOf(value))));
    }
  }
}
