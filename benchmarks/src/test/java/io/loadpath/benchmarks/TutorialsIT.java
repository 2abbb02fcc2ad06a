package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.run.OtherCluster;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tutorials as they are written. */
class TutorialsIT {
  private static final Path EXAMPLES = Program.ROOT.resolve("examples");
  private static final String LIMIT = "45m";

  private TestServer place;

  @BeforeEach
  void makePlace() throws IOException {
    place = new TestServer();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    boolean running = place.server.running();
    place.delete();
    assertThat(running).as("the page stops what it starts").isFalse();
    assertThat(Processes.withEnvironment("LOADPATH_STATE", place.state.toString())).isEmpty();
  }

  private Program bash(Path folder, Path home) {
    return Program.in(folder, "timeout", LIMIT, "bash")
        .set("HOME", home)
        .set("LOADPATH_STATE", place.state)
        .set("LOADPATH_BUILD", "never")
        .set("LC_ALL", "C.UTF-8");
  }

  @Test
  void csvFilesIntoPostgres() throws IOException {
    Path home = place.newFolder();
    Files.createSymbolicLink(home.resolve("loadpath"), Program.ROOT);

    Tutorial.of("docs/tutorials/csv-to-postgres.md").run(bash(home, home));
  }

  @Test
  void theExamplesAreWhatTheCommandsPrint() throws IOException {
    Path folder = place.newFolder();
    for (String file : List.of("sales.csv", "sales-errors.csv")) {
      Files.copy(EXAMPLES.resolve(file), folder.resolve(file));
    }

    loadpath(folder, "describe", "sales.csv").run().ok();
    Path description = folder.resolve("sales.yaml");
    assertThat(description).hasSameTextualContentAs(EXAMPLES.resolve("sales.yaml"));
    assertThat(loadpath(folder, "check", "sales.yaml").run().ok().out())
        .isEqualTo(text("check.txt"));
    Program.Outcome errors = loadpath(folder, "check", "sales.yaml", "sales-errors.csv").run();
    assertThat(errors.exitCode()).isEqualTo(1);
    assertThat(errors.out()).isEqualTo(text("check-errors.txt").replace("FOLDER", folder + ""));
    assertThat(loadpath(folder, "run", "sales.yaml", "--dry-run").run().ok().out())
        .contains("copy-load-postgres");

    String corrected = Files.readString(description).replace("mm/dd/yyyy  ", "dd/mm/yyyy  ");
    Files.writeString(description, corrected);
    assertThat(loadpath(folder, "fingerprint", "sales.yaml", "sales.csv").run().ok().out())
        .isEqualTo(text("fingerprint.json"));
  }

  private Program loadpath(Path folder, String... words) {
    return Program.in(folder, "bin/loadpath", words)
        .set("LOADPATH_STATE", place.state)
        .set("LOADPATH_BUILD", "never");
  }

  private static String text(String example) throws IOException {
    return Files.readString(EXAMPLES.resolve(example));
  }

  @Test
  @Tag("cluster")
  void isMyChangeFaster() throws IOException {
    Path home = place.newFolder();
    ProjectCopy.make(home.resolve("loadpath"));

    Tutorial.of("docs/tutorials/is-my-change-faster.md").run(bash(home, home));
  }

  @Test
  @Tag("cluster")
  void fromStockSqoopToTheConnector() throws IOException {
    try (OtherCluster cluster = new OtherCluster()) { // ends the daemons whatever happens
      Path home = place.newFolder();
      Files.createSymbolicLink(home.resolve("loadpath"), Program.ROOT);

      Tutorial.of("docs/tutorials/sqoop-to-connector.md")
          .run(
              bash(home, home)
                  .set("LOADPATH_STATE", cluster.state())
                  .set("LOADPATH_ALLOW_ROOT", "1"));
    }
  }
}
