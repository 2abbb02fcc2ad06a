package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.mapreduce.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load paths' executables with the packaged jar and engines/bin/hadoop. */
class PathIT {
  private static final Path MODULE = Path.of("").toAbsolutePath();
  private static final String TEXTBOOK = "mapreduce-textbook-q1";

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = folder.resolve("data [1] {a,b} x?");
    TestLineitem.write(data, TestLineitem.ROWS, 2, "", "\n");
    Files.createDirectories(folder.resolve("work"));
  }

  private Outcome step(String path, String name, Map<String, String> parameters) {
    return Program.in(folder.resolve("work"), "mapreduce/paths/" + path + "/" + name)
        .set("LOADPATH_ROOT", Program.ROOT)
        .set("LOADPATH_STATE", folder.resolve("state"))
        .set("LOADPATH_WORK", folder.resolve("work"))
        .set("LOADPATH_DATA", data)
        .set("HADOOP_ROOT_LOGGER", "ERROR,console")
        .set(parameters)
        .run();
  }

  /** A shuffled record takes 50 to 150 bytes: there is one for each group and map task, or row. */
  @ParameterizedTest
  @CsvSource({
    "mapreduce-q1, '', '', 3, 400, 1200",
    "mapreduce-textbook-q1, combiner, 2, 4, 400, 1200",
    "mapreduce-textbook-q1, none, 1, 3, 2965350, 8896050"
  })
  void aWholeRunGivesTheAnswerAndLeavesNothing(
      String path, String aggregation, String reducers, int tasks, long leastBytes, long mostBytes)
      throws Exception {
    Map<String, String> parameters =
        Map.of("LOADPATH_PARAM_AGGREGATION", aggregation, "LOADPATH_PARAM_REDUCERS", reducers);
    String rows =
        TestLineitem.ANSWER.stream()
            .map(row -> "[\"" + row.replace("|", "\", \"") + "\"]")
            .collect(Collectors.joining(", "));
    assertThat(step(path, "setup", Map.of())).isEqualTo(new Outcome(0, "", ""));
    Outcome run = step(path, "run", parameters);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains(": 60175 rows read, 59307 kept, 0 malformed; ");
    Outcome verify = step(path, "verify", Map.of());
    assertThat(verify.exitCode()).isZero();
    String counts = "], \"jobs\": 1, \"tasks\": " + tasks + ", \"shuffledBytes\": ";
    Matcher json =
        Pattern.compile(Pattern.quote("{\"answer\": [" + rows + counts) + "([0-9]+)}\n")
            .matcher(verify.out());
    assertThat(json.matches()).as(verify.out()).isTrue();
    assertThat(Long.parseLong(json.group(1))).isBetween(leastBytes, mostBytes);

    // A killed run leaves its folder: setup removes it.
    assertThat(step(path, "setup", Map.of()).exitCode()).isZero();
    for (int times = 0; times < 2; times++) {
      assertThat(step(path, "teardown", Map.of())).isEqualTo(new Outcome(0, "", ""));
    }
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  @Test
  void aFailedRunSaysWhyAndVerifiesNothing() throws Exception {
    Files.writeString(data.resolve("part-00001.tbl"), "no row\n");
    Outcome run = step("mapreduce-q1", "run", Map.of());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("part-00001.tbl, line 1, byte 0, expected 16 columns");
    assertThat(step("mapreduce-q1", "verify", Map.of()).exitCode()).isEqualTo(1);
    Outcome wrong = step(TEXTBOOK, "run", Map.of("LOADPATH_PARAM_AGGREGATION", "magic"));
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("Try 'q1-textbook --help'.");
  }

  @Test
  void theJarHoldsOnlyClassesOfOurPackages() throws Exception {
    try (var jars = Files.newDirectoryStream(MODULE.resolve("target"), "loadpath-mapreduce-*.jar");
        var jar = new JarFile(jars.iterator().next().toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo(Driver.class.getName());
      assertThat(jar.stream().map(entry -> entry.getName()).filter(n -> n.endsWith(".class")))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("io/loadpath/"));
      assertThat(jar.stream().map(entry -> entry.getName()))
          .contains("META-INF/LICENSE", "META-INF/NOTICE");
    }
  }
}
