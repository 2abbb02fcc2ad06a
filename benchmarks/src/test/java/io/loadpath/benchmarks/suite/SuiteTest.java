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

class SuiteTest {
  private static final String SUITE =
      """
      title: For the tests
      rounds: 3
      datasets:
        all-card-trans: {rows: 1000}
      paths:
        - path: one
        - path: two
          parameters: {codec: [gzip-3, none], files: [1]}
      """;

  @TempDir private Path root;
  private SuiteFolder folder;

  @BeforeEach
  void writePaths() throws IOException {
    folder = new SuiteFolder(root);
    for (String name : List.of("one", "two", "three")) {
      folder.path(name, "", "");
    }
  }

  private Suite suite(String text) throws IOException {
    return folder.suite(text);
  }

  private List<String> only(String... wanted) throws IOException {
    return folder.ids(suite(SUITE), wanted);
  }

  @Test
  void expandsTheMatrixInTheOrderOfTheFile() throws IOException {
    Suite suite = suite(SUITE);

    assertThat(suite.name()).isEqualTo("small");
    assertThat(suite.definition())
        .extracting(
            SuiteDefinition::rounds,
            SuiteDefinition::warmups,
            SuiteDefinition::startRows,
            SuiteDefinition::budget)
        .containsExactly(3, 0, null, null);
    assertThat(suite.baselines(folder.catalogue())).isEmpty();
    assertThat(folder.ids(suite))
        .containsExactly(
            "one files=2 codec=none", "two files=1 codec=gzip-3", "two files=1 codec=none");
  }

  @Test
  void makesAVariantForEachLinkWhereRowsCrossOne() throws IOException {
    folder.path("load", "needs: []", "needs: [postgres]");
    folder.path("job", "needs: []", "needs: [hadoop]");
    Suite suite =
        suite(
            SUITE.replace(
                    "  - path: two\n    parameters: {codec: [gzip-3, none], files: [1]}\n", "")
                + "  - path: load\n  - path: job\non: [local, cluster]\nnet: [1GbE, 10GbE+2ms]\n");

    assertThat(folder.ids(suite))
        .containsExactly(
            "one files=2 codec=none",
            "load files=2 codec=none net=1GbE",
            "load files=2 codec=none net=10GbE+2ms",
            "job files=2 codec=none",
            "job@cluster files=2 codec=none net=1GbE",
            "job@cluster files=2 codec=none net=10GbE+2ms");
    assertThat(folder.ids(suite, "load net=1GbE"))
        .containsExactly("load files=2 codec=none net=1GbE");
    assertThatThrownBy(() -> folder.ids(suite, "load net=2GbE"))
        .hasMessageContaining("net=2GbE: the run has no such link; add it with --net");
    assertThatThrownBy(() -> suite(SUITE + "net: [fast]\n"))
        .hasMessageContaining("link 'fast' is not one of");
  }

  @Test
  void filesOfTheDatabasesOwnDiskCrossNoLink() throws IOException {
    folder.path("local", "needs: []", "needs: [postgres, server-files]");
    folder.path("fetched", "needs: []", "needs: [postgres, server-files, file-server]");
    Suite suite = suite(SUITE + "  - path: local\n  - path: fetched\nnet: [1GbE]\n");

    assertThat(folder.ids(suite))
        .contains("local files=2 codec=none", "fetched files=2 codec=none net=1GbE");
    assertThatThrownBy(() -> folder.ids(suite, "local net=1GbE"))
        .hasMessageContaining("path local: unknown parameter 'net'");
  }

  @Test
  void mayHaveOtherPathsForAMachineWithoutALab() throws IOException {
    folder.path("load", "needs: []", "needs: [postgres]");
    String paths = SUITE.substring(0, SUITE.indexOf("paths:")) + "paths:\n  - path: load\n";
    String others = "without-lab:\n  - path: one\n    parameters: {codec: [gzip-3]}\n";
    Suite suite = suite(paths + "net: [1GbE, 10GbE]\n" + others);

    assertThat(folder.ids(suite))
        .containsExactly("load files=2 codec=none net=1GbE", "load files=2 codec=none net=10GbE");
    assertThat(folder.ids(suite.outsideLab())).containsExactly("one files=2 codec=gzip-3");
    assertThat(suite.net(List.of("2x1GbE")).definition().withoutLab())
        .as("with links of the command line, a lab is needed")
        .isNull();
    assertThatThrownBy(() -> suite(paths + others))
        .hasMessageContaining("without-lab: is only for a suite with the key 'net'");
  }

  @Test
  void mayHaveWarmupsStartRunsABudgetAndABaselineForEachKind() throws IOException {
    Suite suite =
        suite(
            "warmups: 2\nstart-rows: 1_000\nbudget: 3m\nbaseline: {load: two codec=none}\n"
                + SUITE);

    assertThat(suite.definition())
        .extracting(SuiteDefinition::warmups, SuiteDefinition::startRows, SuiteDefinition::budget)
        .containsExactly(2, 1000L, "3m");
    assertThat(SuiteFolder.ids(suite.baselines(folder.catalogue())))
        .containsExactly("two files=1 codec=none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path: two | path: tow | unknown path 'tow'; did you mean 'two'?",
        "path: two | paht: two | small.yaml:7: unknown key 'paht'; did you mean 'path'?",
        "path: two | 'path: two\n    as: b c' | path two: as: 'b c' may hold letters",
        "path: one | '{path: one, as: b}\n"
            + "  - {path: one, as: b}' | codec=none as=b is listed twice",
        "codec: [ | codecs: [ | path two: unknown parameter 'codecs'; did you mean 'codec'?",
        "files: [1] | files: [3] | path two: parameter 'files' cannot be '3' (allowed: 2, 1)",
        "files: [1] | files: [1, 1] | is listed twice",
        "codec: [ | codec: [gzip, | parameter 'codec' cannot be 'gzip'; did you mean 'gzip-3'?",
        "title: For the tests | # | the key 'title' is missing",
        "rounds: 3 | # | the key 'rounds' is missing",
        "rounds: 3 | 'rounds: 3\nmax-cores: 0' | max-cores: 0 is not 1 or more",
        "rounds: 3 | rounds: 0 | rounds: 0 is not between 1 and 1000",
        "rounds: 3 | rounds: 1001 | rounds: 1001 is not between 1 and 1000",
        "rounds: 3 | 'rounds: 3\nwarmups: -1' | warmups: -1 is not between 0 and 1000",
        "rounds: 3 | 'rounds: 3\n"
            + "start-rows: 999' | start-rows: 999 is not between 1000 and 1000000",
        "rounds: 3 | 'rounds: 3\nbudget: 0m' | budget: '0m' is not a time such as 90s, 3m or 1h",
        "rounds: 3 | 'rounds: 3\nbudget: 3' | budget: '3' is not a time such as 90s, 3m or 1h",
        "rounds: 3 | 'rounds: 3\n"
            + "baseline: {load: two codec=zip}' | baseline: load: no variant 'two codec=zip' runs"
            + " (known:",
        "rounds: 3 | 'rounds: 3\n"
            + "baseline: {query: two}' | baseline: query: no variant 'two' runs (none is known)",
        "rounds: 3 | 'rounds: 3\nbaseline: {lod: two}' | unknown key 'lod'; did you mean 'load'?",
        "all-card-trans | all-card | datasets: unknown dataset 'all-card'",
        "rows: 1000 | scale: 1 | datasets.all-card-trans: takes only the key 'rows'",
        "all-card-trans: {rows: 1000} | 'all-card-trans: {rows: 1000}\n"
            + "  own-table: {}' | datasets: own-table must be the only one",
        "all-card-trans: {rows: 1000} | own-table: {rows: 1000} | datasets.own-table: takes no"
            + " size",
        "all-card-trans: {rows: 1000} | own-table: {} | path one takes only all-card-trans: its"
            + " path.yaml has no block 'own-table'",
        "'rounds: 3\n"
            + "datasets:\n"
            + "  all-card-trans: {rows: 1000}' | 'rounds: 3\n"
            + "start-rows: 1000\n"
            + "datasets: {own-table: {}}' | start-rows: remove the key; your own table has no start"
            + " runs",
        "all-card-trans: {rows: 1000} | lineitem: {scale: 1} | reads all-card-trans: give its size",
      })
  void rejectsUnknownNames(String text, String instead, String message) {
    assertThat(SUITE).contains(text);
    assertThatThrownBy(
            () -> {
              Suite suite = suite(SUITE.replace(text, instead));
              suite.variants(folder.catalogue());
              suite.baselines(folder.catalogue());
            })
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageContaining("small.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void filesAndCodecOfAnOwnTableAreNotASuitesOrAUsersChoice() throws IOException {
    String text = SUITE.replace("all-card-trans: {rows: 1000}", "own-table: {}");
    for (String name : List.of("one", "two")) {
      folder.path(name, "steps:", "own-table: {}\nsteps:");
    }
    Suite suite = suite(text.replaceAll("\n *parameters: .*", ""));

    assertThat(suite.definition().ofOwnTable()).isTrue();
    assertThat(folder.ids(suite, "two")).containsExactly("two files=2 codec=none");
    assertThatThrownBy(() -> folder.ids(suite, "two files=2"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(
            "--only 'two files=2': the table's files decide the parameter 'files'")
        .hasMessageContaining("--parts N");
    assertThatThrownBy(() -> folder.ids(suite, "three"))
        .hasMessageContaining("path three takes only all-card-trans");
    assertThatThrownBy(() -> folder.ids(suite(text)))
        .hasMessageContaining(
            "small.yaml: path two: the table's files decide the parameter 'files'");
  }

  private PathCatalogue withRange(int cores) throws IOException {
    for (String name : List.of("one", "two")) {
      folder.path(name, "[2, 1]", "[cores, 1..9999]");
    }
    return PathCatalogue.discover(root, cores);
  }

  @ParameterizedTest
  @CsvSource({"64, '', 64", "64, 'max-cores: 8\n', 8", "1, 'max-cores: 8\n', 1"})
  void theNumberOfCoresStandsInTheIds(int cores, String bound, String files) throws IOException {
    Suite suite = suite(bound + SUITE.replace("files: [1]", "files: [1, cores, 3]"));
    PathCatalogue catalogue = withRange(cores);

    assertThat(SuiteFolder.ids(suite.variants(catalogue)))
        .startsWith("one files=%s codec=none".formatted(files))
        .contains("two files=%s codec=gzip-3".formatted(files), "two files=1 codec=none")
        .contains("two files=3 codec=none")
        .hasSize(cores == 1 ? 5 : 7);
    List<String> only = List.of("two files=cores codec=none", "one files=5");
    assertThat(SuiteFolder.ids(Selection.select(suite, catalogue, only)))
        .containsExactly("two files=%s codec=none".formatted(files), "one files=5 codec=none");
    assertThat(suite.variants(catalogue).get(0).files()).isEqualTo(Integer.parseInt(files));
  }

  /** Both variants are the same on one core; only a variant that is written twice is an error. */
  @Test
  void oneCoreLeavesOneVariantOfTwo() throws IOException {
    Suite suite = suite(SUITE + "  - {path: one, parameters: {files: [1]}}\n");
    Suite twice = suite(SUITE + "  - {path: one, parameters: {files: [cores]}}\n");

    assertThat(SuiteFolder.ids(suite.variants(withRange(1))))
        .containsOnlyOnce("one files=1 codec=none");
    assertThatThrownBy(() -> twice.variants(withRange(2)))
        .hasMessageContaining("one files=cores codec=none is listed twice");
  }

  @Test
  void powersOfTwoGoUpToTwiceTheCores() throws IOException {
    Suite suite = suite(SUITE.replace("files: [1]", "files: [powers-of-two]"));

    assertThat(Selection.select(suite, withRange(64), List.of("two codec=none")))
        .extracting(Variant::files)
        .containsExactly(1, 2, 4, 8, 16, 32, 64, 128);
  }

  @Test
  void onePathMayStandTwiceUnderTwoNames() throws IOException {
    Suite suite = suite(SUITE + "  - {path: one, as: b}\n  - {path: one, as: slow}\n");
    String b = "one files=2 codec=none as=b";

    assertThat(folder.ids(suite, "one"))
        .containsExactly("one files=2 codec=none", b, "one files=2 codec=none as=slow");
    assertThat(suite.variants(folder.catalogue()))
        .allSatisfy(v -> assertThat(v.parameters()).doesNotContainKey("as"));
    assertThat(folder.ids(suite, "one as=b")).containsExactly(b);
    assertThat(folder.ids(suite, b)).containsExactly(b);
    assertThatThrownBy(() -> folder.ids(suite, "one as=c"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--only: no variant 'one as=c' runs (known: one ");
  }

  @Test
  void aSuiteIsFoundByItsNameOrItsFile() throws IOException {
    suite(SUITE);
    Path file = Files.writeString(root.resolve("mine.yaml"), SUITE);

    assertThat(Suite.find(root, file.toString()).name()).isEqualTo("mine");
    assertThatThrownBy(() -> Suite.find(root, "smal"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("unknown suite 'smal'; did you mean 'small'?");
  }

  @Test
  void pathsOfTheUsersComeFromAFolderOfTheirs() throws IOException {
    PathCatalogue catalogue = folder.catalogue();
    Path mine = root.resolve("mine");
    PathFolder.write(mine, "four", PathFolder.yaml("four"));

    assertThat(catalogue.with(List.of(mine, mine)).all())
        .extracting(LoadPath::name)
        .containsExactly("four", "one", "three", "two");
    assertThat(catalogue.all()).hasSize(3);
    assertThatThrownBy(() -> catalogue.with(List.of(mine.resolve("four"))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is a path itself");
    assertThatThrownBy(() -> catalogue.with(List.of(root.resolve("none"))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("holds no folder with a path.yaml");
    PathFolder.write(mine, "one", PathFolder.yaml("one"));
    assertThatThrownBy(() -> catalogue.with(List.of(mine)))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("two paths have the name 'one'")
        .hasMessageContaining(mine.resolve("one").toString());
  }

  @Test
  void onlyPicksVariantsOfTheSuiteOrRunsDefaults() throws IOException {
    assertThat(only()).hasSize(3);
    assertThat(only("two")).containsExactly("two files=1 codec=gzip-3", "two files=1 codec=none");
    assertThat(only("two codec=none", "one"))
        .containsExactly("two files=1 codec=none", "one files=2 codec=none");
    assertThat(only("three")).containsExactly("three files=2 codec=none");
    assertThat(only("one codec=gzip-3")).containsExactly("one files=2 codec=gzip-3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thre | --only: unknown path 'thre'; did you mean 'three'?",
        "two code=none | --only: path two: unknown parameter 'code'; did you mean 'codec'?",
        "two codec=zip | --only: path two: parameter 'codec' cannot be 'zip'",
        "two codec | --only: 'codec' in 'two codec' is not of the form name=value",
      })
  void onlyRejectsUnknownVariants(String wanted, String message) {
    assertThatThrownBy(() -> only(wanted))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"1s, 1, 1s", "60s, 60, 1m", "120m, 7200, 2h", "90m, 5400, 90m", "90s, 90, 90s"})
  void aBudgetIsShownInTheLargestUnitThatFits(String text, long seconds, String shown) {
    assertThat(TimeSpan.parse("budget", text)).hasSeconds(seconds);
    assertThat(TimeSpan.text(seconds)).isEqualTo(shown);
  }
}
