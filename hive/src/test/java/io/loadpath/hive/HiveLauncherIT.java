package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundled Hive through bin/hive. */
class HiveLauncherIT {
  @TempDir Path folder;

  private Command hive(String... arguments) {
    return Hive.sharing(new Command(folder, "bin/hive", arguments))
        .set("LOADPATH_HIVE_DIR", folder.resolve("hive"));
  }

  @Test
  void rowsThatCannotBeWrittenFail() {
    String select = "exec \"$0\" -e 'SELECT 1' >/dev/full";
    String program = Command.ROOT.resolve("bin/hive").toString();
    Command.Result result =
        Hive.sharing(new Command(folder, "/bin/sh", "-c", select, program))
            .set("LOADPATH_HIVE_DIR", folder.resolve("hive"))
            .run();

    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    assertThat(result.err()).contains("hive: cannot write to standard output: No space left");
  }

  @Test
  void printsTheVersion() {
    assertThat(hive("--version").run().ok().out()).startsWith("Hive 4.");
  }

  @Test
  void eachFailingStatementNamesItsCause() {
    Path scripts = Command.ROOT.resolve("hive");
    String statements =
        """
        SET hive.cli.errors.ignore=true;
        SOURCE %1$s/lineitem.hql;
        SOURCE %1$s/q1.hql;
        SET hive.cli.errors.ignore=false;
        SELECT 1 FROM nosuch;
        SELECT 'not reached';
        """
            .formatted(scripts);

    Command.Result result = hive("-e", statements).run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .as("scripts without their variables, and a table that is missing")
        .contains(
            "${hivevar:location",
            "cannot recognize input near '$' '{' 'hivevar'",
            "Table not found 'nosuch'");
    assertThat(result.err())
        .as("the bundled log configuration, not the one in Hive's jar")
        .contains("configuration in " + Command.ROOT.resolve("engines/hive/conf"));
  }

  @Test
  void aSecondHiveOnOneMetastoreSaysWhatToDo() throws IOException, InterruptedException {
    Path lock = Files.createDirectories(folder.resolve("hive")).resolve("metastore.lock");
    Files.writeString(lock, "4711\n");
    Process holder = new ProcessBuilder("flock", lock.toString(), "cat").start();
    try {
      Command.Result result = firstRefusal(holder);

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.err().lines()).hasSize(1);
      assertThat(result.err()).contains("in use", "process 4711", "LOADPATH_HIVE_DIR");
    } finally {
      holder.getOutputStream().close();
      assertThat(holder.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Waits until the holder has the lock: `cat` echoes a byte only once flock has started it. */
  private Command.Result firstRefusal(Process holder) throws IOException {
    holder.getOutputStream().write('x');
    holder.getOutputStream().flush();
    assertThat(holder.getInputStream().read()).isEqualTo('x');
    return hive("-e", "SHOW TABLES").run();
  }

  @Test
  void startsOverWhereAKilledFirstRunLeftHalfAMetastore() throws IOException {
    Command.Result result = Hive.FIRST_RUN.ok();

    assertThat(result.out()).isEqualTo("default\n");
    assertThat(result.err()).contains("making an empty metastore, once");
    assertThat(Hive.REMAINS).allSatisfy(path -> assertThat(path).doesNotExist());
    assertThat(Hive.FOREIGN).allSatisfy(path -> assertThat(path).hasContent("kept"));
    try (Stream<Path> files = Files.list(Hive.STATE)) {
      assertThat(files)
          .as("everything is in one folder")
          .containsExactlyInAnyOrder(
              Hive.STATE.resolve("hive"), Hive.STATE.resolve(".loadpath-state"));
    }
  }

  @Test
  void refusesAStateFolderInWhichJobsWouldFail() {
    Command.Result result =
        hive("-e", "SHOW TABLES").set("LOADPATH_HIVE_DIR", folder.resolve("a b")).run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("Hadoop cannot run jobs in", "set LOADPATH_HIVE_DIR");
  }
}
