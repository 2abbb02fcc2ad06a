package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  private static final Predicate<Path> OPEN = path -> true;

  @TempDir private Path temporary;
  private Path root;
  private Path shared;
  private final ByteArrayOutputStream notices = new ByteArrayOutputStream();

  @BeforeEach
  void makeFolders() throws IOException {
    root = Files.createDirectory(temporary.resolve("clone")).toRealPath();
    shared = Files.createDirectory(temporary.resolve("shared")).toRealPath();
  }

  private Path locate(Predicate<Path> serverCanEnter) {
    return locate(Map.of(), serverCanEnter);
  }

  private Path locate(Map<String, String> environment, Predicate<Path> serverCanEnter) {
    return new StateFolder(environment, serverCanEnter, shared, new PrintStream(notices)).of(root);
  }

  /** A server that can enter the shared folder but not the clone. */
  private boolean outsideOnly(Path path) {
    return !path.startsWith(root);
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void isAFolderInTheProject() throws IOException {
    assertThat(locate(OPEN)).isEqualTo(root.resolve(".loadpath")).isDirectory();
    assertThat(mode(root.resolve(".loadpath"))).isEqualTo("rwxr-xr-x");
    assertThat(locate(OPEN)).isEqualTo(root.resolve(".loadpath"));
    assertThat(notices.toString()).isEmpty();
  }

  @Test
  void theVariableWins() {
    Path chosen = temporary.resolve("a/b");
    assertThat(locate(Map.of(StateFolder.VARIABLE, chosen.toString()), this::outsideOnly))
        .isEqualTo(chosen)
        .isDirectory();
    assertThat(root.resolve(".loadpath")).doesNotExist();
  }

  @Test
  void isALinkWhereTheServerCannotEnterTheProject() throws IOException {
    Path state = locate(this::outsideOnly);

    assertThat(state).startsWith(shared);
    assertThat(state.getFileName().toString()).matches("loadpath-\\d+-[0-9a-f]{12}");
    assertThat(mode(state)).isEqualTo("rwxr-xr-x");
    assertThat(Files.readSymbolicLink(root.resolve(".loadpath"))).isEqualTo(state);
    assertThat(notices.toString().lines()).hasSize(1).first().asString().contains(state.toString());
    notices.reset();
    assertThat(locate(this::outsideOnly)).isEqualTo(state);
    assertThat(notices.toString()).isEmpty();
  }

  @Test
  void findsTheSharedFolderAgainWhenOnlyTheLinkIsGone() throws IOException {
    Path state = locate(this::outsideOnly);
    Files.writeString(state.resolve("kept"), "kept");
    Files.delete(root.resolve(".loadpath"));

    assertThat(locate(this::outsideOnly)).isEqualTo(state);
    assertThat(state.resolve("kept")).exists();
  }

  @Test
  void makesTheSharedFolderAgainWhenOnlyTheLinkIsLeft() throws IOException {
    Path state = locate(this::outsideOnly);
    Files.delete(state);

    assertThat(locate(this::outsideOnly)).isEqualTo(state).isDirectory();
  }

  @Test
  void anEmptyFolderBecomesALink() throws IOException {
    Files.createDirectory(root.resolve(".loadpath"));

    assertThat(locate(this::outsideOnly)).startsWith(shared);
    assertThat(root.resolve(".loadpath")).isSymbolicLink();
  }

  @Test
  void aFullFolderThatTheServerCannotEnterIsAnError() throws IOException {
    Files.createFile(Files.createDirectory(root.resolve(".loadpath")).resolve("data"));

    assertThatThrownBy(() -> locate(this::outsideOnly))
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining(root.resolve(".loadpath").toString())
        .hasMessageContaining("delete it")
        .hasMessageContaining(StateFolder.VARIABLE);
    assertThat(root.resolve(".loadpath/data")).exists();
  }

  @Test
  void refusesASharedFolderThatOthersCanWriteTo() throws IOException {
    Path state = locate(this::outsideOnly);
    Files.delete(root.resolve(".loadpath"));
    Owner.mode(state, "rwxrwxrwx");

    assertThatThrownBy(() -> locate(this::outsideOnly))
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining("somebody else made it");
    assertThat(root.resolve(".loadpath")).doesNotExist();
  }

  @Test
  void refusesALinkInPlaceOfTheSharedFolder() throws IOException {
    Path state = locate(this::outsideOnly);
    Files.delete(state);
    Files.createSymbolicLink(state, Files.createDirectory(temporary.resolve("trap")));

    assertThatThrownBy(() -> locate(this::outsideOnly))
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining("somebody else made it");
  }

  @Test
  void followsALinkThatTheUserMade() throws IOException {
    Path disk = Files.createDirectory(temporary.resolve("disk")).toRealPath();
    Files.createSymbolicLink(root.resolve(".loadpath"), disk);

    assertThat(locate(OPEN)).isEqualTo(disk);
    Files.delete(disk);
    assertThatThrownBy(() -> locate(OPEN)).hasMessageContaining("points to " + disk);
  }

  @Test
  void aFileInItsPlaceIsAnError() throws IOException {
    Files.createFile(root.resolve(".loadpath"));

    assertThatThrownBy(() -> locate(OPEN)).hasMessageContaining("is not a folder");
    assertThat(Files.isRegularFile(root.resolve(".loadpath"), LinkOption.NOFOLLOW_LINKS)).isTrue();
  }
}
