package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.net.LabNeeds;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/loadpath net}: a lab as its user sees it, or the reason why there is none. */
class NetCommandIT {
  private static final String[] UP = {
    "net", "up", "far", "--link", "1GbE", "--link", "database=1GbE+2ms", "--workers", "1"
  };

  @TempDir private Path state;

  private Map<String, String> environment;

  @BeforeEach
  void markTheStateFolder() throws IOException {
    Files.writeString(state.resolve(StateFolder.MARKER), "");
    environment = Map.of(StateFolder.VARIABLE, state.toString());
  }

  /** Whether this machine allows a lab; if not, requires the reason. */
  private boolean isUp() throws IOException {
    Optional<String> missing = LabNeeds.missing(List.of(Link.parse("1GbE+2ms")));
    String printed = Harness.run(missing.isEmpty() ? 0 : 1, environment, UP);
    if (missing.isPresent()) {
      assertThat(printed).isEqualTo("loadpath: no lab: " + missing.get() + "\n");
      return false;
    }
    assertThat(printed)
        .isEqualTo(
            """
            lab far
              files        198.18.0.1     1GbE
              database     198.18.0.2     1GbE+2ms
              hadoop       198.18.0.3     1GbE
              worker-1     198.18.0.4     1GbE
            """);
    return true;
  }

  @Test
  void aLabIsUsedAndEnded() throws IOException {
    if (!isUp()) {
      return;
    }
    assertThat(Harness.run(0, environment, "net", "list")).startsWith("lab far\n");
    assertThat(Harness.run(2, environment, "net", "exec", "--lab", "far", "fils", "ls", "-l"))
        .startsWith("loadpath: lab far has no host 'fils': its hosts are files, database");
    assertThat(exec("printf %s \"$LOADPATH_LAB\" >\"$1/seen\"; exit 7")).isEqualTo(7);
    assertThat(state.resolve("seen")).hasContent(state.resolve("net/far.properties").toString());

    String probed = Harness.run(0, environment, "net", "probe", "far");

    assertThat(probed.lines()).hasSize(5);
    assertThat(probed)
        .containsPattern("\nfiles +database +[0-9.]+ +[0-9.]+ +[0-9.]+ % +[0-9.]+ ms");
    assertThat(Harness.run(0, environment, "recover")).isEqualTo("nothing to clean up\n");
    assertThat(Harness.run(0, environment, "net", "down", "far")).isEqualTo("lab far ended\n");
    assertThat(Harness.run(1, environment, "net", "down", "far"))
        .isEqualTo("loadpath: there is no lab far: make it with 'bin/loadpath net up'\n");
  }

  /** Runs a script on a host, and returns its exit code. */
  private int exec(String script) throws IOException {
    List<String> words = new ArrayList<>(FakeProject.PROGRAM);
    words.addAll(List.of("net", "exec", "--lab", "far", "files", "sh", "-c", script, "sh"));
    words.add(state.toString());
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().putAll(environment);
    return Processes.waitFor(builder.start());
  }

  @Test
  void recoveryEndsALabOfWhichAPartWasKilled() throws IOException {
    if (!isUp()) {
      return;
    }
    String pid =
        Files.readAllLines(state.resolve("net/far.properties")).stream()
            .filter(line -> line.startsWith("relay.pid="))
            .findFirst()
            .orElseThrow()
            .substring("relay.pid=".length());
    Processes.signal("KILL", List.of(Long.parseLong(pid)));
    assertThat(Processes.awaitEnd(List.of(Long.parseLong(pid)), 60)).isTrue();
    assertThat(Harness.run(0, environment, "net", "list"))
        .startsWith("lab far: a part of it has ended; 'bin/loadpath recover' ends the rest\n");

    assertThat(Harness.run(0, environment, "recover"))
        .isEqualTo("ended what was left of lab far\n");

    assertThat(Harness.run(0, environment, "net", "list"))
        .isEqualTo("there is no lab: make one with 'bin/loadpath net up'\n");
  }
}
