package io.loadpath.benchmarks.cli;

import io.loadpath.engines.service.StateFolder;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where the project and its state are.
 *
 * @param environment the caller's environment variables, with those that the launcher sets
 */
record Workspace(Map<String, String> environment) {
  /** Returns the project's folder, which the launcher names. */
  Path root() {
    return Path.of(environment.getOrDefault("LOADPATH_ROOT", "")).toAbsolutePath().normalize();
  }

  /** Returns the folder for all that commands make, which the launcher names. */
  Path state() {
    return StateFolder.of(environment);
  }
}
