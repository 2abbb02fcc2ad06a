package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.ExamplePath;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The project's own paths and suites are valid, and quick has every path, even if somebody has
 * added paths.
 */
class ProjectSuitesTest {
  private static final String BARE = "external-table-bare-load-postgres";

  @TempDir private static Path root;
  private static PathCatalogue catalogue;

  @BeforeAll
  static void addPathsOfOthers() throws IOException {
    catalogue = PathCatalogue.discover(ExamplePath.project(root));
    assertThat(catalogue.all()).extracting(LoadPath::name).contains("slowed", "my-loader");
  }

  static Stream<Suite> suites() {
    return Suite.all(root).stream();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void everySuiteNamesPathsParametersAndValuesThatAreThere(Suite suite) {
    assertThat(suite.variants(catalogue)).isNotEmpty();
    if (suite.definition().withoutLab() != null) {
      assertThat(suite.outsideLab().variants(catalogue)).noneMatch(v -> v.net().isPresent());
    }
    assertThat(suite.baselines(catalogue)).hasSameSizeAs(suite.definition().baseline().keySet());
  }

  @Test
  void nanosecondsGoToNoPathThatEndsOrBeginsInPostgres() {
    List<LoadPath> own = paths().filter(path -> path.definition().ownTable() != null).toList();
    assertThat(own)
        .filteredOn(
            p -> p.definition().ownTable().cannotTake().containsKey(Trait.TYPE_TIMESTAMP_NANOS))
        .containsExactlyElementsOf(
            own.stream().filter(path -> path.definition().needs().contains("postgres")).toList());
  }

  private static List<String> valuesOf(String suite, String path, String parameter, int cores) {
    return Suite.find(root, suite).variants(PathCatalogue.discover(root, cores)).stream()
        .filter(variant -> variant.path().name().equals(path))
        .map(variant -> variant.parameters().get(parameter))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64})
  void everySuiteFitsAnyNumberOfCores(int cores) {
    PathCatalogue ofCores = PathCatalogue.discover(root, cores);
    String atMost8 = Integer.toString(Math.min(cores, 8));

    assertThat(Suite.all(root)).noneMatch(suite -> suite.variants(ofCores).isEmpty());
    assertThat(Suite.find(root, "quick").variants(ofCores))
        .allMatch(variant -> variant.files() <= 8);
    assertThat(valuesOf("quick", "copy-load-postgres", "files", cores)).containsExactly(atMost8);
    assertThat(valuesOf("quick", "sqoop-jdbc-unload-postgres", "mappers", cores))
        .containsExactly(atMost8);
    assertThat(valuesOf("q1", "mapreduce-q1", "files", cores))
        .containsExactly(Integer.toString(cores));
  }

  /** The forecasts come from the files that are fetched, on the database's own disk. */
  @Test
  void networkLoadsTheSameFilesWithAndWithoutALink() {
    assertThat(valuesOf("network", "external-table-load-postgres", "net", 2))
        .containsExactly((String) null);
    assertThat(valuesOf("network", "external-table-load-postgres", "codec", 2))
        .isEqualTo(valuesOf("network", "external-table-http", "codec", 2));
  }

  /** Returns the project's own paths, which its suites name; other paths have no rules. */
  static Stream<LoadPath> paths() {
    return Stream.of("quick", "postgres-ways")
        .flatMap(suite -> Suite.find(root, suite).variants(catalogue).stream())
        .map(Variant::path)
        .distinct()
        .sorted(Comparator.comparing(LoadPath::name));
  }

  /** Counts and rates are ranges in every path, and the number of cores is the default. */
  @ParameterizedTest
  @MethodSource("paths")
  void everyPathTakesAnyCountAndRate(LoadPath path) {
    Map<String, List<String>> wanted =
        Map.of(
            "files", List.of("1", "3", "10"),
            "mappers", List.of("1", "3", "128"),
            "sessions", List.of("1", "3", "128"),
            "containers", List.of("all", "1", "3", "128"),
            "ingest", List.of("unlimited", "7MB/s", "100000MB/s"),
            "reject-limit", List.of("0", "7", "1000000"));
    PathDefinition definition = path.definition();
    definition
        .parameters()
        .keySet()
        .forEach(
            name ->
                assertThat(wanted.getOrDefault(name, List.of()))
                    .as(path.name() + " " + name)
                    .allMatch(definition.allowed(name)::allows));
    boolean export = definition.measures() == Measure.EXPORT;
    assertThat(definition.defaults().getOrDefault("files", "cores"))
        .isEqualTo(export ? "1" : "cores");
    assertThat(definition.defaults().getOrDefault("mappers", "cores")).isEqualTo("cores");
  }

  /** A path of more files than the server takes sessions would fail after its data is made. */
  @Test
  void theServerTakesASessionForEachFileAndMapperOfAPath() throws IOException {
    Path conf = root.resolve("engines/postgres/conf/postgresql.conf");
    long sessions =
        Files.readAllLines(conf).stream()
            .filter(line -> line.startsWith("max_connections = "))
            .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 2)))
            .sum();
    Set<String> readByHadoop =
        Set.of(
            "sqoop-jdbc-load-postgres",
            "sqoop-direct-load-postgres",
            "sqoop-connector-load-postgres",
            "mapreduce-load-postgres");

    assertThat(paths().filter(Requirements::needsPostgres))
        .isNotEmpty()
        .allSatisfy(
            path ->
                Stream.of("files", "mappers", "sessions")
                    .filter(path.definition().parameters()::containsKey)
                    .filter(name -> !name.equals("files") || !readByHadoop.contains(path.name()))
                    .forEach(
                        name ->
                            assertThat(path.definition().allowed(name).enough(Integer.MAX_VALUE))
                                .as(name)
                                .isLessThanOrEqualTo((int) sessions - 50)));
  }

  /**
   * A bare statement is not a path that people would choose; the suite `postgres-ways` compares it.
   */
  @Test
  void quickHoldsEveryPathOfTheProjectButTheBareStatement() {
    List<String> quick = names("quick");

    assertThat(quick).hasSizeGreaterThanOrEqualTo(22).doesNotContain(BARE);
    for (String suite : List.of("q1", "sqoop", "models", "local-vs-cluster")) {
      assertThat(quick).as(suite).containsAll(names(suite));
    }
  }

  @Test
  void tableHoldsEveryPathOfTheProjectThatTakesATableOfTheUsers() {
    assertThat(names(Suite.TABLE))
        .contains("external-table-load-oracle", "sqlldr-load-oracle")
        .containsAll(
            paths()
                .filter(path -> path.definition().ownTable() != null)
                .map(LoadPath::name)
                .filter(name -> !name.equals(BARE))
                .toList());
  }

  private static List<String> names(String suite) {
    return Suite.find(root, suite).variants(catalogue).stream()
        .map(variant -> variant.path().name())
        .distinct()
        .toList();
  }
}
