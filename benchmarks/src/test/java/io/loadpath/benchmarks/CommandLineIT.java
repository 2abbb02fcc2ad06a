package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.TEARDOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program's messages and exit codes. */
@Timeout(120)
class CommandLineIT {
  @TempDir private Path folder;
  private FakeProject project;

  @BeforeEach
  void makeProject() throws IOException {
    project = new FakeProject(folder);
    project.path("good", Map.of(RUN, "echo ran >> TRACE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | run quik | unknown suite 'quik'; did you mean 'quick'?",
        "2 | run --only god | --only: unknown path 'god'; did you mean 'good'?",
        "2 | run --baseline god | --baseline: no variant 'god' runs; did you mean 'good'?",
        "2 | list --paths FILE | --paths: FILE holds no folder with a path.yaml",
        "1 | run --out FILE/below | cannot write to the results folder FILE/below",
        "1 | report FILE | FILE is not a Loadpath",
        "1 | report none.json | there is no file none.json",
        "1 | compare FILE FILE | FILE is not a Loadpath",
      })
  void aMistakeIsNamedBeforeAnythingRuns(int exitCode, String words, String message)
      throws Exception {
    String file = Files.writeString(folder.resolve("x.json"), "{}").toString();

    String output = project.run(exitCode, words.replace("FILE", file).split(" "));

    assertThat(output).startsWith("loadpath: ").contains(message.replace("FILE", file));
    String help = "'bin/loadpath %s --help' explains".formatted(words.split(" ")[0]);
    assertThat(output.contains(help)).isEqualTo(exitCode == 2);
    assertThat(project.trace("good")).doesNotExist();
  }

  /** A cluster run by root would give root to every user of the machine. */
  @Test
  void aClusterOfRootsIsRefusedUnlessItIsAllowed() throws Exception {
    assumeThat(Owner.caller()).as("only root is refused").isZero();
    project.set("LOADPATH_ALLOW_ROOT", "");
    assertThat(project.runApart(1, "cluster", "start")).contains("set LOADPATH_ALLOW_ROOT=1");
    assertThat(project.state().resolve("cluster")).doesNotExist();
  }

  @Test
  void pathsThatCannotRunAreReportedAndOthersRun() throws Exception {
    project.edit(
        "good",
        "needs: []",
        "needs-when: {codec: {gzip-1: [no-gzip]}}\nparameters: {codec: [none, gzip-1]}");
    project.path("other", Map.of());
    project.edit("other", "needs: []", "needs: [oracle]");
    Path suite = folder.resolve("benchmarks/suites/quick.yaml");
    Files.writeString(
        suite,
        Files.readString(suite)
            .replace("path: good\n", "path: good\n    parameters: {codec: [none, gzip-1]}\n"));

    assertThat(project.run(0, "list"))
        .contains("quick", "Paths of the tests", "good", "A path of the tests")
        .contains("cannot run here: needs an Oracle: set ORACLE_URL")
        .contains("codec=gzip-1 cannot run here: needs the program no-gzip");
    assertThat(project.run(0, "run"))
        .contains("not run: other: needs an Oracle")
        .contains("not run: good codec=gzip-1: needs the program no-gzip");
    assertThat(project.lastRecord().variants())
        .extracting(VariantInfo::id)
        .containsExactly("good codec=none");
    assertThat(project.run(1, "run", "--only", "good codec=gzip-1"))
        .contains("nothing of this can run here: needs the program no-gzip");
  }

  @Test
  void aPathFromOutsideTheProjectRunsAndIsTornDownWhenItsRunIsKilled() throws Exception {
    project.path(
        "mine", Map.of(RUN, "echo here >> TRACE; sleep 395", TEARDOWN, "echo gone >> TRACE"));
    Path outside = Files.createDirectory(folder.toRealPath().resolve("out side"));
    Files.move(project.pathFolder("mine"), outside.resolve("mine"));
    assertThat(project.run(1, "run")).contains("unknown path 'mine'");
    FakeProject.Running running = project.start("run", "--paths", outside.toString());
    Await.until(running::text, () -> project.traceText("mine").contains("here"));

    running.process().destroyForcibly();

    Await.until(running::text, () -> project.traceText("mine").contains("gone"));
    Await.until("no process is left", () -> project.processes().isEmpty());
  }

  @Test
  void anUnknownKeyStopsTheRunBeforeItBegins() throws Exception {
    Path yaml = project.edit("good", "needs:", "need:");

    assertThat(project.run(1, "run"))
        .contains(yaml + ":6: unknown key 'need'; did you mean 'needs'?")
        .doesNotContain("\tat ");
  }

  @Test
  void doctorShowsInstalledAndMissingTools() throws Exception {
    assertThat(project.run(1, "doctor"))
        .contains(
            "JDK", "17 and 25", "CPU meter", "hadoop", "postgres", "igzip", "ORACLE_PASSWORD_FILE")
        .contains("zstd", "lz4", "bzip2", "sqlldr", "\nNot ready. First, ")
        .doesNotContain("Maven");

    Files.createFile(folder.resolve("pom.xml"));
    project.set("ORACLE_URL", "jdbc:oracle:thin:scott/tiger@//host/service");
    assertThat(project.run(1, "doctor"))
        .contains("Maven", "ORACLE_URL holds a password")
        .doesNotContain("tiger");
  }

  @Test
  void aFolderAboveTheStateFolderThatOthersCanWriteToIsNamed() throws Exception {
    Path state = project.state();
    String warning =
        "every user can write to %s, above the state folder %s, and so can replace"
            .formatted(state.getParent(), state);
    assertThat(project.run(1, "doctor")).contains("State      safe ", state.toString());
    assertThat(project.run(0, "run")).doesNotContain("warning");

    Owner.mode(state.getParent(), "rwxrwxrwx");
    Files.createFile(state.resolve("cluster")); // ends its start early
    assertThat(project.run(1, "doctor")).contains("not safe", warning);
    assertThat(project.run(0, "run")).containsOnlyOnce("warning: " + warning);
    assertThat(project.run(1, "cluster", "start")).containsOnlyOnce("warning: " + warning);
  }

  @Test
  void aHostNameWithoutAnAddressIsNamedBeforeHadoopFailsOfIt() throws Exception {
    String script = "hostname loadpath-nowhere; ! getent hosts loadpath-nowhere && exec \"$@\"";
    List<String> renamed =
        List.of("unshare", "--map-root-user", "--uts", "bash", "-c", script, "bash");
    Program probe = Program.in(folder, "env", renamed.toArray(String[]::new)).with("true");
    assumeThat(probe.run().exitCode())
        .as("a machine of another name, in a namespace: needs unshare and hostname")
        .isZero();
    Path jar = folder.resolve("engines/hadoop/target/lib/hadoop-common-3.4.3.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
    project.path("on-hadoop", Map.of());
    project.edit("on-hadoop", "needs: []", "needs: [hadoop]");
    String problem =
        "this machine's name has no address, which Hadoop needs:"
            + " add '127.0.0.1 loadpath-nowhere' to /etc/hosts";

    FakeProject.Running run = project.start(renamed, "run");
    assertThat(run.exitCode()).as(run.text()).isZero();
    assertThat(run.text())
        .contains("not run: on-hadoop: " + problem)
        .containsPattern("(?m)^good .* verified");
    FakeProject.Running doctor = project.start(renamed, "doctor");
    assertThat(doctor.exitCode()).isOne();
    assertThat(doctor.text()).contains("Host name", "loadpath-nowhere", problem);
  }

  @Test
  void doctorNamesALimitOfOpenFilesThatIsTooLowForHive() throws Exception {
    List<String> limited = List.of("bash", "-c", "ulimit -n 300; exec \"$@\"", "bash");
    FakeProject.Running doctor = project.start(limited, "doctor");
    assertThat(doctor.exitCode()).isOne();
    assertThat(doctor.text()).containsPattern("Open files +300 +Hive needs up to 1024");
  }
}
