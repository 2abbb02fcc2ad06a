package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.tables.yaml.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the paths of a suite run. */
class PlacesTest {
  private static final String SUITE =
      """
      title: For the tests
      rounds: 3
      on: [local, cluster]
      datasets:
        all-card-trans: {rows: 1000}
      paths:
        - path: job
        - path: other
      """;

  @TempDir private Path root;

  @BeforeEach
  void writePaths() throws IOException {
    String yaml = PathFolder.yaml("job").replace("needs: []", "needs: [hadoop]");
    PathFolder.write(root.resolve("sqoop/paths"), "job", yaml);
    PathFolder.write(root.resolve("sqoop/paths"), "other", PathFolder.yaml("other"));
  }

  private Suite suite(String text) throws IOException {
    Path folder = Files.createDirectories(Suite.folder(root));
    Files.writeString(folder.resolve("small.yaml"), text);
    return Suite.find(root, "small");
  }

  private List<String> ids(Suite suite, String... only) {
    return Selection.select(suite, PathCatalogue.discover(root), List.of(only)).stream()
        .map(Variant::id)
        .toList();
  }

  private Path clusterAt(String fileSystem) throws IOException {
    Path folder = Files.createDirectories(root.resolve("conf"));
    Files.writeString(
        folder.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>%s</value></property></configuration>"
            .formatted(fileSystem));
    return folder;
  }

  @Test
  void aPathOfHadoopRunsInEachPlaceAndOthersOnce() throws IOException {
    assertThat(ids(suite(SUITE)))
        .containsExactly(
            "job files=2 codec=none", "job@cluster files=2 codec=none", "other files=2 codec=none");
  }

  @Test
  void withoutPlacesAllIsLocal() throws IOException {
    assertThat(ids(suite(SUITE.replace("on: [local, cluster]\n", ""))))
        .containsExactly("job files=2 codec=none", "other files=2 codec=none");
  }

  @Test
  void aPathMayHaveItsOwnPlaces() throws IOException {
    assertThat(ids(suite(SUITE.replace("path: job", "path: job\n    on: [cluster]"))))
        .containsExactly("job@cluster files=2 codec=none", "other files=2 codec=none");
  }

  @Test
  void theCommandLineDecidesAgainstTheSuite() throws IOException {
    Suite suite = suite(SUITE.replace("path: job", "path: job\n    on: [cluster]"));

    assertThat(ids(suite.on(List.of("local"))))
        .containsExactly("job files=2 codec=none", "other files=2 codec=none");
  }

  @Test
  void aClusterOfTheUsersIsNamedByTheHostOfItsFileSystem() throws IOException {
    String conf = clusterAt("hdfs://user:secret@nn1.example.com:8020/").toString();

    assertThat(ids(suite(SUITE).on(List.of(conf)), "job"))
        .containsExactly("job@nn1.example.com files=2 codec=none");
  }

  @Test
  void aSelectionMayNameThePlace() throws IOException {
    assertThat(ids(suite(SUITE), "job@cluster")).containsExactly("job@cluster files=2 codec=none");
    assertThat(ids(suite(SUITE), "job@local")).containsExactly("job files=2 codec=none");
    assertThat(ids(suite(SUITE), "job")).hasSize(2);
    assertThat(ids(suite(SUITE), "job files=1"))
        .containsExactly("job files=1 codec=none", "job@cluster files=1 codec=none");
    assertThat(ids(suite(SUITE), "job@cluster files=1"))
        .containsExactly("job@cluster files=1 codec=none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "job@far | --only: job@far: no such place; --on says where else paths run",
        "other@cluster | --only: other@cluster: it does not use Hadoop, so it has no other place"
      })
  void anUnknownPlaceOfASelectionIsAnError(String only, String message) throws IOException {
    Suite suite = suite(SUITE);

    assertThatThrownBy(() -> ids(suite, only))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[local, nowhere] | on: 'nowhere' is not a folder: give local, cluster, or the HADOOP_CONF_DIR of a cluster",
        "[ROOT/sqoop] | on: ROOT/sqoop holds no core-site.xml: give the folder with the cluster's configuration",
        "[ROOT/conf] | fs.defaultFS is 'file:///', which is no file system of a cluster",
        "[] | on: must name a place",
        "[cluster, cluster] | job@cluster files=2 codec=none stands there twice"
      })
  void anUnknownPlaceOfASuiteIsAnError(String on, String message) throws IOException {
    clusterAt("file:///");
    String text = SUITE.replace("[local, cluster]", on.replace("ROOT", root.toString()));

    assertThatThrownBy(() -> ids(suite(text)))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageContaining(message.replace("ROOT", root.toString()));
  }

  @Test
  void aPlaceForAPathWithoutHadoopIsAnError() throws IOException {
    Suite suite = suite(SUITE.replace("path: other", "path: other\n    on: [cluster]"));

    assertThatThrownBy(() -> ids(suite))
        .hasMessageContaining("path other: on: it does not use Hadoop");
  }
}
