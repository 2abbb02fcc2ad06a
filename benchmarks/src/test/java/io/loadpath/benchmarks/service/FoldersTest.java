package io.loadpath.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
  @TempDir private Path state;

  @Test
  void areOpenToTheServersUserButForTheLogs() throws IOException {
    Folders folders = new Folders(Folders.ofRun(state, "run").resolve("001-one"));
    folders.make();

    assertThat(mode(folders.logs())).isEqualTo("rwx------");
    for (Path open = folders.server(); !open.equals(state); open = open.getParent()) {
      assertThat(mode(open)).as(open.toString()).isEqualTo("rwxr-xr-x");
    }
    assertThat(mode(folders.work())).isEqualTo("rwxr-xr-x");
  }

  private static String mode(Path folder) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
  }
}
