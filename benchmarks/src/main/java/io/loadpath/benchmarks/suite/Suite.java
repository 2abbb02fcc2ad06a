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
 * A suite: the variants to run, their data and the number of rounds.
 *
 * @param name the name of its file without {@code .yaml}
 */
public record Suite(String name, Path file, SuiteDefinition definition) {
  public static final String ENDING = ".yaml";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  /** The suite for {@code run TABLE.yaml}: all load and unload paths on the user's table. */
  public static final String TABLE = "table";

  /** The suite of the command {@code faults}. */
  public static final String FAULT_PATHS = "fault-paths";

  /** Suites that {@code run} does not take by name, and how to run them. */
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
   * @throws UsageException if there is none; the message has the nearest name
   * @throws OldNameException if it is the old name of a suite; the message has the new one
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
   * Reads the suite that {@code run} takes by its name or file.
   *
   * @throws UsageException like {@link #find}, and if {@code run} does not take it by name
   */
  public static Suite toRun(Path root, String name) {
    Suite suite = find(root, name);
    if (HIDDEN.containsKey(name)) {
      throw new UsageException("suite '%s': %s".formatted(name, HIDDEN.get(name)));
    }
    return suite;
  }

  /** Whether {@code run} does not take it by name. */
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
          file + ": the file's name may only have lower-case letters, digits, '.', '_' and '-'");
    }
    return new Suite(name, file, StrictYaml.read(file, SuiteDefinition.class));
  }

  /**
   * Returns this suite with other places for its paths on Hadoop.
   *
   * @param places {@code local}, {@code cluster}, or HADOOP_CONF_DIRs
   */
  public Suite on(List<String> places) {
    return new Suite(name, file, definition.on(places));
  }

  /**
   * Returns this suite with other links between the hosts of a lab.
   *
   * @param links such as {@code 1GbE}
   */
  public Suite net(List<String> links) {
    return new Suite(name, file, definition.net(links));
  }

  /** Returns this suite with the paths for a machine that cannot have a lab. */
  public Suite outsideLab() {
    return new Suite(name, file, definition.outsideLab());
  }

  /**
   * Returns all variants of the suite, in the order of the file.
   *
   * @throws LoadpathException if the suite has an unknown path, parameter or value
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
              "%s: %s is listed twice: remove one, or name it with 'as: b'"
                  .formatted(where, each.id()));
        }
      }
    }
    return written.values().stream().flatMap(Suite::expanded).distinct().toList();
  }

  /**
   * Returns {@code path} with {@code values}, and defaults for other parameters.
   *
   * @param place the name of its place; null for the suite's places
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
   * Returns the suite's baselines.
   *
   * @throws UsageException if one is not in the suite; the message has the nearest variant
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
        ? List.of(path.needsCluster() ? Place.CLUSTER : Place.LOCAL)
        : definition.on().stream().map(this::place).toList();
  }

  private Place place(String written) {
    try {
      return Place.of(written);
    } catch (IllegalArgumentException e) {
      throw new LoadpathException("%s: on: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Returns the place called {@code name}, which the suite may list by its folder. */
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
                                ? "unknown place; add it with --on"
                                : "it runs on this machine only")));
  }

  /** Returns the variants with words such as {@value AllowedValues#CORES} not expanded. */
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
        .flatMap(this::overLinks)
        .toList();
  }

  /** Returns a variant for each link of the suite, if the variant uses links. */
  private Stream<Variant> overLinks(Variant variant) {
    if (definition.net() == null
        || !variant.usesLinks()
        || variant.parameters().containsKey(PathDefinition.NET)) {
      return Stream.of(variant);
    }
    return combinations(variant.parameters(), Map.of(PathDefinition.NET, definition.net())).stream()
        .map(variant::with);
  }

  private void check(LoadPath path, Map<String, List<String>> values, String where) {
    String dataset = path.definition().dataset();
    if (definition.ofOwnTable()) {
      if (path.definition().ownTable() == null) {
        throw new LoadpathException(
            "%s: path %s takes only %s: its %s has no block 'own-table'"
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

  private void checkValue(LoadPath path, String name, String value, String where) {
    if (name.equals(PathDefinition.NET)
        && (path.definition().usesLinks() || path.runsOnCluster())) {
      requireLink(value, where);
      return;
    }
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

  /** The lab of the run has the suite's links, so only they can be chosen. */
  private void requireLink(String value, String where) {
    if (definition.net() == null || !definition.net().contains(value)) {
      throw new LoadpathException(
          "%s: net=%s: the run has no such link; add it with --net".formatted(where, value));
    }
  }

  /** Fails if {@code value} is an old name of a parameter's value; the message has the new one. */
  static void requireToday(String path, String name, String value, String where) {
    OldPathNames.value(path, name, value)
        .ifPresent(
            today -> {
              throw new OldNameException(
                  "%s: path %s: parameter '%s' cannot be '%s': it is called '%s' now"
                      .formatted(where, path, name, value, today));
            });
  }

  /** Expands words such as {@value AllowedValues#CORES}. */
  private static Stream<Variant> expanded(Variant written) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    written
        .parameters()
        .forEach(
            (name, value) ->
                values.put(
                    name,
                    name.equals(PathDefinition.NET)
                        ? List.of(value)
                        : written
                            .path()
                            .definition()
                            .allowed(name)
                            .expand(value, written.cores())));
    return combinations(written.parameters(), values).stream().map(written::with);
  }

  /** Returns every combination of {@code values}, with {@code rest} for other parameters. */
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
