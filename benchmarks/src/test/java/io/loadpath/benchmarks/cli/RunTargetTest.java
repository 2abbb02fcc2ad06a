package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The arguments of a run: a suite or a table. */
class RunTargetTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String SALES =
      "table: sales\nformat: {delimiter: ','}\ncolumns: [{name: id, type: integer(3)}]\n";

  @TempDir private Path folder;

  private static RunTarget target(String... arguments) {
    return CommandLine.populateCommand(new RunTarget(), arguments);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aNameIsASuiteAndNoNameIsQuick() {
    assertThat(target().suite(ROOT).name()).isEqualTo("quick");
    assertThat(target().words()).isEqualTo("quick");
    assertThat(target("noise").suite(ROOT).name()).isEqualTo("noise");
    assertThat(target("noise").table()).isEmpty();
  }

  @Test
  void theKeysOfAFileTellATableFromASuite() throws IOException {
    RunTarget table = target(file("sales.yaml", SALES).toString());
    assertThat(table.suite(ROOT).name()).isEqualTo(Suite.TABLE);
    assertThat(table.table().orElseThrow().table().sqlName()).isEqualTo("sales");
    assertThat(target(file("sales.YML", SALES).toString()).table()).isPresent();

    Path suite = file("mine.yaml", Files.readString(Suite.folder(ROOT).resolve("noise.yaml")));
    assertThat(target(suite.toString()).suite(ROOT).name()).isEqualTo("mine");
    assertThat(target(suite.toString()).table()).isEmpty();

    Path neither = file("other.yaml", "title: x\n");
    assertThatThrownBy(() -> target(neither.toString()).suite(ROOT))
        .isInstanceOf(LoadpathException.class)
        .hasMessage(
            neither
                + " is neither a table's description, which has a key 'columns', nor a suite,"
                + " which has 'paths'");
  }

  @Test
  void aTableRunsByASuiteThatIsForTables() throws IOException {
    String table = file("sales.yaml", SALES).toString();
    Path mine =
        file(
            "mine.yaml",
            "title: x\nrounds: 1\ndatasets: {own-table: {}}\npaths: [{path: duckdb-q1}]\n");

    assertThat(target(table, "--suite", mine.toString()).suite(ROOT).name()).isEqualTo("mine");
    assertThatThrownBy(() -> target(table, "--suite", "quick").suite(ROOT))
        .hasMessageStartingWith("--suite: the suite quick makes its own data");
    assertThatThrownBy(() -> target(mine.toString()).suite(ROOT))
        .hasMessage("the suite mine needs your table: bin/loadpath run TABLE.yaml --suite " + mine);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quick a.csv | files, --parts and --suite need a table: bin/loadpath run TABLE.yaml",
        "quick --parts 2 | files, --parts and --suite need a table: bin/loadpath run TABLE.yaml",
        "missing.yaml | there is no file missing.yaml: 'bin/loadpath describe FILES' writes the"
            + " description of a table",
        "table | suite 'table': name your table: bin/loadpath run TABLE.yaml",
        "fault-paths | suite 'fault-paths': bin/loadpath faults runs its paths",
        "aa | unknown suite 'aa': it is called 'noise' now",
        "own | unknown suite 'own': name your table: bin/loadpath run TABLE.yaml",
      })
  void wrongCombinationsAreRefusedWithTheRightCommand(String line, String message) {
    assertThatThrownBy(() -> target(line.split(" ")).suite(ROOT)).hasMessage(message);
  }

  @Test
  void dataInsteadOfADescriptionIsAnsweredWithDescribe() throws IOException {
    String data = file("ann's orders.csv", "1,2\n").toString();
    String message =
        "%s is not a description of a table: describe your files first, with 'bin/loadpath describe %s'"
            .formatted(data, ShellWord.of(data));

    assertThatThrownBy(() -> target(data, "more.csv").suite(ROOT)).hasMessage(message);
    assertThatThrownBy(() -> Table.read(Path.of(data))).hasMessage(message);
  }

  @Test
  void aNumberOfPartsIsChecked() throws IOException {
    String table = file("sales.yaml", SALES).toString();
    assertThatThrownBy(() -> target(table, "--parts", "0").table())
        .hasMessage("--parts: 0 is not from 1 to 9999");
  }

  @Test
  void aTableWithTheNameOfLoadpathsOwnIsRefused() throws IOException {
    Path description = file("cards.yaml", SALES.replace("sales", "all-card-trans"));

    assertThatThrownBy(() -> target(description.toString()).table())
        .isInstanceOf(LoadpathException.class)
        .hasMessageStartingWith(description + ": table: ")
        .hasMessageContaining("'all-card-trans' is the name of a table of Loadpath");
  }

  @Test
  void theRecordedCommandIsWhatTheUserTyped() throws IOException {
    Path description = file("Ann's sales.yaml", SALES);
    RunTarget target = target(description.toString(), "a-*.csv", "b.csv", "--parts", "4");

    RunRequest.UserTable request = target.table().orElseThrow();

    assertThat(request.files()).containsExactly("a-*.csv", "b.csv");
    assertThat(request.parts()).isEqualTo(4);
    assertThat(target.words())
        .isEqualTo("'%s/Ann'\\''s sales.yaml' 'a-*.csv' b.csv --parts 4".formatted(folder));
  }
}
