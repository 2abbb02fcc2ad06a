package io.loadpath.datasets;

import java.nio.file.Path;
import java.util.Map;

/** The default folder of datasets. */
public final class DataHome {

  private DataHome() {}

  /**
   * Returns the folder {@code data} in the state folder: LOADPATH_STATE, or else {@code .loadpath}
   * in LOADPATH_ROOT, or else in the current folder.
   *
   * @param environment the process's environment variables
   */
  public static Path locate(Map<String, String> environment) {
    String state = environment.getOrDefault("LOADPATH_STATE", "");
    if (!state.isEmpty()) {
      return Path.of(state, "data");
    }
    return Path.of(environment.getOrDefault("LOADPATH_ROOT", ""), ".loadpath", "data");
  }
}
