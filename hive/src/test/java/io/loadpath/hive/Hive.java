package io.loadpath.hive;

import java.nio.file.Path;

/**
 * Where these tests keep what they share: the empty metastore that bin/hive makes once and copies.
 */
final class Hive {
  static final Path STATE = Path.of("target/it-state").toAbsolutePath();

  private Hive() {}
}
