package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The HiveQL by itself, run as its header comments say, on the real Hive. */
class Q1IT {
  private static final Map<String, String> TABLES =
      Map.of("decimal", "lineitem.hql", "double", "lineitem-double.hql");

  @TempDir static Path folder;

  private static final Map<String, Path> METASTORES = new HashMap<>();

  @BeforeAll
  static void makeTables() throws IOException {
    Path data = Lineitem.write(folder.resolve("lineitem"));
    Files.delete(data.resolve("manifest.json"));
    Files.createDirectory(folder.resolve("empty"));
    TABLES.forEach(
        (types, file) -> {
          METASTORES.put(types, folder.resolve(types));
          Command.Result result =
              hive(types, "-f", Command.ROOT.resolve("hive/" + file).toString())
                  .with("--hivevar", "location=" + data.toUri())
                  .run()
                  .ok();
          assertThat(result.out()).isEmpty();
        });
  }

  private static Command hive(String types, String... arguments) {
    return Hive.sharing(new Command(folder.resolve("empty"), "bin/hive", arguments))
        .set("LOADPATH_HIVE_DIR", METASTORES.get(types));
  }

  private static Command q1(String types, String engine) {
    return hive(types, "-f", Command.ROOT.resolve("hive/q1.hql").toString())
        .with("--hiveconf", "hive.execution.engine=" + engine);
  }

  @ParameterizedTest
  @CsvSource({"tez, 1", "mr, 2"})
  void decimalsGiveTheOfficialAnswerAndNothingElse(String engine, int jobs) throws IOException {
    Command.Result result = q1("decimal", engine).with("--hivevar", "delta=90").run().ok();

    assertThat(result.out().lines().map(row -> row.replace('\t', '|')))
        .containsExactlyElementsOf(Lineitem.OFFICIAL_ANSWER);
    assertThat(result.err().lines()).contains("Total jobs = " + jobs);
    assertThat(result.err()).doesNotContain("SLF4J", "WARN", "Exception");
    try (Stream<Path> left = Files.list(folder.resolve("empty"))) {
      assertThat(left).as("files in the current folder").isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"tez", "mr"})
  void doublesComeWithinABillionth(String engine) {
    Command.Result result = q1("double", engine).with("--hivevar", "delta=90").run().ok();

    Lineitem.assertClose(result.out().lines().map(row -> row.replace('\t', '|')).toList());
  }

  @Test
  void deltaMovesTheDate() {
    Command.Result result = q1("decimal", "mr").with("--hivevar", "delta=112").run().ok();

    assertThat(result.out().lines().map(row -> row.replace('\t', '|')))
        .containsExactlyElementsOf(Lineitem.answer(112))
        .isNotEqualTo(Lineitem.OFFICIAL_ANSWER);
  }

  @Test
  void aMissingDeltaIsAnErrorThatNamesIt() {
    Command.Result result = q1("decimal", "mr").run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("ParseException", "hivevar");
  }
}
