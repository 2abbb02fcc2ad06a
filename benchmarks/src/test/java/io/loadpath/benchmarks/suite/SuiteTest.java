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

  @BeforeEach
  void writePaths() throws IOException {
    for (String name : List.of("one", "two", "three")) {
      PathFolder.write(root.resolve("sqoop/paths"), name, PathFolder.yaml(name));
    }
  }

  private Suite suite(String text) throws IOException {
    Path folder = Files.createDirectories(Suite.folder(root));
    Files.writeString(folder.resolve("small.yaml"), text);
    return Suite.find(root, "small");
  }

  private static List<String> ids(List<Variant> variants) {
    return variants.stream().map(Variant::id).toList();
  }

  @Test
  void expandsTheMatrixInTheOrderOfTheFile() throws IOException {
    Suite suite = suite(SUITE);

    assertThat(suite.name()).isEqualTo("small");
    assertThat(suite.definition().rounds()).isEqualTo(3);
    assertThat(ids(suite.variants(PathCatalogue.discover(root))))
        .containsExactly(
            "one files=2 codec=none", "two files=1 codec=gzip-3", "two files=1 codec=none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path: two | path: tow | unknown path 'tow'; did you mean 'two'?",
        "path: two | paht: two | small.yaml:7: unknown key 'paht'; did you mean 'path'?",
        "codec: [ | codecs: [ | path two: unknown parameter 'codecs'; did you mean 'codec'?",
        "files: [1] | files: [3] | path two: parameter 'files' cannot be '3' (allowed: 2, 1)",
        "files: [1] | files: [1, 1] | stands there twice",
        "codec: [ | codec: [gzip, | parameter 'codec' cannot be 'gzip'; did you mean 'gzip-3'? (allowed: none, gzip-3)",
        "rounds: 3 | 'rounds: 3\nmax-cores: 0' | max-cores: 0 is not 1 or more",
        "rounds: 3 | rounds: 0 | rounds: 0 is not between 1 and 1000",
        "rounds: 3 | rounds: many | the value of 'rounds' is not a whole number",
        "rounds: 3 | start-row: 9 | unknown key 'start-row'; did you mean 'start-rows'?",
        "rounds: 3 | bugdet: 3m | unknown key 'bugdet'; did you mean 'budget'?",
        "all-card-trans | all-card | datasets: unknown dataset 'all-card'",
        "rows: 1000 | scale: 1 | datasets.all-card-trans: takes the key 'rows' alone",
        "all-card-trans: {rows: 1000} | 'all-card-trans: {rows: 1000}\n  own-table: {}' | datasets: own-table stands alone",
        "all-card-trans: {rows: 1000} | own-table: {rows: 1000} | datasets.own-table: takes no size",
        "all-card-trans: {rows: 1000} | own-table: {} | path one takes all-card-trans alone: its path.yaml has no block 'own-table'",
        "'rounds: 3\ndatasets:\n  all-card-trans: {rows: 1000}' | 'rounds: 3\nstart-rows: 1000\ndatasets: {own-table: {}}' | start-rows: a table of the user's has no start runs",
        "all-card-trans: {rows: 1000} | lineitem: {scale: 1} | reads all-card-trans: give its size",
      })
  void rejectsWhatIsNotThere(String text, String instead, String message) throws IOException {
    assertThatThrownBy(
            () -> suite(SUITE.replace(text, instead)).variants(PathCatalogue.discover(root)))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageContaining("small.yaml")
        .hasMessageContaining(message);
  }

  private PathCatalogue ofOwnTable() throws IOException {
    for (String name : List.of("one", "two")) {
      String yaml = PathFolder.yaml(name).replace("steps:", "own-table: {}\nsteps:");
      PathFolder.write(root.resolve("sqoop/paths"), name, yaml);
    }
    return PathCatalogue.discover(root);
  }

  @Test
  void filesAndCodecOfAnOwnTableAreNotASuitesOrAUsersChoice() throws IOException {
    String text = SUITE.replace("all-card-trans: {rows: 1000}", "own-table: {}");
    Suite suite = suite(text.replaceAll("\n *parameters: .*", ""));
    PathCatalogue catalogue = ofOwnTable();

    assertThat(suite.definition().ofOwnTable()).isTrue();
    assertThat(ids(Selection.select(suite, catalogue, List.of("two"))))
        .containsExactly("two files=2 codec=none");
    assertThatThrownBy(() -> Selection.select(suite, catalogue, List.of("two files=2")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(
            "--only 'two files=2': parameter 'files' is as the table's files are: leave it out")
        .hasMessageContaining("--parts N");
    assertThatThrownBy(() -> Selection.select(suite, catalogue, List.of("three")))
        .hasMessageContaining("path three takes all-card-trans alone");
    assertThatThrownBy(() -> suite(text).variants(catalogue))
        .hasMessageContaining("small.yaml: path two: parameter 'files' is as");
  }

  private PathCatalogue withRange(int cores) throws IOException {
    for (String name : List.of("one", "two")) {
      String yaml = PathFolder.yaml(name).replace("[2, 1]", "[cores, 1..9999]");
      PathFolder.write(root.resolve("sqoop/paths"), name, yaml);
    }
    return PathCatalogue.discover(root, cores);
  }

  @ParameterizedTest
  @CsvSource({"64, '', 64", "64, 'max-cores: 8\n', 8", "1, 'max-cores: 8\n', 1"})
  void theNumberOfCoresStandsInTheIds(int cores, String bound, String files) throws IOException {
    Suite suite = suite(bound + SUITE.replace("files: [1]", "files: [1, cores, 3]"));
    PathCatalogue catalogue = withRange(cores);

    assertThat(ids(suite.variants(catalogue)))
        .startsWith("one files=%s codec=none".formatted(files))
        .contains("two files=%s codec=gzip-3".formatted(files), "two files=1 codec=none")
        .contains("two files=3 codec=none")
        .hasSize(cores == 1 ? 5 : 7);
    assertThat(ids(Selection.select(suite, catalogue, List.of("two files=cores codec=none"))))
        .containsExactly("two files=%s codec=none".formatted(files));
    assertThat(ids(Selection.select(suite, catalogue, List.of("one files=5"))))
        .containsExactly("one files=5 codec=none");
    assertThat(suite.variants(catalogue).get(0).files()).isEqualTo(Integer.parseInt(files));
  }

  /** Both variants are the same on one core; only what is written twice is an error. */
  @Test
  void oneCoreLeavesOneVariantOfTwo() throws IOException {
    Suite suite = suite(SUITE + "  - {path: one, parameters: {files: [1]}}\n");

    assertThat(ids(suite.variants(withRange(1)))).containsOnlyOnce("one files=1 codec=none");
    assertThatThrownBy(
            () ->
                suite(SUITE + "  - {path: one, parameters: {files: [cores]}}\n")
                    .variants(withRange(2)))
        .hasMessageContaining("one files=cores codec=none stands there twice");
  }

  @Test
  void powersOfTwoGoUpToTwiceTheCores() throws IOException {
    Suite suite = suite(SUITE.replace("files: [1]", "files: [powers-of-two]"));

    assertThat(ids(Selection.select(suite, withRange(64), List.of("two codec=none"))))
        .hasSize(8)
        .startsWith("two files=1 codec=none", "two files=2 codec=none")
        .endsWith("two files=128 codec=none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "one files=0 | parameter 'files' cannot be '0' (allowed: cores, 1..9999)",
        "one files=10000 | parameter 'files' cannot be '10000' (allowed: cores, 1..9999)",
        "one files=coers | cannot be 'coers'; did you mean 'cores'? (allowed: cores, 1..9999)",
      })
  void aValueOutsideItsRangeNamesTheRange(String wanted, String message) throws IOException {
    Suite suite = suite(SUITE);
    PathCatalogue catalogue = withRange(2);

    assertThatThrownBy(() -> Selection.select(suite, catalogue, List.of(wanted)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  @Test
  void warmsUpAsOftenAsItSays() throws IOException {
    assertThat(suite(SUITE).definition().warmups()).isZero();
    assertThat(suite("warmups: 2\n" + SUITE).definition().warmups()).isEqualTo(2);
    assertThatThrownBy(() -> suite("warmups: -1\n" + SUITE))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageContaining("warmups: -1 is not between 0 and 1000");
  }

  @Test
  void onePathMayStandTwiceUnderTwoNames() throws IOException {
    Suite suite = suite(SUITE + "  - {path: one, as: b}\n  - {path: one, as: slow}\n");
    PathCatalogue catalogue = PathCatalogue.discover(root);
    List<Variant> variants = suite.variants(catalogue);

    assertThat(ids(variants))
        .contains(
            "one files=2 codec=none",
            "one files=2 codec=none as=b",
            "one files=2 codec=none as=slow");
    assertThat(variants).allSatisfy(v -> assertThat(v.parameters()).doesNotContainKey("as"));
    assertThat(ids(Selection.select(suite, catalogue, List.of("one as=b"))))
        .containsExactly("one files=2 codec=none as=b");
    assertThat(ids(Selection.select(suite, catalogue, List.of("one files=2 codec=none as=b"))))
        .containsExactly("one files=2 codec=none as=b");
    assertThat(Selection.select(suite, catalogue, List.of("one"))).hasSize(3);
    assertThatThrownBy(() -> Selection.select(suite, catalogue, List.of("one as=c")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--only: no variant 'one as=c' runs; did you mean 'one ");
    assertThatThrownBy(
            () -> suite(SUITE + "  - {path: one, as: b}\n".repeat(2)).variants(catalogue))
        .hasMessageContaining("one files=2 codec=none as=b stands there twice");
    assertThatThrownBy(() -> suite(SUITE + "  - {path: one, as: 'b c'}\n"))
        .hasMessageContaining("path one: as: 'b c' may hold letters");
  }

  @Test
  void mayNameABaselineForEachKind() throws IOException {
    PathCatalogue catalogue = PathCatalogue.discover(root);

    assertThat(suite(SUITE).baselines(catalogue)).isEmpty();
    assertThat(ids(suite("baseline: {load: two codec=none}\n" + SUITE).baselines(catalogue)))
        .containsExactly("two files=1 codec=none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{load: two codec=zip} | baseline: load: no variant 'two codec=zip' runs; did you mean",
        "{query: two} | baseline: query: no variant 'two' runs (none is known)",
        "{lod: two} | small.yaml:1: unknown key 'lod'; did you mean 'load'?",
        "two codec=none | the value of 'baseline' is not a block of keys and values",
      })
  void rejectsABaselineThatIsNotThere(String baseline, String message) {
    assertThatThrownBy(
            () ->
                suite("baseline: " + baseline + "\n" + SUITE)
                    .baselines(PathCatalogue.discover(root)))
        .hasMessageContaining("small.yaml")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start-rows: 999 | start-rows: 999 is not between 1000 and 1000000",
        "start-rows: 1000001 | start-rows: 1000001 is not between 1000 and 1000000",
        "start-rows: few | the value of 'start-rows' is not a whole number",
        "budget: 3 | budget: '3' is not a time such as 90s, 3m or 1h",
        "budget: 0m | budget: '0m' is not a time such as 90s, 3m or 1h",
        "budget: [3m] | the value of 'budget' is not a text",
      })
  void rejectsStartRowsAndBudgetsThatMeanNothing(String line, String message) {
    assertThatThrownBy(() -> suite(line + "\n" + SUITE))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageContaining("small.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void mayHaveStartRunsAndABudget() throws IOException {
    assertThat(suite(SUITE).definition())
        .extracting(SuiteDefinition::startRows, SuiteDefinition::budget)
        .containsOnlyNulls();
    assertThat(suite("start-rows: 1000\nbudget: 3m\n" + SUITE).definition())
        .extracting(SuiteDefinition::startRows, SuiteDefinition::budget)
        .containsExactly(1000L, "3m");
  }

  @Test
  void namesTheNearestSuite() throws IOException {
    suite(SUITE);

    assertThatThrownBy(() -> Suite.find(root, "smal"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("unknown suite 'smal'; did you mean 'small'?");
  }

  @Test
  void readsASuiteFileOfTheUsersOwn() throws IOException {
    Path file = Files.writeString(root.resolve("mine.yaml"), SUITE);

    assertThat(Suite.find(root, file.toString()).name()).isEqualTo("mine");
  }

  @Test
  void rejectsTwoPathsOfOneName() throws IOException {
    PathFolder.write(root.resolve("hive/paths"), "one", PathFolder.yaml("one"));

    assertThatThrownBy(() -> PathCatalogue.discover(root))
        .hasMessageContaining("two paths are called 'one'");
  }

  @Test
  void pathsOfTheUsersComeFromAFolderOfTheirs() throws IOException {
    PathCatalogue catalogue = PathCatalogue.discover(root);
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
        .hasMessageContaining("two paths are called 'one'")
        .hasMessageContaining(mine.resolve("one").toString());
  }

  @Test
  void onlyPicksVariantsOfTheSuite() throws IOException {
    assertThat(only("two")).containsExactly("two files=1 codec=gzip-3", "two files=1 codec=none");
    assertThat(only("two codec=none")).containsExactly("two files=1 codec=none");
    assertThat(only("two codec=none", "one"))
        .containsExactly("two files=1 codec=none", "one files=2 codec=none");
    assertThat(only()).hasSize(3);
  }

  @Test
  void onlyRunsWhatTheSuiteLeavesOutWithDefaults() throws IOException {
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
  void onlyRejectsWhatIsNotThere(String wanted, String message) {
    assertThatThrownBy(() -> only(wanted))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  private List<String> only(String... wanted) throws IOException {
    return ids(Selection.select(suite(SUITE), PathCatalogue.discover(root), List.of(wanted)));
  }
}
