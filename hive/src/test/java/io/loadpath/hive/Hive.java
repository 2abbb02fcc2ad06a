package io.loadpath.hive;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts the real Hive for tests. All share one state folder, so the empty metastore is made once.
 */
final class Hive {
  static final Path STATE = Path.of("target/it-state").toAbsolutePath();

  /** What a killed first run leaves: half a metastore. */
  static final List<Path> REMAINS =
      List.of(
          STATE.resolve("hive/metastore-tables-4.0.1.part/log"),
          STATE.resolve("hive/metastore_db.part/seg0"));

  private static final String STATEMENTS =
      """
      DESCRIBE DATABASE default;
      SET metaconf:metastore.try.direct.sql;
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

  /**
   * Copies a launcher into another project, whose engines are links to the real ones. A test
   * deletes {@code engines} at its end, because JUnit would warn of links that lead out of its
   * folder.
   */
  static Path copyOfLauncher(String name, Path project) throws IOException {
    Path engines = Files.createDirectory(project.resolve("engines"));
    try (Stream<Path> real = Files.list(Program.ROOT.resolve("engines"))) {
      for (Path path : real.filter(path -> !path.endsWith("bin")).toList()) {
        Files.createSymbolicLink(engines.resolve(path.getFileName()), path);
      }
    }
    Path bin = Files.createDirectory(engines.resolve("bin"));
    return Files.copy(Program.ROOT.resolve("engines/bin").resolve(name), bin.resolve(name));
  }

  private static Program.Outcome firstRun() {
    try {
      FileTree.delete(STATE);
      for (Path path : REMAINS) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, "half");
      }
      Files.createFile(STATE.resolve(".loadpath-state"));
      return sharing(Program.in(STATE, "engines/bin/hive", "-e", STATEMENTS)).run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
