package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random jobs with random harm, on the local runner. */
class ChaosIT {
  private TestServer place;

  @BeforeEach
  void makeState() throws IOException {
    place = new TestServer();
  }

  @AfterEach
  void removeState() throws IOException {
    place.delete();
  }

  /** A run of the chaos test in a state folder. */
  static Program chaos(Path state, String... options) {
    List<String> words = new ArrayList<>(List.of("chaos"));
    words.addAll(List.of(options));
    return Program.in(state, "bin/loadpath", words.toArray(String[]::new))
        .set("LOADPATH_STATE", state)
        .set("LOADPATH_BUILD", "never");
  }

  /** Fails unless the model held, and nothing is left but the lock's file. */
  static void assertGood(Outcome outcome, Path state) throws IOException {
    System.out.println(outcome.all()); // the seed, and how many jobs
    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    assertNothingLeft(state);
  }

  private static void assertNothingLeft(Path state) throws IOException {
    try (Stream<Path> left = Files.list(state.resolve("chaos"))) {
      assertThat(left).map(Path::getFileName).map(Path::toString).containsOnly("lock");
    }
    assertThat(
            Processes.withEnvironment("LOADPATH_STATE", state.resolve("chaos/lane-0").toString()))
        .isEmpty();
    assertThat(Processes.all(words -> words.toString().contains(state + "/chaos"))).isEmpty();
  }

  @Test
  void noRowIsLostDoubledOrChanged() throws IOException {
    assertGood(chaos(place.state, "--seed", "1", "--budget", "45s").run(), place.state);
  }

  /** The loads insert, exchange and do not sort; a partition is attached, and one detached. */
  @Test
  void noRowOfALoadIsLostDoubledOrChanged() throws IOException {
    Outcome outcome = chaos(place.state, "--only", "load", "--seed", "4919", "--jobs", "4").run();
    assertGood(outcome, place.state);
    assertThat(outcome.out()).contains("load=4");
  }

  @RepeatedTest(2)
  @Tag("cluster")
  void noRowIsLostDoubledOrChangedWithANewSeed() throws IOException {
    assertGood(chaos(place.state, "--budget", "8m").run(), place.state);
  }

  private boolean hasJob() {
    try (Stream<Path> files = Files.walk(place.state.resolve("chaos"), 3)) {
      return files.anyMatch(file -> file.endsWith("client-1.log"));
    } catch (IOException | UncheckedIOException e) {
      return false; // not there yet, or just removed
    }
  }

  @Test
  void aRunThatIsEndedLeavesNothing() throws Exception {
    Process run = chaos(place.state, "--jobs", "50").start();
    Await.until("a job has begun", this::hasJob);

    run.destroy(); // TERM
    assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(run.exitValue()).isEqualTo(143);
    assertNothingLeft(place.state);
  }
}
