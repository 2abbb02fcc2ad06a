package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The path hive-q1, step by step, in the environment that the harness gives it: two runs that have
 * each value of a parameter once.
 */
class PathIT {
  private static final String SOME = "mr decimal yes in-mapper auto text";

  @TempDir Path folder;

  /** A step with the parameters engine, types, order, aggregation, reducers and format. */
  private Program step(String name, String parameters) {
    String[] values = parameters.split(" ");
    return Hive.sharing(Program.in(folder.resolve("work"), "hive/paths/hive-q1/" + name))
        .set("LOADPATH_ROOT", Program.ROOT)
        .set("LOADPATH_WORK", folder.resolve("work"))
        .set("LOADPATH_DATA", folder.resolve("data"))
        .set("LOADPATH_PARAM_ENGINE", values[0])
        .set("LOADPATH_PARAM_TYPES", values[1])
        .set("LOADPATH_PARAM_ORDER", values[2])
        .set("LOADPATH_PARAM_AGGREGATION", values[3])
        .set("LOADPATH_PARAM_REDUCERS", values[4])
        .set("LOADPATH_PARAM_FORMAT", values[5]);
  }

  @ParameterizedTest
  @CsvSource({
    "tez double no in-mapper auto text, 1, 2, 100, 1000",
    "mr decimal yes none 2 orc, 2, 5, 1000000, 10000000"
  })
  void goesFromSetupToTeardown(
      String parameters, int jobs, int tasks, long leastShuffledBytes, long mostShuffledBytes)
      throws IOException {
    boolean doubles = parameters.contains("double");
    Lineitem.write(folder.resolve("data"));
    Files.createDirectory(folder.resolve("work"));

    step("setup", parameters).run().ok();
    Program.Outcome run = step("run", parameters).run().ok();
    Program.Outcome verify = step("verify", parameters).run().ok();

    assertThat(run.out()).isEmpty();
    JsonNode json = new ObjectMapper().readTree(verify.out());
    if (doubles) {
      Lineitem.assertClose(rows(json.get("answer")));
    } else {
      assertThat(rows(json.get("answer"))).isEqualTo(Lineitem.OFFICIAL_ANSWER);
    }
    assertThat(json.get("jobs").asInt()).isEqualTo(jobs);
    assertThat(json.get("tasks").asInt()).isEqualTo(tasks);
    assertThat(json.get("shuffledBytes").asLong()).isBetween(leastShuffledBytes, mostShuffledBytes);
    assertThat(json.has("tolerance")).isEqualTo(doubles);

    step("teardown", parameters).run().ok();
    step("teardown", parameters).run().ok();

    try (Stream<Path> left = Files.list(folder.resolve("work"))) {
      assertThat(left).isEmpty();
    }
    try (Stream<Path> data = Files.list(folder.resolve("data"))) {
      assertThat(data).as("parts and manifest").hasSize(3);
    }
  }

  private static List<String> rows(JsonNode answer) {
    List<String> rows = new ArrayList<>();
    for (JsonNode row : answer) {
      List<String> columns = new ArrayList<>();
      row.forEach(column -> columns.add(column.textValue()));
      rows.add(String.join("|", columns));
    }
    return rows;
  }

  @Test
  void verifyFailsWithoutARun() throws IOException {
    Files.createDirectories(folder.resolve("work"));

    Program.Outcome verify = step("verify", SOME).run();

    assertThat(verify.exitCode()).isEqualTo(1);
    assertThat(verify.out()).isEmpty();
    assertThat(verify.err()).contains("no rows in");
  }

  @Test
  void setupFailsWithoutData() throws IOException {
    Files.createDirectories(folder.resolve("work"));
    Files.createDirectories(folder.resolve("data"));

    Program.Outcome setup = step("setup", SOME).run();

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains("no files part-", folder.resolve("data").toString());
  }
}
