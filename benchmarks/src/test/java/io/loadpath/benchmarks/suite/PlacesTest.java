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

/** The places of a suite's paths. */
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

  private static final String JOB = "job files=2 codec=none";
  private static final String FAR_JOB = "job@cluster files=2 codec=none";
  private static final String OTHER = "other files=2 codec=none";

  @TempDir private Path root;
  private SuiteFolder folder;

  @BeforeEach
  void writePaths() throws IOException {
    folder = new SuiteFolder(root);
    folder.path("job", "needs: []", "needs: [hadoop]");
    folder.path("other", "", "");
  }

  private List<String> ids(String text, String instead, String... only) throws IOException {
    return folder.ids(folder.suite(SUITE.replace(text, instead)), only);
  }

  private Path clusterAt(String fileSystem) throws IOException {
    Path conf = Files.createDirectories(root.resolve("conf"));
    Files.writeString(
        conf.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>%s</value></property></configuration>"
            .formatted(fileSystem));
    return conf;
  }

  @Test
  void aPathOfHadoopRunsInEachPlaceAndOthersOnce() throws IOException {
    assertThat(ids("", "")).containsExactly(JOB, FAR_JOB, OTHER);
    assertThat(ids("on: [local, cluster]\n", "")).containsExactly(JOB, OTHER);
  }

  @Test
  void theCommandLineDecidesAgainstTheSuite() throws IOException {
    Suite suite = folder.suite(SUITE);
    assertThat(folder.ids(suite.on(List.of("local")))).containsExactly(JOB, OTHER);
  }

  @Test
  void aClusterOfTheUsersIsNamedByTheHostOfItsFileSystem() throws IOException {
    String conf = clusterAt("hdfs://user:secret@nn1.example.com:8020/").toString();
    Suite suite = folder.suite(SUITE).on(List.of(conf));

    assertThat(folder.ids(suite, "job")).containsExactly("job@nn1.example.com files=2 codec=none");
    assertThat(folder.ids(suite, "job@nn1.example.com")).hasSize(1);
    Path site = root.resolve("conf/core-site.xml");
    Files.writeString(site, Files.readString(site).replace("fs.defaultFS", "fs.default.name"));
    assertThat(Place.of(conf).name()).as("by Hadoop's old key").isEqualTo("nn1.example.com");
  }

  @Test
  void aSelectionMayNameThePlace() throws IOException {
    assertThat(ids("", "", "job@cluster")).containsExactly(FAR_JOB);
    assertThat(ids("", "", "job@local")).containsExactly(JOB);
    assertThat(ids("", "", "other@local")).containsExactly(OTHER);
    assertThat(ids("", "", "job")).hasSize(2);
    assertThat(ids("", "", "job files=1"))
        .containsExactly("job files=1 codec=none", "job@cluster files=1 codec=none");
    assertThat(ids("", "", "job@cluster files=1"))
        .containsExactly("job@cluster files=1 codec=none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "job@far | --only: job@far: unknown place; add it with --on",
        "other@cluster | --only: other@cluster: it runs on this machine only"
      })
  void anUnknownPlaceOfASelectionIsAnError(String only, String message) {
    assertThatThrownBy(() -> ids("", "", only))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[local, cluster] | [local, nowhere] | on: 'nowhere' is not a folder: give local, cluster, or",
        "[local, cluster] | [ROOT/sqoop] | on: ROOT/sqoop holds no core-site.xml: give the folder",
        "[local, cluster] | [ROOT/conf] | fs.defaultFS is 'file:///', which is not the file system of a cluster",
        "[local, cluster] | [] | on: must name a place",
        "[local, cluster] | [cluster, cluster] | job@cluster files=2 codec=none is listed twice"
      })
  void anUnknownPlaceOfASuiteIsAnError(String text, String instead, String message)
      throws IOException {
    clusterAt("file:///");

    assertThatThrownBy(() -> ids(text, instead.replace("ROOT", root.toString())))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageContaining(message.replace("ROOT", root.toString()));
  }
}
