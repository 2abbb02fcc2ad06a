package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.suite.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Which options name a table, and for which suite. */
class TableOptionsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path folder;

  private static TableOptions options(String line) {
    return CommandLine.populateCommand(
        new TableOptions(), line.isEmpty() ? new String[0] : line.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "own | '' | the suite own needs your table: 'bin/loadpath describe FILES' writes its description, then add --table FILE.yaml",
        "quick | --table sales.yaml | --table: the suite quick makes its own data; your table is for: bin/loadpath run own --table sales.yaml",
        "own | --parts 2 | --files and --parts are about the table of --table, which is missing",
        "quick | --files a.csv b.csv | --files and --parts are about the table of --table, which is missing",
        "own | --table pom.xml --parts 0 | --parts: 0 is not from 1 to 9999",
      })
  void aTableIsForTheSuiteOwn(String suite, String line, String message) {
    TableOptions options = options(line);
    assertThatThrownBy(() -> options.of(Suite.find(ROOT, suite)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aSuiteOfMadeDataNeedsNoTable() {
    assertThat(options("").of(Suite.find(ROOT, "quick"))).isEmpty();
    assertThat(options("").words()).isEmpty();
  }

  @Test
  void aDescriptionThatIsNotThereIsNamedWithWhatMakesOne() {
    assertThatThrownBy(() -> options("--table missing.yaml").of(Suite.find(ROOT, "own")))
        .isInstanceOf(LoadpathException.class)
        .hasMessage(
            "--table: there is no file missing.yaml; 'bin/loadpath describe FILES' writes one");
  }

  @Test
  void aTableWithTheNameOfLoadpathsOwnIsRefused() throws Exception {
    Path description = folder.resolve("cards.yaml");
    Files.writeString(
        description,
        "table: all-card-trans\nformat: {delimiter: ','}\ncolumns: [{name: id, type: integer(3)}]\n");

    assertThatThrownBy(() -> options("--table " + description).of(Suite.find(ROOT, "own")))
        .isInstanceOf(LoadpathException.class)
        .hasMessageStartingWith(description + ": table: ")
        .hasMessageContaining("'all-card-trans': choose another one");
  }

  @Test
  void theRecordedCommandIsWhatTheUserTyped() throws Exception {
    Path description = folder.resolve("Ann's sales.yaml");
    Files.writeString(
        description,
        "table: sales\nformat: {delimiter: ','}\ncolumns: [{name: id, type: integer(3)}]\n");
    TableOptions options =
        CommandLine.populateCommand(
            new TableOptions(),
            "--table",
            description.toString(),
            "--files",
            "a-*.csv",
            "b.csv",
            "--parts",
            "4");

    RunRequest.UserTable request = options.of(Suite.find(ROOT, "own")).orElseThrow();

    assertThat(request.table().sqlName()).isEqualTo("sales");
    assertThat(request.files()).containsExactly("a-*.csv", "b.csv");
    assertThat(request.parts()).isEqualTo(4);
    assertThat(options.words())
        .isEqualTo(
            " --table '%s/Ann'\\''s sales.yaml' --files 'a-*.csv' b.csv --parts 4"
                .formatted(folder));
  }
}
