package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.tables.Trait;
import io.loadpath.tables.yaml.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadPathTest {
  private static final String NAME = "copy-peer";
  private static final String NEEDS_WHEN = "needs-when:\n  codec: {gzip-3: [gzip, igzip]}\n";

  private static final String OWN_TABLE =
      """
      own-table:
        cannot-take: {bom: "it stays"}
        cannot-take-when:
          codec: {gzip-3: {quotes: "it has no words for them"}}
      """;

  @TempDir private Path parent;

  @Test
  void readsAPath() throws IOException {
    LoadPath path = LoadPath.read(PathFolder.write(parent, NAME, PathFolder.yaml(NAME)));

    assertThat(path.name()).isEqualTo(NAME);
    assertThat(path.definition().measures()).isEqualTo(Measure.LOAD);
    assertThat(path.definition().defaults())
        .containsExactly(Map.entry("files", "2"), Map.entry("codec", "none"));
    assertThat(path.executable(Step.RUN)).isExecutable();
  }

  @Test
  void namesTheNearestKeyOfAnUnknownOne() throws IOException {
    String yaml = PathFolder.yaml(NAME).replace("parameters:", "paramters:");
    Path folder = PathFolder.write(parent, NAME, yaml);

    assertThatThrownBy(() -> LoadPath.read(folder))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageStartingWith(folder.resolve("path.yaml") + ":7: unknown key 'paramters'")
        .hasMessageContaining("did you mean 'parameters'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "measures: load | measures: lood | 'lood' is not a value of 'measures'; did you mean 'load'?",
        "measures: load | 'measures: load\npromises: exactly-one' | 'exactly-one' is not a value of 'promises'; did you mean 'exactly-once'?",
        "measures: load | 'measures: query\npromises: exactly-once' | promises: a query moves no rows",
        "tool: peer | tool: pear | 'pear' is not a value of 'tool'; did you mean 'peer'?",
        "dataset: all-card-trans | dataset: cards | 'cards' is not a value of 'dataset'",
        "gzip-3] | gzip-10] | parameters.codec: unknown codec 'gzip-10'",
        "none, | no ne, | parameters.codec: 'no ne' may hold letters, digits and . _ + / - only",
        "[2, 1] | [0] | parameters.files: '0' is not from 1..9999",
        "[2, 1] | [1..10000] | parameters.files: '1..10000' is not from 1..9999",
        "[2, 1] | [9..1] | parameters.files: '9..1' must go from a smaller to a larger number",
        "[2, 1] | [1..x] | parameters.files: '1..x' is no range such as 1..9999",
        "[2, 1] | [1..9MB/s] | parameters.files: '1..9MB/s' is not from 1..9999",
        "[2, 1] | [cores, 2] | parameters.files: 'cores' needs a range of numbers beside it",
        "files: [2, 1] | mappers: [powers-of-two, 1..9] | parameters.mappers: 'powers-of-two' is a word of suites",
        "files: [2, 1] | rate: [1...9] | parameters.rate: '1...9' is no range such as 1..9999",
        "codec: [none | as: [none | parameters.as: a suite uses this word",
        "[2, 1] | [1, 1] | parameters.files: names a value twice",
        "[2, 1] | [] | parameters.files: must be the list of allowed values",
        "[2, 1] | 2 | the value of 'parameters.files' is not a list",
        "run, verify | run | steps: must name run and verify",
        "teardown] | clean-up] | 'clean-up' is not a value of 'steps[4]'",
        "name: copy-peer | name: other | name: 'other' differs from the name of its folder",
        "name: copy-peer | name: Copy | name: 'Copy' is not in kebab-case",
        "title: A path of the tests | # | the key 'title' is missing",
        "title: A path | tilte: A path | path.yaml:2: unknown key 'tilte'; did you mean 'title'?",
        "needs: [] | 'title: Twice' | Duplicate field 'title'",
      })
  void rejectsWhatIsNotAllowed(String line, String instead, String message) throws IOException {
    String yaml = PathFolder.yaml(NAME).replace(line, instead);
    Path folder = PathFolder.write(parent, NAME, yaml);

    assertThatThrownBy(() -> LoadPath.read(folder))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageStartingWith(folder.resolve("path.yaml").toString())
        .hasMessageContaining(message);
  }

  @Test
  void aValueMayNeedMoreThanThePath() throws IOException {
    String yaml =
        PathFolder.yaml(NAME).replace("parameters:", NEEDS_WHEN + "parameters:\n  rate: [10MB/s]");
    PathDefinition definition = LoadPath.read(PathFolder.write(parent, NAME, yaml)).definition();

    assertThat(definition.needs("codec", "gzip-3")).containsExactly("gzip", "igzip");
    assertThat(definition.needs("codec", "none")).isEmpty();
    assertThat(definition.needs("files", "2")).isEmpty();
    assertThat(definition.mayNeed()).containsExactly("gzip", "igzip");
    assertThat(definition.defaults()).containsEntry("rate", "10MB/s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "needs-when | need-when | path.yaml:7: unknown key 'need-when'; did you mean 'needs-when'?",
        "needs-when | needsWhen | unknown key 'needsWhen'; did you mean 'needs-when'?",
        "codec: { | codecs: { | needs-when: unknown parameter 'codecs'; did you mean 'codec'?",
        "gzip-3: [g | gzip-4: [g | 'gzip-4' is not a value of 'needs-when.codec'; did you mean 'gzip-3'?",
        "{gzip-3: [gzip, igzip]} | {} | needs-when.codec: names no value",
        "[gzip, igzip] | [] | needs-when.codec.gzip-3: must be the list of what it needs",
        "[gzip, igzip] | gzip | the value of 'needs-when.codec.gzip-3' is not a list",
      })
  void rejectsNeedsOfWhatIsNoValue(String text, String instead, String message) throws IOException {
    String yaml = PathFolder.yaml(NAME).replace("parameters:", NEEDS_WHEN + "parameters:");
    Path folder = PathFolder.write(parent, NAME, yaml.replace(text, instead));

    assertThatThrownBy(() -> LoadPath.read(folder))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPathSaysWhatItCannotTakeOfAnOwnTable() throws IOException {
    String yaml = PathFolder.yaml(NAME).replace("steps:", OWN_TABLE + "steps:");
    OwnTable own = LoadPath.read(PathFolder.write(parent, NAME, yaml)).definition().ownTable();

    Set<Trait> all = EnumSet.allOf(Trait.class);
    assertThat(own.refusals(Map.of("codec", "none"), all)).containsExactly("bom: it stays");
    assertThat(own.refusals(Map.of("codec", "gzip-3", "files", "1"), all))
        .containsExactly("bom: it stays", "quotes: it has no words for them");
    assertThat(own.refusals(Map.of("codec", "gzip-3"), EnumSet.of(Trait.HEADER))).isEmpty();
    assertThat(LoadPath.read(PathFolder.write(parent, NAME, PathFolder.yaml(NAME))).definition())
        .extracting(PathDefinition::ownTable)
        .isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{bom: | {bomb: | path.yaml:11: unknown key 'bomb'; did you mean 'bom'?",
        "quotes: | quoted: | unknown key 'quoted'; did you mean 'quotes'?",
        "cannot-take: | can-take: | unknown key 'can-take'; did you mean 'cannot-take'?",
        "codec: {gzip-3 | codecs: {gzip-3 | cannot-take-when: unknown parameter 'codecs'; did you mean 'codec'?",
        "codec: {gzip-3 | codec: {gzip-4 | 'gzip-4' is not a value of 'own-table.cannot-take-when.codec'; did you mean 'gzip-3'?",
        "it stays | '' | own-table.cannot-take.bom: must be the reason in one line",
        "it has no words for them | '' | own-table.cannot-take-when.codec.gzip-3.quotes: must be the reason",
        "own-table: | 'own-table:\n  codecs: [gzip]' | own-table.codecs: the path's parameter 'codec' already says",
        "measures: load | measures: query | own-table: a query reads a table that it knows",
      })
  void rejectsABlockThatDoesNotFitThePath(String text, String instead, String message)
      throws IOException {
    String yaml = PathFolder.yaml(NAME).replace("steps:", OWN_TABLE + "steps:");
    String changed = yaml.replace(text, instead.replace("\\n", "\n"));
    Path folder = PathFolder.write(parent, NAME, changed);

    assertThatThrownBy(() -> LoadPath.read(folder)).hasMessageContaining(message);
  }

  @Test
  void namesAMissingExecutable() throws IOException {
    Path folder = PathFolder.write(parent, NAME, PathFolder.yaml(NAME));
    Files.delete(folder.resolve("verify"));

    assertThatThrownBy(() -> LoadPath.read(folder))
        .hasMessageContaining("steps: 'verify' is not there as an executable file");
  }
}
