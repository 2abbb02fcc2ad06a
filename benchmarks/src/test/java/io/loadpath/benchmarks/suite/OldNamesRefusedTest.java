package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.OldNameException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old names of paths and values are errors that name the new ones. */
class OldNamesRefusedTest {
  private static final String SUITE =
      """
      title: For the tests
      rounds: 1
      datasets:
        all-card-trans: {rows: 1000}
      paths:
        - path: hive-q1
      """;
  private static final String IS_CALLED = "path 'copy-postgres' is called 'copy-load-postgres' now";

  @TempDir private Path root;
  private SuiteFolder folder;

  @BeforeEach
  void writePath() throws IOException {
    folder = new SuiteFolder(root);
    folder.path("hive-q1", "files: [2, 1]", "aggregation: [in-mapper, none]");
  }

  @Test
  void inOnly() throws IOException {
    Suite suite = folder.suite(SUITE);
    assertThatThrownBy(() -> folder.ids(suite, "copy-postgres files=2"))
        .isInstanceOf(OldNameException.class)
        .hasMessage("--only: " + IS_CALLED);
    assertThatThrownBy(() -> folder.ids(suite, "hive-q1 aggregation=map"))
        .isInstanceOf(OldNameException.class)
        .hasMessage(
            "--only: path hive-q1: parameter 'aggregation' cannot be 'map':"
                + " it is called 'in-mapper' now");
  }

  @Test
  void inBaseline() throws IOException {
    List<Variant> variants = folder.suite(SUITE).variants(folder.catalogue());
    assertThatThrownBy(() -> Selection.find(variants, "copy-postgres@cluster", "--baseline"))
        .isInstanceOf(OldNameException.class)
        .hasMessage("--baseline: " + IS_CALLED);
    assertThatThrownBy(() -> Selection.find(variants, "hive-q1 aggregation=reduce", "--baseline"))
        .isInstanceOf(OldNameException.class)
        .hasMessageEndingWith("cannot be 'reduce': it is called 'none' now");
  }

  @Test
  void inASuite() throws IOException {
    Suite ofPath = folder.suite(SUITE.replace("hive-q1", "copy-postgres"));
    assertThatThrownBy(() -> ofPath.variants(folder.catalogue()))
        .isInstanceOf(OldNameException.class)
        .hasMessageEndingWith("small.yaml: " + IS_CALLED);
    Suite ofValue = folder.suite(SUITE + "    parameters: {aggregation: [map]}\n");
    assertThatThrownBy(() -> ofValue.variants(folder.catalogue()))
        .isInstanceOf(OldNameException.class)
        .hasMessageEndingWith("cannot be 'map': it is called 'in-mapper' now");
  }

  @Test
  void aPathOfTheUserCannotHaveOne() throws IOException {
    folder.path("copy-postgres", "", "");
    assertThatThrownBy(() -> folder.catalogue())
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("'copy-postgres' is the old name of 'copy-load-postgres'");
  }
}
