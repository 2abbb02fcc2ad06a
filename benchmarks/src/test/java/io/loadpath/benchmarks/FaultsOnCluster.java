package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.run.OtherCluster;
import io.loadpath.benchmarks.run.SharedCluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.net.LabNeeds;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.engines.service.ServerRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Paths on the bundled cluster while a part of it dies. */
@ExtendWith(SharedCluster.class)
class FaultsOnCluster {
  private static Outcome faults(Path state, String... options) {
    List<String> words = new ArrayList<>(List.of("faults", "--format", "md"));
    words.addAll(Arrays.asList(options));
    return Program.in(state, "bin/loadpath", words.toArray(String[]::new))
        .set("LOADPATH_STATE", state)
        .set("LOADPATH_BUILD", "never")
        .run();
  }

  /** Runs one fault on the shared cluster, and returns the last row of the table. */
  private static String row(String... options) {
    Map<Daemon, ServerRecord> before = SharedCluster.cluster().daemons();
    Path state = SharedCluster.state();

    Outcome outcome = faults(state, options).ok();

    assertThat(SharedCluster.cluster().daemons()).isEqualTo(before);
    assertThat(SharedCluster.cluster().containers()).isEmpty();
    assertThat(state.resolve("work")).doesNotExist();
    assertThat(state.resolve("run.json")).doesNotExist();
    assertThat(Processes.withEnvironment("LOADPATH_STATE", state.toString())).isEmpty();
    return outcome.out().lines().reduce((a, b) -> b).orElse("");
  }

  @Test
  void anAnswerIsExactThoughAMapIsKilled() {
    assertThat(
            row(
                "--only",
                "mapreduce-q1 files=2 containers=2",
                "--fault",
                "map-attempt",
                "--scale",
                "0.3"))
        .endsWith("| a task attempt is killed | exact answer | 0 | 1 | – |");
  }

  @Test
  @Tag("cluster")
  void anExportGoesOnOrEndsWithItsClientAndIsCounted() {
    assertThat(row("--only", "sqoop-jdbc-load-postgres", "--fault", "client", "--rows", "400000"))
        .containsPattern(
            "\\| the client is killed \\| (exactly once|nothing|partial: [\\d,]+ of 400,000 rows)"
                + " \\| 137 \\| 1 \\|");
  }

  @Test
  @Tag("cluster")
  void aLoadIsExactThoughAWriterIsKilled() {
    assertThat(
            row(
                "--only",
                "mapreduce-load-postgres way=sorted",
                "--fault",
                "reduce-attempt",
                "--rows",
                "1000000"))
        .endsWith("| a reduce attempt is killed | exactly once | 0 | 1 | – |");
  }

  /** Without the shared cluster, because a cluster outside the lab cannot be in it. */
  @Test
  @Tag("cluster")
  void anExportIsExactThoughTheLinkToItsDatabaseIsCut() throws IOException {
    assumeTrue(Owner.caller() == 0, "only root cuts a link from inside a lab");
    Optional<String> missing = LabNeeds.missing(List.of(Link.UNLIMITED));
    assumeTrue(missing.isEmpty(), () -> "no lab: " + missing.get());
    try (OtherCluster other = new OtherCluster()) {
      String[] options = {
        "--only", "sqoop-connector-load-postgres", "--fault", "link-cut", "--rows", "400000"
      };

      Outcome outcome = faults(other.state(), options);

      assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.out())
          .endsWith("| the database's link is cut for 30 s | exactly once | 0 | 1 | – |\n");
    }
  }

  /** Starts another cluster, because it needs a second worker. */
  @Test
  @Tag("cluster")
  void everyFaultIsMeasuredAndNoAnswerIsWrong() throws IOException {
    try (OtherCluster other = new OtherCluster()) {
      other.cluster.start(2, step -> {});

      Outcome outcome = faults(other.state(), "--only", "mapreduce-q1");

      assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.out().lines().filter(line -> line.startsWith("| mapreduce-q1@")))
          .hasSize(8)
          .allMatch(line -> line.contains("| exact answer |") || !line.contains("| 0 |"));
    }
  }
}
