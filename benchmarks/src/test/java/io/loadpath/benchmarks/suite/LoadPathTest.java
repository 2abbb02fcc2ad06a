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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadPathTest {
  private static final String NAME = "copy-peer";

  /** A path.yaml with every key. */
  private static final String YAML =
      PathFolder.yaml(NAME)
          .replace(
              "parameters:\n",
              "needs-when:\n  codec: {gzip-3: [gzip, igzip]}\nparameters:\n  rate: [10MB/s]\n")
          .replace(
              "steps:",
              """
              own-table:
                cannot-take: {bom: "it stays"}
                cannot-take-when:
                  codec: {gzip-3: {quotes: "it has no words for them"}}
              steps:""");

  @TempDir private Path parent;

  private LoadPath read(String yaml) throws IOException {
    return LoadPath.read(PathFolder.write(parent, NAME, yaml));
  }

  @Test
  void readsAPath() throws IOException {
    LoadPath path = read(YAML);
    PathDefinition definition = path.definition();

    assertThat(path.name()).isEqualTo(NAME);
    assertThat(path.executable(Step.RUN)).isExecutable();
    assertThat(definition.measures()).isEqualTo(Measure.LOAD);
    assertThat(definition.defaults())
        .containsExactly(
            Map.entry("rate", "10MB/s"), Map.entry("files", "2"), Map.entry("codec", "none"));
    assertThat(definition.needs("codec", "gzip-3")).containsExactly("gzip", "igzip");
    assertThat(definition.needs("codec", "none")).isEmpty();
    assertThat(definition.needs("files", "2")).isEmpty();
    assertThat(definition.mayNeed()).containsExactly("gzip", "igzip");
    assertThat(read(PathFolder.yaml(NAME)).definition().ownTable()).isNull();
  }

  @Test
  void aPathSaysWhatItCannotTakeOfAnOwnTable() throws IOException {
    OwnTable own = read(YAML).definition().ownTable();
    EnumSet<Trait> all = EnumSet.allOf(Trait.class);

    assertThat(own.refusals(Map.of("codec", "none"), all)).containsExactly("bom: it stays");
    assertThat(own.refusals(Map.of("codec", "gzip-3", "files", "1"), all))
        .containsExactly("bom: it stays", "quotes: it has no words for them");
    assertThat(own.refusals(Map.of("codec", "gzip-3"), EnumSet.of(Trait.HEADER))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "measures: load | measures: lood | 'lood' is not a value of 'measures'; did you mean 'load'?",
        "measures: load | 'measures: load\npromises: exactly-one' | did you mean 'exactly-once'?",
        "measures: load | 'measures: query\npromises: exactly-once' | promises: a query moves no rows",
        "tool: peer | tool: pear | 'pear' is not a value of 'tool'; did you mean 'peer'?",
        "dataset: all-card-trans | dataset: cards | 'cards' is not a value of 'dataset'",
        "none, gzip-3] | none, gzip-3, gzip-10] | parameters.codec: unknown codec 'gzip-10'",
        "none, | no ne, | parameters.codec: 'no ne' may hold letters, digits",
        "[2, 1] | [0] | parameters.files: '0' is not from 1..9999",
        "[2, 1] | [1..10000] | parameters.files: '1..10000' is not from 1..9999",
        "[2, 1] | [9..1] | parameters.files: '9..1' must go from a smaller to a larger",
        "[2, 1] | [1..x] | parameters.files: '1..x' is not a range",
        "[2, 1] | [1..9MB/s] | parameters.files: '1..9MB/s' is not from 1..9999",
        "[2, 1] | [cores, 2] | parameters.files: 'cores' also needs a range",
        "files: [2, 1] | mappers: [powers-of-two, 1..9] | parameters.mappers: 'powers-of-two' is for suites only",
        "files: [2, 1] | speed: [1...9] | parameters.speed: '1...9' is not a range",
        "files: [2, 1] | as: [1] | parameters.as: a suite uses this word",
        "[2, 1] | [1, 1] | parameters.files: names a value twice",
        "[2, 1] | [] | parameters.files: must be the list of allowed values",
        "run, verify | run | steps: must name run and verify",
        "teardown] | clean-up] | 'clean-up' is not a value of 'steps[4]'",
        "name: copy-peer | name: other | name: 'other' differs from the name of its folder",
        "name: copy-peer | name: Copy | name: 'Copy' is not in kebab-case",
        "title: A path of the tests | # | the key 'title' is missing",
        "title: A path | tilte: A path | path.yaml:2: unknown key 'tilte'; did you mean 'title'?",
        "codec: {gzip-3: [ | codecs: {gzip-3: [ | needs-when: unknown parameter 'codecs'; did you mean 'codec'?",
        "gzip-3: [g | gzip-4: [g | 'gzip-4' is not a value of 'needs-when.codec'; did you mean 'gzip-3'?",
        "{gzip-3: [gzip, igzip]} | {} | needs-when.codec: names no value",
        "[gzip, igzip] | [] | needs-when.codec.gzip-3: must be the list of needed engines and tools",
        "{bom: | {bomb: | path.yaml:14: unknown key 'bomb'; did you mean 'bom'?",
        "codec: {gzip-3: { | codecs: {gzip-3: { | cannot-take-when: unknown parameter 'codecs'; did you mean 'codec'?",
        "gzip-3: { | gzip-4: { | 'gzip-4' is not a value of 'own-table.cannot-take-when.codec'",
        "it stays | '' | own-table.cannot-take.bom: must be the reason in one line",
        "it has no words for them | '' | own-table.cannot-take-when.codec.gzip-3.quotes: must be the reason",
        "own-table: | 'own-table:\n  codecs: [gzip]' | own-table.codecs: the path's parameter 'codec' already lists them",
        "measures: load | measures: query | own-table: a query works on its own table only",
      })
  void rejectsInvalidValues(String text, String instead, String message) {
    assertThat(YAML).contains(text);

    assertThatThrownBy(() -> read(YAML.replace(text, instead)))
        .isInstanceOfAny(LoadpathException.class, InvalidFileException.class)
        .hasMessageStartingWith(parent.resolve(NAME).resolve("path.yaml").toString())
        .hasMessageContaining(message);
  }

  @Test
  void namesAMissingExecutable() throws IOException {
    Path folder = PathFolder.write(parent, NAME, YAML);
    Files.delete(folder.resolve("verify"));

    assertThatThrownBy(() -> LoadPath.read(folder))
        .hasMessageContaining("steps: there is no executable file 'verify'");
  }
}
