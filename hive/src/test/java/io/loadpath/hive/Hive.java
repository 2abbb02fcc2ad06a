package io.loadpath.hive;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts the real Hive for tests. All share one state folder, so the empty metastore is made once.
 */
final class Hive {
  static final Path STATE = Path.of("target/it-state").toAbsolutePath();

  /** What a killed first run leaves: half a metastore and a half-copied jar. */
  static final List<Path> REMAINS =
      List.of(
          STATE.resolve("hive/metastore-tables-4.0.1.part/log"),
          STATE.resolve("hive/metastore_db.part/seg0"),
          STATE.resolve("hive/install/user/.hiveJars/hive-exec-4.0.1-" + "0f".repeat(32) + ".jar"));

  /** What only looks like a half-copied jar: it has another name, or another place. */
  static final List<Path> FOREIGN =
      List.of(
          STATE.resolve("hive/install/user/.hiveJars/hive-exec-backup.jar"),
          STATE.resolve("hive/install/user/hive-exec-4.0.1-" + "0f".repeat(32) + ".jar"));

  private static final String STATEMENTS =
      """
      DESCRIBE DATABASE default;
      SET hive.cli.errors.ignore=true;
      SOURCE %1$s/lineitem.hql;
      SOURCE %1$s/q1.hql;
      SET hive.cli.errors.ignore=false;
      SELECT 1 FROM nosuch;
      SELECT 'not reached';
      """
          .formatted(Program.ROOT.resolve("hive"));

  /** The first run in the shared state folder, over the remains of a killed one. It fails. */
  static final Program.Outcome FIRST_RUN = firstRun();

  private Hive() {}

  /**
   * Makes a command use the shared state folder, and skip the compiler that pays in longer runs.
   */
  static Program sharing(Program command) {
    return command
        .set("LOADPATH_STATE", STATE)
        .set("HADOOP_CLIENT_OPTS", "-XX:TieredStopAtLevel=1");
  }

  private static Program.Outcome firstRun() {
    try {
      FileTree.delete(STATE);
      for (Path path : REMAINS) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, "half");
      }
      for (Path path : FOREIGN) {
        Files.writeString(path, "kept");
      }
      Files.createFile(STATE.resolve(".loadpath-state"));
      return sharing(Program.in(STATE, "bin/hive", "-e", STATEMENTS)).run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
