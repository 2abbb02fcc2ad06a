package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir private Path folder;

  /** Process 1 is alive on every machine; the other numbers are higher than any process has. */
  @Test
  void theTemporaryFileOfAnotherProcessIsLeftUnlessItWasKilled() throws IOException {
    Path page = folder.resolve("index.html");
    Path alive = Files.writeString(WholeFile.temporary(page, 1), "half");
    Path dead = Files.writeString(WholeFile.temporary(page, 9_999_999), "half");
    Path users = Files.writeString(folder.resolve(".index.html.mine.tmp"), "mine");
    Path ofOther = Files.writeString(folder.resolve(".index1html.9999999.tmp"), "half");
    Path usersFolder = Files.createDirectory(WholeFile.temporary(page, 9_999_998));

    WholeFile.write(page, "whole");

    assertThat(page).hasContent("whole");
    assertThat(dead).doesNotExist();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(page, alive, users, ofOther, usersFolder);
    }
    assertThat(alive).hasContent("half");
  }
}
