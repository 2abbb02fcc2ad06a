package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
  @TempDir private Path folder;

  private boolean anotherProcessTakes(Path file) throws IOException {
    try (OtherHolder other = OtherHolder.of(file, "the other")) {
      return other.hasIt();
    }
  }

  @Test
  void onlyTheCallerCanOpenTheFile() throws IOException {
    Path file = folder.resolve("lock");
    FolderLock.tryTake(file, "me").orElseThrow().close();

    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void theLockOutlivesAnotherTryInTheSameProcess() throws IOException {
    Path file = folder.resolve("lock");

    FolderLock first = FolderLock.tryTake(file, "the first").orElseThrow();
    Path sameFile = Files.createSymbolicLink(folder.resolve("link"), folder).resolve("lock");
    assertThat(FolderLock.tryTake(sameFile, "the second")).isEmpty();
    assertThat(FolderLock.holder(sameFile)).isEqualTo("the first");
    assertThat(anotherProcessTakes(file)).isFalse();

    first.close();
    assertThat(anotherProcessTakes(file)).isTrue();
    assertThat(FolderLock.holder(file)).isEqualTo("the other");

    FolderLock next = FolderLock.tryTake(file, "the next").orElseThrow();
    first.close();
    assertThat(FolderLock.tryTake(file, "too early")).isEmpty();
    next.close();
    Files.delete(sameFile.getParent()); // JUnit warns of links that lead out
  }
}
