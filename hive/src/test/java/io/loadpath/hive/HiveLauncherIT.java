package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bundled Hive through engines/bin/hive. */
class HiveLauncherIT {
  @TempDir Path folder;

  private Program hive(String... arguments) {
    return Hive.sharing(Program.in(folder, "engines/bin/hive", arguments))
        .set("LOADPATH_HIVE_DIR", folder.resolve("hive"));
  }

  @Test
  void rowsThatCannotBeWrittenFail() {
    String select = "exec \"$0\" -e 'SELECT 1' >/dev/full";
    String program = Program.ROOT.resolve("engines/bin/hive").toString();
    Program.Outcome result =
        Hive.sharing(Program.in(folder, "/bin/sh", "-c", select, program))
            .set("LOADPATH_HIVE_DIR", folder.resolve("hive"))
            .run();

    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    assertThat(result.err()).contains("hive: cannot write to standard output: No space left");
  }

  @Test
  void startsFromTheClassArchive() throws IOException {
    Path classes = folder.resolve("classes");

    Program.Outcome version =
        hive("--version").set("HADOOP_OPTS", "-Xlog:class+load:file=" + classes).run().ok();

    assertThat(version.out()).startsWith("Hive 4.");
    assertThat(version.err()).isEmpty();
    assertThat(Files.readAllLines(classes))
        .anyMatch(line -> line.endsWith("HiveVersionInfo source: shared objects file"));
  }

  @Test
  void startsFromTheClassArchiveWithTheUsersSettings() throws IOException {
    Path classes = folder.resolve("classes");
    Path settings = Files.createDirectory(folder.resolve("settings"));
    Files.writeString(settings.resolve("hive-site.xml"), "<configuration/>");

    hive("--version")
        .set("HIVE_CONF_DIR", settings)
        .set("HADOOP_OPTS", "-Xlog:class+load:file=" + classes)
        .run()
        .ok();

    assertThat(Files.readAllLines(classes))
        .anyMatch(line -> line.endsWith("HiveVersionInfo source: shared objects file"));
  }

  @Test
  void startsWithoutTheClassArchiveOfAnotherFolderAndSaysSo() throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    Path launcher = Hive.copyOfLauncher("hive", project);

    Program.Outcome version =
        Hive.sharing(Program.in(folder, launcher.toString(), "--version")).run().ok();

    FileTree.delete(project.resolve("engines"));
    assertThat(version.out()).startsWith("Hive 4.");
    assertThat(version.err())
        .startsWith("hive: starts slowly, because its class archive is for another")
        .hasLineCount(1);
  }

  @Test
  void saysThatTooFewFilesCanBeOpen() {
    String script = "ulimit -n 500; exec \"$0\" --version";
    String launcher = Program.ROOT.resolve("engines/bin/hive").toString();
    Program.Outcome version =
        Hive.sharing(Program.in(folder, "bash", "-c", script, launcher)).run().ok();

    assertThat(version.err()).contains("a process may open only 500 files here").hasLineCount(1);
  }

  @Test
  void takesItsOwnProjectNotTheOneOfTheEnvironment() {
    assertThat(hive("--version").set("LOADPATH_ROOT", "/nonexistent").run().ok().out())
        .startsWith("Hive 4.");
  }

  @Test
  void eachFailingStatementNamesItsCause() {
    assertThat(Hive.FIRST_RUN.exitCode()).isNotZero();
    assertThat(Hive.FIRST_RUN.out()).doesNotContain("not reached");
    assertThat(Hive.FIRST_RUN.err())
        .as("scripts without their variables, and a table that is missing")
        .contains(
            "${hivevar:location",
            "cannot recognize input near '$' '{' 'hivevar'",
            "Table not found 'nosuch'");
    assertThat(Hive.FIRST_RUN.err())
        .as("the bundled log configuration, not the one in Hive's jar")
        .contains("configuration in " + Program.ROOT.resolve("engines/hive/conf"));
  }

  @Test
  void aSecondHiveOnOneMetastoreSaysWhatToDo() throws IOException, InterruptedException {
    Path lock = Files.createDirectories(folder.resolve("hive")).resolve("metastore.lock");
    String hive = "exec 9>>\"$0\"; flock -n 9 && echo $$ >\"$0\" && exec cat";
    Process holder = new ProcessBuilder("bash", "-c", hive, lock.toString()).start();
    assertThat(refusal(holder))
        .contains("in use by another hive (process " + holder.pid() + ")", "LOADPATH_HIVE_DIR");

    Files.writeString(lock, ProcessHandle.current().pid() + "\n");
    assertThat(refusal(new ProcessBuilder("flock", lock.toString(), "cat").start()))
        .as("a number of an earlier hive, which another process has now")
        .contains("in use by a process that 'fuser -v " + lock + "' names", "LOADPATH_HIVE_DIR");
  }

  private String refusal(Process holder) throws IOException, InterruptedException {
    try {
      Program.Outcome result = firstRefusal(holder);
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.err().lines()).hasSize(1);
      return result.err();
    } finally {
      holder.getOutputStream().close();
      assertThat(holder.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Waits until the holder has the lock: `cat` echoes a byte only once flock has started it. */
  private Program.Outcome firstRefusal(Process holder) throws IOException {
    holder.getOutputStream().write('x');
    holder.getOutputStream().flush();
    assertThat(holder.getInputStream().read()).isEqualTo('x');
    return hive("-e", "SHOW TABLES").run();
  }

  @Test
  void startsOverWhereAKilledFirstRunLeftHalfAMetastore() throws IOException {
    assertThat(Hive.FIRST_RUN.err()).contains("making an empty metastore, once");
    assertThat(Hive.FIRST_RUN.out())
        .as("the place of tables in the database default")
        .startsWith("default\t")
        .contains("\tfile:" + Hive.STATE.resolve("hive/external") + "\t")
        .contains("\nmetaconf:metastore.try.direct.sql=false\n");
    assertThat(Hive.REMAINS).allSatisfy(path -> assertThat(path).doesNotExist());
    for (String lock : List.of("metastore.lock", "metastore-tables-4.0.1.lock")) {
      assertThat(Files.getPosixFilePermissions(Hive.STATE.resolve("hive").resolve(lock)))
          .as("others cannot hold %s", lock)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    try (Stream<Path> files = Files.list(Hive.STATE)) {
      assertThat(files)
          .as("everything is in one folder")
          .containsExactlyInAnyOrder(
              Hive.STATE.resolve("hive"), Hive.STATE.resolve(".loadpath-state"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"metastore", "hiveserver2", "nosuch"})
  void startsNoServerForAUser(String service) {
    Program.Outcome result = hive("--service", service).run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("hive: --service " + service + ": only the command line (cli) and orcfiledump")
        .hasLineCount(1);
  }

  @Test
  void refusesAStateFolderInWhichJobsWouldFail() {
    Program.Outcome result =
        hive("-e", "SHOW TABLES").set("LOADPATH_HIVE_DIR", folder.resolve("a b")).run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("Hadoop cannot run jobs in", "set LOADPATH_HIVE_DIR");
  }
}
