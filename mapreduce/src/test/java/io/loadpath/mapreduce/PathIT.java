package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load path's executables with the packaged jar, each in processes of its own. */
class PathIT {
  private static final Path MODULE = Path.of("").toAbsolutePath();

  @TempDir Path folder;
  private Path data;

  record Step(int exitCode, String out, String err) {}

  /**
   * A project root with this module's jar and a launcher that does what {@code hadoop jar} does.
   */
  @BeforeEach
  void makeRoot() throws IOException {
    data = folder.resolve("data [1] {a,b} x?");
    TestLineitem.write(data, TestLineitem.ROWS, 2, "", "\n");
    Files.createDirectories(folder.resolve("work"));
    Files.createDirectories(folder.resolve("root/bin"));
    Files.createSymbolicLink(folder.resolve("root/mapreduce"), MODULE);
    String jars =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .filter(entry -> entry.endsWith(".jar"))
            .collect(Collectors.joining(":"));
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.copy(
        MODULE.resolve("src/test/resources/log4j.properties"), conf.resolve("log4j.properties"));
    Path launcher = folder.resolve("root/bin/hadoop");
    Files.writeString(
        launcher,
        """
        #!/bin/sh
        [ "$1" = jar ] || exit 0
        shift
        exec '%s/bin/java' -Xmx256m -XX:TieredStopAtLevel=1 -cp '%s:%s' \\
          -Dhadoop.tmp.dir='%s' org.apache.hadoop.util.RunJar "$@"
        """
            .formatted(System.getProperty("java.home"), conf, jars, folder.resolve("tmp")));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  private Step step(String name, Map<String, String> parameters) throws Exception {
    return step("mapreduce-q1", name, parameters);
  }

  private Step step(String path, String name, Map<String, String> parameters) throws Exception {
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(MODULE.resolve("paths").resolve(path).resolve(name).toString())
            .directory(folder.resolve("work").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("LOADPATH_ROOT", folder.resolve("root").toString());
    builder.environment().put("LOADPATH_WORK", folder.resolve("work").toString());
    builder.environment().put("LOADPATH_DATA", data.toString());
    builder.environment().putAll(parameters);
    int exitCode = builder.start().waitFor();
    return new Step(exitCode, Files.readString(out), Files.readString(err));
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce-q1, q1, '', '', 3",
    "mapreduce-q1-textbook, q1-textbook, in-mapper, 1, 3",
    "mapreduce-q1-textbook, q1-textbook, combiner, 2, 4"
  })
  void aWholeRunGivesTheAnswerAndLeavesNothing(
      String path, String program, String aggregation, String reducers, int tasks)
      throws Exception {
    String rows =
        TestLineitem.ANSWER.stream()
            .map(row -> "[\"" + row.replace("|", "\", \"") + "\"]")
            .collect(Collectors.joining(", "));
    assertThat(step(path, "setup", Map.of())).isEqualTo(new Step(0, "", ""));
    assertThat(step(path, "run", parameters(aggregation, reducers))).isEqualTo(new Step(0, "", ""));
    assertThat(folder.resolve("work/said"))
        .content()
        .startsWith(program + ": 60175 rows read, 59307 kept, 0 malformed; ");
    Step verify = step(path, "verify", Map.of());
    assertThat(verify.exitCode()).isZero();
    assertThat(verify.out())
        .startsWith("{\"answer\": [" + rows + "], \"jobs\": 1, \"tasks\": " + tasks + ", ");
    // A record for each of four groups and two map tasks, with totals of up to 128 bits.
    assertThat(shuffledBytes(verify)).isBetween(8L * 50, 8L * 150);

    // A run that was killed leaves its folder: setup clears it.
    assertThat(step(path, "setup", Map.of()).exitCode()).isZero();
    for (int times = 0; times < 2; times++) {
      assertThat(step(path, "teardown", Map.of())).isEqualTo(new Step(0, "", ""));
    }
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  private static Map<String, String> parameters(String aggregation, String reducers) {
    return Map.of("LOADPATH_PARAM_AGGREGATION", aggregation, "LOADPATH_PARAM_REDUCERS", reducers);
  }

  private static long shuffledBytes(Step verify) {
    Matcher matcher = Pattern.compile(", \"shuffledBytes\": ([0-9]+)}\n$").matcher(verify.out());
    assertThat(matcher.find()).as(verify.out()).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  @Test
  void withoutAggregationEveryRowIsShuffled() throws Exception {
    String path = "mapreduce-q1-textbook";
    step(path, "setup", Map.of());
    assertThat(step(path, "run", parameters("none", "1")).exitCode()).isZero();
    assertThat(shuffledBytes(step(path, "verify", Map.of()))).isGreaterThan(59_307L * 50);
  }

  @Test
  void aFailedRunSaysWhyAndVerifiesNothing() throws Exception {
    Files.writeString(data.resolve("part-00001.tbl"), "no row\n");
    Step run = step("run", Map.of());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("part-00001.tbl, line 1, byte 0, expected 16 columns");
    assertThat(step("verify", Map.of()).exitCode()).isEqualTo(1);
    Step wrong =
        step("mapreduce-q1-textbook", "run", Map.of("LOADPATH_PARAM_AGGREGATION", "magic"));
    assertThat(wrong.exitCode()).isEqualTo(2);
  }

  @Test
  void theJarHoldsOnlyThisModulesClasses() throws Exception {
    try (var files = Files.list(MODULE.resolve("target"))) {
      List<Path> jars =
          files.filter(file -> file.toString().matches(".*/loadpath-mapreduce-.*\\.jar")).toList();
      assertThat(jars).hasSize(1);
      try (var jar = new java.util.jar.JarFile(jars.get(0).toFile())) {
        assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
            .isEqualTo(Driver.class.getName());
        assertThat(jar.stream().map(entry -> entry.getName()).filter(n -> n.endsWith(".class")))
            .isNotEmpty()
            .allMatch(name -> name.startsWith("io/loadpath/mapreduce/"));
      }
    }
  }
}
