package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.OldNameException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.record.OldPathNames;
import io.loadpath.benchmarks.suite.SuiteDefinition.Entry;
import io.loadpath.tables.yaml.NearestName;
import io.loadpath.tables.yaml.StrictYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A suite: which variants run, over how much data, how often.
 *
 * @param name the name of its file without {@code .yaml}
 */
public record Suite(String name, Path file, SuiteDefinition definition) {
  public static final String ENDING = ".yaml";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  /** The suite of the loads and unloads of a table of the user's, which {@code run} is given. */
  public static final String TABLE = "table";

  /** The suite of the command {@code faults}. */
  public static final String FAULT_PATHS = "fault-paths";

  /** Suites that are run in another way than by their name, and that way. */
  private static final Map<String, String> HIDDEN =
      Map.of(
          TABLE, "name your table: bin/loadpath run TABLE.yaml",
          FAULT_PATHS, "bin/loadpath faults runs its paths");

  private static final Map<String, String> OLD_NAMES =
      Map.of(
          "aa", "noise",
          "dop", "parallel",
          "ways", "postgres-ways",
          "dissect-q1", "q1-jobs",
          "cluster", "local-vs-cluster",
          "faults", FAULT_PATHS,
          "own", TABLE);

  public static Path folder(Path root) {
    return root.resolve("benchmarks").resolve("suites");
  }

  /**
   * Reads the suite called {@code name}, or the file {@code name} if it ends in {@code .yaml}.
   *
   * @throws UsageException naming the nearest suite if there is none of this name, or the new name
   *     of one that had this name
   */
  public static Suite find(Path root, String name) {
    if (name.endsWith(ENDING)) {
      return read(Path.of(name));
    }
    Path file = folder(root).resolve(name + ENDING);
    if (!Files.exists(file)) {
      List<String> known =
          all(root).stream().filter(suite -> !suite.hidden()).map(Suite::name).toList();
      if (OLD_NAMES.containsKey(name)) {
        String now = OLD_NAMES.get(name);
        throw new OldNameException(
            "unknown suite '%s': %s"
                .formatted(name, HIDDEN.getOrDefault(now, "it is called '%s' now".formatted(now))));
      }
      throw new UsageException("unknown suite '" + name + "'" + NearestName.hint(name, known));
    }
    return read(file);
  }

  /**
   * Reads the suite that a user asks to run by its name or file.
   *
   * @throws UsageException as {@link #find} does, and for one that is run in another way
   */
  public static Suite toRun(Path root, String name) {
    Suite suite = find(root, name);
    if (HIDDEN.containsKey(name)) {
      throw new UsageException("suite '%s': %s".formatted(name, HIDDEN.get(name)));
    }
    return suite;
  }

  /** Whether it is run in another way than by its name. */
  public boolean hidden() {
    return HIDDEN.containsKey(name);
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
   * Returns this suite with its paths that use Hadoop in other places.
   *
   * @param places {@code local}, {@code cluster}, or folders of configurations
   */
  public Suite on(List<String> places) {
    return new Suite(name, file, definition.on(places));
  }

  /**
   * Returns every variant of the matrix, in the order of the file.
   *
   * @throws LoadpathException if the suite names a path, parameter or value that is not there
   */
  public List<Variant> variants(PathCatalogue catalogue) {
    String where = file.toString();
    Map<String, Variant> written = new LinkedHashMap<>();
    for (Entry entry : definition.paths()) {
      LoadPath path = catalogue.get(entry.path(), where);
      for (Variant each :
          written(path, entry.as(), places(path), entry.parameters(), catalogue, where)) {
        if (written.put(each.id(), each) != null) {
          throw new LoadpathException(
              "%s: %s is listed twice; 'as: b' would tell a second one apart"
                  .formatted(where, each.id()));
        }
      }
    }
    return written.values().stream().flatMap(Suite::expanded).distinct().toList();
  }

  /**
   * Returns {@code path} with {@code values} and the defaults of the rest.
   *
   * @param place the name of its place; null for those of the suite
   */
  List<Variant> variants(
      LoadPath path,
      String place,
      Map<String, String> values,
      PathCatalogue catalogue,
      String where) {
    List<Place> places = place == null ? places(path) : List.of(place(place, path, where));
    Map<String, List<String>> single = new LinkedHashMap<>();
    values.forEach((name, value) -> single.put(name, List.of(value)));
    return written(path, null, places, single, catalogue, where).stream()
        .flatMap(Suite::expanded)
        .toList();
  }

  /**
   * Returns the variants that the suite names as baselines.
   *
   * @throws UsageException naming the nearest variant of this kind if the suite does not hold one
   */
  public List<Variant> baselines(PathCatalogue catalogue) {
    List<Variant> baselines = new ArrayList<>();
    definition
        .baseline()
        .forEach(
            (measure, wanted) -> {
              List<Variant> ofKind =
                  variants(catalogue).stream()
                      .filter(variant -> variant.path().definition().measures() == measure)
                      .toList();
              String where = "%s: baseline: %s".formatted(file, measure);
              baselines.add(Selection.find(ofKind, wanted, where));
            });
    return baselines;
  }

  private List<Place> places(LoadPath path) {
    return definition.on() == null || !path.runsOnCluster()
        ? List.of(Place.LOCAL)
        : definition.on().stream().map(this::place).toList();
  }

  private Place place(String written) {
    try {
      return Place.of(written);
    } catch (IllegalArgumentException e) {
      throw new LoadpathException("%s: on: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Returns the place called {@code name}, of which the suite may have written the folder. */
  private Place place(String name, LoadPath path, String where) {
    if (name.equals(Place.LOCAL.name())) {
      return Place.LOCAL;
    }
    return Stream.of(List.of(Place.CLUSTER.name()), definition.on())
        .filter(on -> on != null && path.runsOnCluster())
        .flatMap(List::stream)
        .map(this::place)
        .filter(place -> place.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new LoadpathException(
                    "%s: %s@%s: %s"
                        .formatted(
                            where,
                            path.name(),
                            name,
                            path.runsOnCluster()
                                ? "no such place; --on says where else paths run"
                                : "it does not use Hadoop, so it has no other place")));
  }

  /** The variants as they are written, with words such as {@value AllowedValues#CORES}. */
  private List<Variant> written(
      LoadPath path,
      String as,
      List<Place> places,
      Map<String, List<String>> values,
      PathCatalogue catalogue,
      String where) {
    check(path, values, where);
    Integer most = definition.maxCores();
    int cores = most == null ? catalogue.cores() : Math.min(catalogue.cores(), most);
    return combinations(path.definition().defaults(), values).stream()
        .flatMap(each -> places.stream().map(on -> new Variant(path, each, as, cores, on)))
        .toList();
  }

  private void check(LoadPath path, Map<String, List<String>> values, String where) {
    String dataset = path.definition().dataset();
    if (definition.ofOwnTable()) {
      if (path.definition().ownTable() == null) {
        throw new LoadpathException(
            "%s: path %s takes %s alone: its %s has no block 'own-table'"
                .formatted(where, path.name(), dataset, LoadPath.FILE_NAME));
      }
      OwnFit.requireFree(values.keySet(), "%s: path %s".formatted(where, path.name()));
    } else if (!definition.datasets().containsKey(dataset)) {
      throw new LoadpathException(
          "%s: path %s reads %s: give its size under 'datasets' in %s"
              .formatted(where, path.name(), dataset, file));
    }
    values.forEach((name, some) -> some.forEach(value -> checkValue(path, name, value, where)));
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
      requireToday(path.name(), name, value, where);
      throw new LoadpathException(
          "%s: path %s: parameter '%s' cannot be '%s'%s"
              .formatted(where, path.name(), name, value, values.hint(String.valueOf(value))));
    }
  }

  /** Answers an old value of a parameter with today's. */
  static void requireToday(String path, String name, String value, String where) {
    OldPathNames.value(path, name, value)
        .ifPresent(
            today -> {
              throw new UsageException(
                  "%s: path %s: parameter '%s' cannot be '%s': it is called '%s' now"
                      .formatted(where, path, name, value, today));
            });
  }

  /** The variants that one with words such as {@value AllowedValues#CORES} stands for. */
  private static Stream<Variant> expanded(Variant written) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    written
        .parameters()
        .forEach(
            (name, value) ->
                values.put(
                    name,
                    written.path().definition().allowed(name).expand(value, written.cores())));
    return combinations(written.parameters(), values).stream().map(written::with);
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
}
