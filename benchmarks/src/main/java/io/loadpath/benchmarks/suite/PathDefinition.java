package io.loadpath.benchmarks.suite;

import static io.loadpath.benchmarks.suite.Checks.check;
import static io.loadpath.benchmarks.suite.Checks.require;
import static io.loadpath.benchmarks.suite.Checks.requireOneOf;

import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The content of a {@code path.yaml}. CONTRIBUTING.md explains each key; a missing key is null. */
public record PathDefinition(
    String name,
    String title,
    Measure measures,
    String promises,
    String dataset,
    String tool,
    List<String> needs,
    Map<String, Map<String, List<String>>> needsWhen,
    Map<String, List<String>> parameters,
    OwnTable ownTable,
    List<Step> steps) {
  /** The parameter for the number of part files. */
  public static final String FILES = "files";

  /**
   * The link of the hosts, which every path has in a lab whose rows cross one. No path lists it.
   */
  public static final String NET = "net";

  /** The parameter for the compression of the part files. */
  public static final String CODEC = "codec";

  private static final String EXACTLY_ONCE = "exactly-once";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9._+/-]+");
  private static final Set<String> ON_CLUSTER = Set.of("hadoop", "hive", "sqoop");

  /** The need of a path that has no local form. */
  private static final String HDFS = "hdfs";

  /** The need of a path whose files the database's server reads. */
  private static final String SERVER_FILES = "server-files";

  /** The need of a path whose files come from another host of a lab. */
  private static final String FILE_SERVER = "file-server";

  public PathDefinition {
    require("name", name);
    check(NAME.matcher(name).matches(), "name: '%s' is not in kebab-case, such as q1-peer", name);
    require("title", title);
    check(!title.isBlank() && title.lines().count() == 1, "title: must be one line of text");
    require("measures", measures);
    if (promises != null) {
      requireOneOf("promises", promises, List.of(EXACTLY_ONCE));
      check(measures != Measure.QUERY, "promises: a query moves no rows; remove the key");
    }
    requireOneOf("dataset", dataset, DatasetSize.DATASETS);
    requireOneOf("tool", tool, VariantInfo.TOOLS);
    needs = needs == null ? List.of() : List.copyOf(needs);
    parameters = Checks.ordered(parameters);
    parameters.forEach(PathDefinition::checkParameter);
    needsWhen = Checks.byValue("needs-when", needsWhen, parameters, PathDefinition::checkedNeeds);
    if (ownTable != null) {
      ownTable = ownTable.checked(measures, parameters);
    }
    require("steps", steps);
    steps = List.copyOf(steps);
    check(
        steps.contains(Step.RUN) && steps.contains(Step.VERIFY),
        "steps: must name run and verify: a time without its proof is not shown");
  }

  /**
   * Returns the default value of each parameter, in the order of the file; {@value
   * AllowedValues#CORES} is not expanded.
   */
  public Map<String, String> defaults() {
    Map<String, String> defaults = new LinkedHashMap<>();
    parameters.keySet().forEach(name -> defaults.put(name, allowed(name).defaultValue()));
    return defaults;
  }

  /** Whether the path promises that each row arrives exactly once, or no row at all. */
  public boolean exactlyOnce() {
    return promises != null;
  }

  public AllowedValues allowed(String parameter) {
    return new AllowedValues(parameters.get(parameter));
  }

  /** Returns the needs of this value, without those of the path. */
  public List<String> needs(String parameter, String value) {
    return needsWhen.getOrDefault(parameter, Map.of()).getOrDefault(value, List.of());
  }

  /** Returns the needs of the path and of all its values. */
  public Stream<String> mayNeed() {
    return Stream.concat(
        needs.stream(),
        needsWhen.values().stream()
            .flatMap(byValue -> byValue.values().stream())
            .flatMap(List::stream));
  }

  /**
   * Whether rows cross a link of a lab, to or from PostgreSQL. They do not if the server reads
   * files from its own disk.
   */
  boolean usesLinks() {
    return needs.contains(FILE_SERVER)
        || (!needs.contains(SERVER_FILES) && mayNeed().anyMatch("postgres"::equals));
  }

  boolean runsOnCluster() {
    return mayNeed().anyMatch(ON_CLUSTER::contains);
  }

  boolean needsCluster() {
    return needs.contains(HDFS);
  }

  private static void checkParameter(String name, List<String> values) {
    String key = "parameters." + name;
    check(NAME.matcher(name).matches(), "%s: the name is not in kebab-case", key);
    check(
        !name.equals(Variant.AS) && !name.equals(NET),
        "%s: a suite uses this word; choose another name",
        key);
    check(
        values != null && !values.isEmpty(),
        "%s: must be the list of allowed values, the default first",
        key);
    for (String value : values) {
      check(
          value != null && VALUE.matcher(value).matches(),
          "%s: '%s' may hold letters, digits and . _ + / - only",
          key,
          value);
    }
    check(new HashSet<>(values).size() == values.size(), "%s: names a value twice", key);
    try {
      AllowedValues allowed = new AllowedValues(values);
      if (name.equals(FILES)) {
        Optional<String> wrong = allowed.notACount(Dataset.MAX_PARTS);
        check(wrong.isEmpty(), "'%s' is not from 1..%d", wrong.orElse(""), Dataset.MAX_PARTS);
      }
      if (name.equals(CODEC)) {
        values.forEach(Codec::of);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private static List<String> checkedNeeds(String key, List<String> needs) {
    check(
        needs != null && !needs.isEmpty() && !needs.contains(null),
        "%s: must be the list of needed engines and tools",
        key);
    return List.copyOf(needs);
  }
}
