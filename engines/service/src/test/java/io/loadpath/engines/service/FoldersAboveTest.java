package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersAboveTest {
  private static final int OTHER = 65533;

  @TempDir private Path temporary;
  private Path above;
  private Path state;

  @BeforeEach
  void makeFolders() throws IOException {
    above = Files.createDirectory(temporary.toRealPath().resolve("above"));
    state = Files.createDirectories(above.resolve("below/state"));
    for (Path folder = above.getParent(); folder != null; folder = folder.getParent()) {
      assumeThat(isSafe(folder)).as("%s is safe", folder).isTrue();
    }
  }

  /** Not by what is tested: a wrong warning must fail a test, not skip it. */
  private static boolean isSafe(Path folder) throws IOException {
    int mode = (int) Files.getAttribute(folder, "unix:mode");
    boolean ours = List.of(0L, Owner.caller()).contains(Owner.uidOf(folder));
    return ours && ((mode & 01000) != 0 || (mode & 022) == 0);
  }

  private void set(int mode, int uid, int gid) throws IOException {
    Files.setAttribute(above, "unix:uid", uid);
    Files.setAttribute(above, "unix:gid", gid);
    Files.setAttribute(above, "unix:mode", mode);
  }

  private void warns(String who) {
    assertThat(StateFolder.warning(state))
        .contains(
            ("%s can write to %s, above the state folder %s, and so can put a folder with other"
                    + " programs in its place: close that folder to them, or set LOADPATH_STATE to"
                    + " a folder elsewhere")
                .formatted(who, above, state));
  }

  @Test
  void aFolderThatEveryoneCanWriteToIsNamed() throws IOException {
    Owner.mode(above, "rwxrwxrwx");
    warns("every user");
    assertThat(StateFolder.warning(Files.createSymbolicLink(temporary.resolve("link"), state)))
        .isEqualTo(StateFolder.warning(state));

    Files.setAttribute(above, "unix:mode", 01777);
    assertThat(StateFolder.warning(state)).as("as in /tmp").isEmpty();
    Owner.mode(above, "rwxr-xr-x");
    assertThat(StateFolder.warning(state)).isEmpty();
  }

  @Test
  void aFolderOfAnotherUserOrGroupIsNamed() throws IOException {
    assumeThat(Owner.caller()).as("only root can give files away").isZero();
    set(0770, 0, 0);
    assertThat(StateFolder.warning(state)).as("root's own group").isEmpty();
    set(0770, 0, OTHER);
    warns("the group " + OTHER);
    set(01770, 0, OTHER);
    assertThat(StateFolder.warning(state)).isEmpty();
    set(0755, OTHER, 0);
    warns("user " + OTHER);
    set(01755, OTHER, 0);
    warns("user " + OTHER);
  }
}
