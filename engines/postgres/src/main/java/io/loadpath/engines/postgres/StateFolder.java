package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The one folder for everything that Loadpath makes: {@code LOADPATH_STATE} if set, otherwise
 * {@code .loadpath} in the project's root. Where the database server's user cannot enter the
 * project (a clone in root's home), {@code .loadpath} is a symbolic link to a folder in /var/tmp.
 */
public final class StateFolder {
  /** Environment variable that names another folder. */
  public static final String VARIABLE = "LOADPATH_STATE";

  private static final String NAME = ".loadpath";

  private final Map<String, String> environment;
  private final Predicate<Path> serverCanEnter;
  private final Path shared;
  private final PrintStream notices;

  StateFolder(
      Map<String, String> environment,
      Predicate<Path> serverCanEnter,
      Path shared,
      PrintStream notices) {
    this.environment = environment;
    this.serverCanEnter = serverCanEnter;
    this.shared = shared;
    this.notices = notices;
  }

  /**
   * Finds the state folder of a project, and makes it when it is missing.
   *
   * @param root the project's root folder
   * @return its real path, free of symbolic links
   * @throws PostgresException when it cannot be made, or stands where the server's user cannot
   *     enter
   */
  public static Path locate(Path root) {
    return new StateFolder(System.getenv(), StateFolder::canEnter, Path.of("/var/tmp"), System.err)
        .of(root);
  }

  private static boolean canEnter(Path folder) {
    try {
      return ServerUser.find().canEnter(folder);
    } catch (PostgresException e) {
      return true; // nobody can run the server: its start says why, other commands need no server
    }
  }

  Path of(Path root) {
    String chosen = environment.getOrDefault(VARIABLE, "");
    Path folder = chosen.isBlank() ? root.resolve(NAME) : Path.of(chosen).toAbsolutePath();
    try {
      if (!chosen.isBlank()) {
        return made(folder);
      }
      return inProject(root.toRealPath());
    } catch (IOException e) {
      throw new PostgresException(
          "cannot use the state folder " + folder + " (" + e + "): set " + VARIABLE + " to another",
          e);
    }
  }

  private Path inProject(Path root) throws IOException {
    Path folder = root.resolve(NAME);
    if (Files.isSymbolicLink(folder)) {
      return followed(folder, root);
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new PostgresException(folder + " is not a folder: move it away, or set " + VARIABLE);
    }
    if (serverCanEnter.test(root)) {
      Path made = made(folder);
      if (!serverCanEnter.test(made)) {
        openToAll(made);
      }
      return made;
    }
    if (Files.exists(folder)) {
      removeEmpty(folder);
    }
    return linked(folder, root);
  }

  /** A state folder made under a strict umask: its owner opens it. */
  private static void openToAll(Path folder) throws IOException {
    if (Owner.uidOf(folder) == Owner.caller()) {
      Owner.mode(folder, "rwxr-xr-x");
    }
  }

  private static void removeEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      if (entries.iterator().hasNext()) {
        throw new PostgresException(
            folder
                + " lies where the database server's user cannot enter: delete it and it is made anew in"
                + " /var/tmp, or set "
                + VARIABLE
                + " to a folder below one of mode 755");
      }
    }
    Files.delete(folder);
  }

  private Path followed(Path link, Path root) throws IOException {
    Path target = link.resolveSibling(Files.readSymbolicLink(link));
    if (target.equals(sharedFolder(root))) {
      return own(target);
    }
    if (!Files.isDirectory(link)) {
      throw new PostgresException(
          link + " points to " + target + ", which is no folder: make it, or delete the link");
    }
    return writable(link).toRealPath();
  }

  private Path linked(Path link, Path root) throws IOException {
    Path target = own(sharedFolder(root));
    try {
      Files.createSymbolicLink(link, target);
    } catch (FileAlreadyExistsException e) {
      return followed(link, root); // another command was first
    }
    notices.printf(
        "loadpath: the database server's user cannot enter %s: state is kept in %s%n",
        root, target);
    return target;
  }

  private Path sharedFolder(Path root) throws IOException {
    String hash = Digest.sha256(root.toString().getBytes(UTF_8)).substring(0, 12);
    return shared.toRealPath().resolve("loadpath-" + Owner.caller() + "-" + hash);
  }

  /**
   * Makes a folder where everybody may, or takes it if it is there and nobody else can have
   * prepared it.
   */
  private static Path own(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
      Owner.mode(folder, "rwxr-xr-x");
      return folder;
    } catch (FileAlreadyExistsException e) {
      boolean real = Files.isDirectory(folder, NOFOLLOW_LINKS);
      if (!real || Owner.uidOf(folder) != Owner.caller() || writableByOthers(folder)) {
        throw new PostgresException(
            folder
                + " is there already and is not a folder that only you can write to: somebody else made it;"
                + " remove it, or set "
                + VARIABLE,
            e);
      }
      return folder;
    }
  }

  private static boolean writableByOthers(Path folder) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder, NOFOLLOW_LINKS);
    return mode.contains(PosixFilePermission.GROUP_WRITE)
        || mode.contains(PosixFilePermission.OTHERS_WRITE);
  }

  private static Path made(Path folder) throws IOException {
    Owner.makeFolders(folder);
    return writable(folder).toRealPath();
  }

  private static Path writable(Path folder) {
    if (!Files.isWritable(folder)) {
      throw new PostgresException(
          "cannot write to the state folder "
              + folder
              + ": it belongs to another user; set "
              + VARIABLE);
    }
    return folder;
  }
}
