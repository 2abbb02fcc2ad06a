package io.loadpath.hive;

import java.nio.file.Path;

/** What the tests that start Hive have in common. */
final class Hive {
  private static final Path STATE = Path.of("target/it-state").toAbsolutePath();

  private Hive() {}

  /**
   * The command with one state folder for all tests, so that the empty metastore is made once, and
   * without the optimising compiler, which does not pay in runs this short.
   */
  static Command sharing(Command command) {
    return command
        .set("LOADPATH_STATE", STATE)
        .set("HADOOP_CLIENT_OPTS", "-XX:TieredStopAtLevel=1");
  }
}
