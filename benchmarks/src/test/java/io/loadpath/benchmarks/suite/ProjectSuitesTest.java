package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.PathCatalogue;
import io.loadpath.benchmarks.path.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The project's own paths and suites are valid, and quick leaves no path out. */
class ProjectSuitesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  static Stream<Suite> suites() {
    return Suite.all(ROOT).stream();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void everySuiteNamesPathsParametersAndValuesThatAreThere(Suite suite) {
    PathCatalogue catalogue = PathCatalogue.discover(ROOT);
    assertThat(suite.variants(catalogue)).isNotEmpty();
    assertThat(suite.baselines(catalogue)).hasSameSizeAs(suite.definition().baseline().keySet());
  }

  @Test
  void quickComparesLoadsWithTheDriversCopyAndQueriesWithTheTextbook() {
    PathCatalogue catalogue = PathCatalogue.discover(ROOT);
    assertThat(Suite.find(ROOT, "quick").baselines(catalogue))
        .extracting(variant -> variant.path().name())
        .containsExactly("mapreduce-q1-textbook", "copy-postgres", "sqoop-import-jdbc");
  }

  /** A bare statement is no path that people would choose; the suite `ways` compares it. */
  @Test
  void quickHoldsEveryPathButTheBareStatement() {
    PathCatalogue catalogue = PathCatalogue.discover(ROOT);
    List<String> inQuick =
        Suite.find(ROOT, "quick").variants(catalogue).stream()
            .map(Variant::path)
            .map(LoadPath::name)
            .distinct()
            .toList();

    assertThat(inQuick)
        .containsExactlyInAnyOrderElementsOf(
            catalogue.all().stream()
                .map(LoadPath::name)
                .filter(name -> !name.equals("external-table-postgres-bare"))
                .toList());
  }
}
