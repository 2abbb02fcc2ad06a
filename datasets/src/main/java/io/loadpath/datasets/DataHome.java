package io.loadpath.datasets;

import java.nio.file.Path;
import java.util.Map;

/** Where datasets are kept unless the user names a folder. */
public final class DataHome {

  private DataHome() {}

  /**
   * The folder {@code data} in the state folder: that of LOADPATH_STATE, or else {@code .loadpath}
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
