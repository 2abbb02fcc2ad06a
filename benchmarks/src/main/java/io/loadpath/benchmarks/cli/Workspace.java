package io.loadpath.benchmarks.cli;

import io.loadpath.engines.service.StateFolder;
import java.nio.file.Path;

/** Where the project and its state are. */
final class Workspace {
  private Workspace() {}

  /** Returns the project's folder, which the launcher names. */
  static Path root() {
    String root = System.getenv("LOADPATH_ROOT");
    return Path.of(root == null ? "" : root).toAbsolutePath().normalize();
  }

  /** Returns the folder for all that commands make, which the launcher names. */
  static Path state() {
    return StateFolder.of(System.getenv());
  }
}
