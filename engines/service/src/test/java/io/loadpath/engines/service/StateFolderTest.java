package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launchers do to find the state folder (engines/state.sh), and the check in Java. */
class StateFolderTest {
  private static final Path LAUNCHER = Program.ROOT.resolve("engines/java.sh");
  private static final int OTHER_USER = 65534;

  @TempDir private Path temporary;
  private Path project;
  private Path chosen;

  @BeforeEach
  void makeFolders() throws IOException {
    project = Files.createDirectory(temporary.toRealPath().resolve("project"));
    chosen = project.resolveSibling("a/chosen");
  }

  private Outcome use(String folder, String... prefix) {
    String script =
        "set -eu; umask 077; . \"$1\"; LOADPATH_ROOT=$PROJECT; use_state; printf %s \"$LOADPATH_STATE\"";
    return Program.in(temporary, "env", prefix)
        .with("bash", "-c", script, "launcher", LAUNCHER.toString())
        .set("PROJECT", project)
        .set("LOADPATH_STATE", folder)
        .run();
  }

  private void works(String folder, Path expected) throws Exception {
    assertThat(use(folder)).isEqualTo(new Outcome(0, expected.toString(), ""));
    assertThat(expected.resolve(StateFolder.MARKER)).isRegularFile();
  }

  private void isRefused(Path folder, String why) throws Exception {
    Outcome outcome = use(folder.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains(folder.toString(), why, "LOADPATH_STATE").hasLineCount(1);
    assertThat(folder.resolve(StateFolder.MARKER)).doesNotExist();
  }

  private static Path mode(Path path, String mode) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static void assumeRoot() {
    assumeThat(Owner.caller()).as("only root can give files away").isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s/a/chosen", "%s/a/chosen/", "a/chosen"})
  void isMadeAndMarked(String named) throws Exception {
    works(named.formatted(project.getParent()), chosen);
    String id = StateFolder.id(chosen);
    assertThat(id).matches("[0-9a-f-]{36}");
    works(named.formatted(project.getParent()), chosen);
    assertThat(access(chosen)).isEqualTo(Owner.caller() == 0 ? "rwx--x--x" : "rwx------");
    assertThat(StateFolder.id(chosen)).isEqualTo(id);
  }

  @Test
  void isTakenWhenItIsEmpty() throws Exception {
    works("", Files.createDirectory(project.resolve(".loadpath")));
  }

  @Test
  void isRefusedWhenItIsNotEmptyAndNotOurs() throws Exception {
    Path file = Files.createFile(Files.createDirectories(chosen).resolve("thesis.tex"));
    isRefused(chosen, "touch " + chosen + "/" + StateFolder.MARKER);
    Files.move(file, file.resolveSibling("work"));
    isRefused(chosen, "is not empty, and Loadpath did not make it");

    Files.createFile(chosen.resolve(StateFolder.MARKER));
    works(chosen.toString(), chosen);
  }

  @Test
  void isRefusedWhereOthersCanWrite() throws Exception {
    isRefused(mode(Files.createDirectories(chosen), "rwxrwxr-x"), "chmod go-w " + chosen);
    isRefused(mode(chosen, "rwxr-xrwx"), "other users can write");
  }

  @Test
  void isOpenOnlyToADatabaseServerOfAnotherUser() throws Exception {
    String[] user = {};
    if (Owner.caller() == 0) {
      works(mode(Files.createDirectories(chosen), "rwxr-xr-x").toString(), chosen);
      assertThat(access(chosen)).isEqualTo("rwx--x--x");
      user = new String[] {"setpriv", "--reuid=" + OTHER_USER, "--clear-groups"};
      FileTree.delete(chosen);
      Owner.give(temporary, OTHER_USER, OTHER_USER);
      Owner.give(chosen.getParent(), OTHER_USER, OTHER_USER);
    } else {
      Files.createDirectories(chosen.getParent());
    }
    String script =
        Files.readString(LAUNCHER.resolveSibling("state.sh"))
            + "umask 000; use_state; umask; stat -c %A \"$LOADPATH_STATE\"";
    Program program =
        Program.in(temporary, "env", user)
            .with("bash", "-euc", script)
            .set("LOADPATH_ROOT", project)
            .set("LOADPATH_STATE", chosen);
    assertThat(program.run()).isEqualTo(new Outcome(0, "0022\ndrwx------\n", ""));
    mode(chosen, "rwxr-xr-x");
    assertThat(program.run().out()).endsWith("drwx------\n");
    program.set("ORACLE_URL", "//db/pdb");
    assertThat(program.run().out()).endsWith("drwx--x--x\n");
  }

  private static String access(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void isRefusedWhenItIsAnothersOrReachedThroughAnothersLink() throws Exception {
    assumeRoot();
    Owner.give(Files.createDirectories(chosen), OTHER_USER, OTHER_USER);
    isRefused(chosen, "belongs to another user");

    Path link = Files.createSymbolicLink(temporary.resolve("link"), project);
    works(link.toString(), project);
    Files.delete(project.resolve(StateFolder.MARKER));
    Owner.give(link, OTHER_USER, OTHER_USER);
    isRefused(link, "belongs to another user");
  }

  @Test
  void isRefusedWhenItIsAFileOrALinkToNothing() throws Exception {
    Path folder = Files.createFile(project.resolve(".loadpath"));
    assertThat(use("").err()).contains("is not a folder");
    assertThat(folder).isRegularFile();
    Files.delete(folder);
    Files.createSymbolicLink(folder, temporary.resolve("gone"));
    assertThat(use("").err()).contains("points to " + temporary.resolve("gone"));
  }

  /** The folder that JUnit makes has mode 700: only its owner can enter. */
  @Test
  void isALinkWhereRootsServerCannotEnter() throws Exception {
    assumeRoot();
    Path link = project.resolve(".loadpath");
    Outcome first = use("");
    Path state = Files.readSymbolicLink(link);
    try {
      assertThat(first.err())
          .startsWith("loadpath: the database server's user cannot enter " + project);
      assertThat(first.out()).isEqualTo(state.toString());
      assertThat(state.toString()).matches("/var/tmp/loadpath-0-[0-9a-f]{12}");
      works("", state);
      Files.delete(link);
      Files.createFile(state.resolve("work"));
      assertThat(use("").out()).isEqualTo(state.toString());
      assertThat(link).isSymbolicLink();
      mode(state, "rwxrwxrwx");
      assertThat(use("").err()).contains("other users can write");
      assertThat(state).exists();
      FileTree.delete(state);
      works("", state);
    } finally {
      FileTree.delete(state);
      Files.deleteIfExists(link);
    }
  }

  /** Root may write everywhere, so it runs here without that right. */
  @Test
  void isInVarTmpWhereTheProjectCannotBeWritten() throws Exception {
    String[] prefix =
        Owner.caller() == 0
            ? new String[] {"setpriv", "--bounding-set=-dac_override"}
            : new String[0];
    mode(project, "r-xr-xr-x");
    Outcome first = use("", prefix);
    Path state = Path.of(first.out());
    try {
      assertThat(first.err())
          .startsWith("loadpath: %s is read-only: state is kept in %s\n".formatted(project, state));
      assertThat(state.toString()).matches("/var/tmp/loadpath-" + Owner.caller() + "-[0-9a-f]{12}");
      assertThat(state.resolve(StateFolder.MARKER)).isRegularFile();
      assertThat(use("", prefix)).isEqualTo(new Outcome(0, state.toString(), ""));
      assertThat(project).isEmptyDirectory();

      FileTree.delete(state);
      Path elsewhere = Files.createDirectories(chosen);
      Files.createSymbolicLink(state, elsewhere);
      if (Owner.caller() == 0) {
        Owner.give(state, OTHER_USER, OTHER_USER); // another user was here first
        assertThat(use("", prefix).err()).contains("belongs to another user");
        assertThat(elsewhere).isEmptyDirectory();
      }
    } finally {
      mode(project, "rwxr-xr-x");
      if (Files.isSymbolicLink(state)) {
        Files.delete(state);
      }
      FileTree.delete(state);
    }
  }

  @Test
  void isCheckedAgainInJava() throws Exception {
    assertThatThrownBy(() -> StateFolder.of(Map.of()))
        .hasMessageContaining("use the launchers in bin/");
    Map<String, String> environment = Map.of(StateFolder.VARIABLE, chosen.toString());
    Files.createDirectories(chosen);
    assertThatThrownBy(() -> StateFolder.of(environment))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("not a state folder that Loadpath made");
    mode(Files.createFile(chosen.resolve(StateFolder.MARKER)), "rw-rw-r--"); // a user's umask
    assertThat(StateFolder.of(environment)).isEqualTo(chosen);
    mode(chosen, "rwxrwxr-x");
    assertThatThrownBy(() -> StateFolder.of(environment))
        .hasMessageContaining("other users can write to it");
  }

  /** What the warning is about must be the one unsafe folder; a wrong warning must fail a test. */
  private Path makeFolderAbove() throws IOException {
    for (Path folder = project.getParent(); folder != null; folder = folder.getParent()) {
      int mode = (int) Files.getAttribute(folder, "unix:mode");
      boolean ours = List.of(0L, Owner.caller()).contains(Owner.uidOf(folder));
      boolean safe = ours && ((mode & 01000) != 0 || (mode & 022) == 0);
      assumeThat(safe).as("%s is safe", folder).isTrue();
    }
    return Files.createDirectories(project.resolve("below/state")).getParent().getParent();
  }

  /** Requires a warning of who can write to the folder above, or none. */
  private void warns(String who) {
    Path state = project.resolve("below/state");
    if (who == null) {
      assertThat(StateFolder.warning(state)).isEmpty();
    } else {
      assertThat(StateFolder.warning(state).orElseThrow())
          .startsWith(who + " can write to " + project + ", above the state folder " + state)
          .contains("set LOADPATH_STATE");
    }
  }

  @Test
  void aFolderAboveThatEveryoneCanWriteToIsNamed() throws IOException {
    Path above = makeFolderAbove();
    mode(above, "rwxrwxrwx");
    warns("every user");
    Path state = above.resolve("below/state");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), state);
    assertThat(StateFolder.warning(link)).isEqualTo(StateFolder.warning(state));

    Files.setAttribute(above, "unix:mode", 01777);
    warns(null); // as in /tmp
    mode(above, "rwxr-xr-x");
    warns(null);
  }

  @ParameterizedTest
  @CsvSource({
    "0770, 0, 0, ", // root's own group
    "0770, 0, 65533, the group 65533",
    "01770, 0, 65533, ",
    "0755, 65533, 0, user 65533",
    "01755, 65533, 0, user 65533"
  })
  void aFolderAboveOfAnotherUserOrGroupIsNamed(String mode, int uid, int gid, String who)
      throws IOException {
    assumeRoot();
    Path above = makeFolderAbove();
    Files.setAttribute(above, "unix:uid", uid);
    Files.setAttribute(above, "unix:gid", gid);
    Files.setAttribute(above, "unix:mode", Integer.parseInt(mode, 8));
    warns(who);
  }
}
