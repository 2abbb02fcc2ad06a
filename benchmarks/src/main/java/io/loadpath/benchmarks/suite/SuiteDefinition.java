package io.loadpath.benchmarks.suite;

import static io.loadpath.benchmarks.suite.Checks.check;
import static io.loadpath.benchmarks.suite.Checks.require;
import static io.loadpath.benchmarks.suite.Checks.requireRange;

import io.loadpath.engines.net.Link;
import io.loadpath.tables.yaml.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The content of a suite's YAML file: a matrix of paths and parameter values.
 *
 * @param rounds how often each variant runs; with a budget, at most
 * @param warmups how often each variant runs before that, marked and not counted; 0 by default
 * @param startRows each variant runs once on about as many rows before that, which shows its
 *     start-up; null: no such runs
 * @param budget the time of the whole run, such as {@code 3m}: the first round holds every variant;
 *     then come the start runs and rounds that fit; null: each round holds all
 * @param baseline the variants that others are compared with, {@code path name=value}, by what they
 *     measure; without them the first on the same data, see {@link Selection#baselines}
 * @param datasets the size of each dataset that the paths use; {@value #OWN_TABLE} alone stands for
 *     a table that the user describes, and has no size
 * @param maxCores the number of cores counts as this if it is larger; null: no bound
 * @param on where paths run that use Hadoop: {@code local}, {@code cluster} or the folder of a
 *     cluster's configuration, each of which makes a variant; null: local
 * @param net the links between the hosts of a lab, such as {@code 1GbE} or {@code 1GbE+20ms}, each
 *     of which makes a variant of each path whose rows cross it; null: no lab
 * @param paths the paths and, for each, the values to run of some of its parameters
 * @param withoutLab the paths that run instead, without {@code net}, where no lab can be made;
 *     null: a lab is needed
 */
public record SuiteDefinition(
    String title,
    Integer rounds,
    Integer warmups,
    Long startRows,
    String budget,
    Map<Measure, String> baseline,
    Map<String, DatasetSize> datasets,
    Integer maxCores,
    List<String> on,
    List<String> net,
    List<Entry> paths,
    List<Entry> withoutLab) {

  /** Maximum number of rounds; a larger number is a typing mistake. */
  public static final int MAX_ROUNDS = 1000;

  /** The key in {@code datasets} for the user's own table. */
  public static final String OWN_TABLE = "own-table";

  /**
   * One path of a suite; each combination of the values becomes a variant.
   *
   * @param as a name to list the same variant twice; null without one
   * @param parameters the values to run; a missing parameter has its default
   */
  public record Entry(String path, String as, Map<String, List<String>> parameters) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._+-]+");

    public Entry {
      check(path != null, "paths: an entry has no key 'path'");
      check(
          as == null || NAME.matcher(as).matches(),
          "path %s: as: '%s' may hold letters, digits and . _ + - only",
          path,
          as);
      parameters = Checks.ordered(parameters);
      parameters.forEach(
          (name, values) ->
              check(
                  values != null && !values.isEmpty(),
                  "path %s: parameter '%s' has no values",
                  path,
                  name));
    }
  }

  public SuiteDefinition {
    check(title != null && !title.isBlank(), "the key 'title' is missing");
    require("rounds", rounds);
    requireRange("rounds", rounds, 1, MAX_ROUNDS);
    warmups = warmups == null ? (Integer) 0 : warmups;
    requireRange("warmups", warmups, 0, MAX_ROUNDS);
    requireRange("start-rows", startRows, 1000, 1_000_000);
    if (budget != null) {
      TimeSpan.parse("budget", budget);
    }
    baseline = Checks.ordered(baseline);
    require("datasets", datasets);
    datasets.forEach(SuiteDefinition::checkDataset);
    if (datasets.containsKey(OWN_TABLE)) {
      check(datasets.size() == 1, "datasets: %s must be the only one", OWN_TABLE);
      check(startRows == null, "start-rows: remove the key; your own table has no start runs");
    }
    check(maxCores == null || maxCores >= 1, "max-cores: %d is not 1 or more", maxCores);
    check(
        on == null || !on.isEmpty() && on.stream().allMatch(Objects::nonNull),
        "on: must name a place");
    on = on == null ? null : List.copyOf(on);
    check(net == null || !net.isEmpty(), "net: must name a link");
    net = net == null ? null : List.copyOf(net);
    if (net != null) {
      net.forEach(Link::parse);
    }
    check(paths != null && !paths.isEmpty(), "the key 'paths' is missing or names no path");
    check(withoutLab == null || net != null, "without-lab: is only for a suite with the key 'net'");
    datasets = Map.copyOf(datasets);
    paths = List.copyOf(paths);
    withoutLab = withoutLab == null ? null : List.copyOf(withoutLab);
  }

  public boolean ofOwnTable() {
    return datasets.containsKey(OWN_TABLE);
  }

  /** Returns this suite with these places instead of its own. */
  SuiteDefinition on(List<String> places) {
    return with(places, net, paths, withoutLab);
  }

  /** Returns this suite with other links. */
  SuiteDefinition net(List<String> links) {
    return with(on, links, paths, null);
  }

  /** Returns this suite with the paths for a machine that cannot have a lab. */
  SuiteDefinition outsideLab() {
    return with(on, null, withoutLab, null);
  }

  private SuiteDefinition with(
      List<String> places, List<String> links, List<Entry> entries, List<Entry> others) {
    return new SuiteDefinition(
        title, rounds, warmups, startRows, budget, baseline, datasets, maxCores, places, links,
        entries, others);
  }

  private static void checkDataset(String name, DatasetSize size) {
    String key = "datasets." + name;
    if (name.equals(OWN_TABLE)) {
      check(
          size != null && size.scale() == null && size.rows() == null,
          "%s: takes no size: write {}",
          key);
      return;
    }
    List<String> known = new ArrayList<>(DatasetSize.DATASETS);
    known.add(OWN_TABLE);
    check(
        known.contains(name),
        "datasets: unknown dataset '%s'%s",
        name,
        NearestName.hint(name, known));
    boolean byScale = name.equals(DatasetSize.LINEITEM);
    check(
        size != null && (size.scale() != null) == byScale && (size.rows() != null) != byScale,
        "%s: takes only the key '%s'",
        key,
        byScale ? "scale" : "rows");
  }
}
