package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
  private static final int OTHER = 65534;
  private static final int FILES = 20_000;

  @TempDir private Path folder;

  @Test
  void aTreeIsDeletedAlsoWhereItsFoldersAreClosedAndItsLinksLeadElsewhere() throws IOException {
    Path precious = Files.createDirectories(folder.resolve("precious/below")).getParent();
    Path top = Files.createDirectories(folder.resolve("top"));
    Path deep = Files.createDirectories(top.resolve("a/b/c"));
    Files.createFile(deep.resolve("file"));
    Files.createSymbolicLink(deep.resolve("link"), precious);
    Files.createSymbolicLink(top.resolve("dangling"), folder.resolve("nowhere"));
    Owner.mode(deep, "---------");
    Owner.mode(deep.getParent(), "r-xr-xr-x");
    Owner.mode(top, "r--------");

    FileTree.delete(top);
    assertThat(top).doesNotExist();
    assertThat(precious.resolve("below")).isDirectory();

    FileTree.delete(top); // which is missing
    Path link = Files.createSymbolicLink(folder.resolve("link"), precious);
    FileTree.delete(link);
    FileTree.deleteAll(folder, "no*");
    assertThat(precious.resolve("below")).isDirectory();
    FileTree.deleteAll(folder, "pre*");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFailureNamesTheWholePath() {
    Path kernels = Path.of("/proc/tty"); // nobody can delete anything there
    assertThatThrownBy(() -> FileTree.delete(kernels)).hasMessageStartingWith(kernels + "/");
  }

  @Test
  @Timeout(120)
  void aFolderThatGetsFilesMeanwhileIsNamed() {
    Path below = folder.resolve("top/below");
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> others =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; !over.get(); i++) {
                try {
                  Files.createFile(below.resolve("file" + i));
                } catch (IOException e) {
                  // deleted
                }
              }
            });

    try {
      assertThatThrownBy(
              () -> {
                while (true) {
                  Files.createDirectories(below);
                  FileTree.delete(below.getParent());
                }
              })
          .hasMessageContaining(below + ": DirectoryNotEmptyException");
    } finally {
      over.set(true);
    }
    others.join();
  }

  /** The server's user can do this while root deletes a data folder. */
  @Test
  @Timeout(120)
  void aLinkThatTakesThePlaceOfAFolderMeanwhileIsNotFollowed() throws Exception {
    assumeThat(Owner.caller()).as("only root deletes trees of others").isZero();
    Path precious = Files.createDirectory(folder.resolve("precious"));
    Path top = Files.createDirectory(folder.resolve("top"));
    Path theirs = Files.createDirectory(top.resolve("theirs"));
    for (int i = 0; i < FILES; i++) {
      Files.createFile(precious.resolve(Integer.toString(i)));
      Files.createFile(theirs.resolve(Integer.toString(i)));
    }
    for (Path each : List.of(top, theirs)) {
      Owner.give(each, OTHER, OTHER);
    }
    Owner.mode(folder, "rwxr-xr-x");
    String swap =
        """
        echo ready
        while [ -e theirs/1 -a -e theirs/2 -a -e theirs/3 -a -e theirs/4 -a -e theirs/5 ]; do :; done
        mv theirs moved && ln -s ../precious theirs
        """;
    Process swapper =
        new ProcessBuilder(
                "setpriv",
                "--reuid=" + OTHER,
                "--regid=" + OTHER,
                "--clear-groups",
                "bash",
                "-c",
                swap)
            .directory(top.toFile())
            .start();
    try {
      assertThat(swapper.inputReader().readLine()).isEqualTo("ready");
      FileTree.delete(top);
    } catch (IOException e) {
      // what is a link now is no folder to delete
    } finally {
      swapper.destroy();
      swapper.waitFor();
    }
    assertThat(precious.toFile().list()).hasSize(FILES);
    FileTree.delete(top);
    assertThat(top).doesNotExist();
  }
}
