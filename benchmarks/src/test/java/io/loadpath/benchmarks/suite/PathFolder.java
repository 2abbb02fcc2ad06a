package io.loadpath.benchmarks.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes a path's folder for a test. */
public final class PathFolder {
  private PathFolder() {}

  /** Returns a correct path.yaml with these parameters and steps. */
  public static String yaml(String name) {
    return """
        name: %s
        title: A path of the tests
        measures: load
        dataset: all-card-trans
        tool: peer
        needs: []
        parameters:
          files: [2, 1]
          codec: [none, gzip-3]
        steps: [setup, run, verify, teardown]
        """
        .formatted(name);
  }

  /** Writes {@code yaml} and an executable for each step, which does nothing. */
  public static Path write(Path parent, String name, String yaml) throws IOException {
    Path folder = Files.createDirectories(parent.resolve(name));
    Files.writeString(folder.resolve(LoadPath.FILE_NAME), yaml);
    for (Step step : Step.values()) {
      script(folder, step, "");
    }
    return folder;
  }

  /** Writes the executable of a step. */
  public static void script(Path folder, Step step, String body) throws IOException {
    Path file = folder.resolve(step.toString());
    Files.writeString(file, "#!/usr/bin/env bash\nset -euo pipefail\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
