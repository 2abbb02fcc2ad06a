package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Paths on the bundled cluster while a part of it dies. */
class FaultsIT {
  private static Path state;
  private static Cluster cluster;

  @BeforeAll
  static void makeState() throws IOException {
    state = Files.createTempDirectory("loadpath-faults-it").toRealPath();
    Owner.mode(state, "rwxr-xr-x"); // for the database server's user
    Files.createFile(state.resolve(StateFolder.MARKER));
    cluster = Cluster.of(Program.ROOT, state);
    cluster.start(0, step -> {});
  }

  @AfterAll
  static void delete() throws IOException {
    cluster.stop();
    PostgresServer.of(Program.ROOT, state).stop();
    FileTree.delete(state);
  }

  private static Outcome faults(String... options) {
    List<String> words = new ArrayList<>(List.of("faults", "--format", "md"));
    words.addAll(Arrays.asList(options));
    return Program.in(state, "bin/loadpath", words.toArray(String[]::new))
        .set("LOADPATH_STATE", state)
        .set("LOADPATH_BUILD", "never")
        .run();
  }

  /** Returns the last row of the table. */
  private static String row(Outcome outcome) {
    return outcome.out().lines().reduce((a, b) -> b).orElse("");
  }

  @Test
  void anAnswerIsExactThoughAMapIsKilled() throws IOException {
    Map<Daemon, ServerRecord> before = cluster.daemons();

    Outcome outcome =
        faults("--only", "mapreduce-q1", "--fault", "map-attempt", "--scale", "1").ok();

    assertThat(row(outcome)).endsWith("| a task attempt is killed | exact answer | 0 | – |");
    requireNothingLeft(before);
  }

  @Test
  void anExportGoesOnOrEndsWithItsClientAndIsCounted() throws IOException {
    Map<Daemon, ServerRecord> before = cluster.daemons();

    Outcome outcome =
        faults("--only", "sqoop-export-jdbc", "--fault", "client", "--rows", "400000").ok();

    assertThat(row(outcome))
        .containsPattern(
            "\\| the client is killed \\| (exactly once|nothing|partial: [\\d,]+ of 400,000 rows)"
                + " \\| 137 \\|");
    requireNothingLeft(before);
  }

  private static void requireNothingLeft(Map<Daemon, ServerRecord> before) throws IOException {
    assertThat(cluster.daemons()).isEqualTo(before);
    assertThat(cluster.containers()).isEmpty();
    assertThat(state.resolve("work")).doesNotExist();
    assertThat(state.resolve("run.json")).doesNotExist();
    assertThat(Processes.withEnvironment("LOADPATH_STATE", state.toString())).isEmpty();
  }

  @Test
  @Tag("cluster")
  void everyPathUnderEveryFaultIsMeasuredAndNoAnswerIsWrong() {
    cluster.stop();
    cluster.start(2, step -> {});

    Outcome outcome = faults();

    assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out().lines().filter(line -> line.startsWith("| mapreduce-q1@")))
        .hasSize(8)
        .allMatch(line -> line.contains("| exact answer |") || !line.contains("| 0 |"));
  }
}
