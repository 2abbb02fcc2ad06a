package io.loadpath.engines.postgres;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Owners and modes of files, by number. */
final class Owner {
  private Owner() {}

  /** The numeric user that this process runs as. */
  static long caller() {
    try {
      return uidOf(Path.of("/proc/self/task"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read /proc/self: Loadpath needs Linux with /proc", e);
    }
  }

  /** The numeric owner of a file; of a symbolic link, the link's own. */
  static long uidOf(Path path) throws IOException {
    return ((Number) Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS)).longValue();
  }

  /** Gives a file or folder to a user; only root can. */
  static void give(Path path, ServerUser user) throws IOException {
    Files.setAttribute(path, "unix:uid", Math.toIntExact(user.uid()), NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", Math.toIntExact(user.gid()), NOFOLLOW_LINKS);
  }

  /** Sets a mode such as {@code rwxr-xr-x}, whatever the umask. */
  static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /**
   * Makes a folder and those above it that are missing, all open to other users, whatever the
   * umask.
   */
  static void makeFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (folder.getParent() != null) {
      makeFolders(folder.getParent());
    }
    try {
      Files.createDirectory(folder);
      mode(folder, "rwxr-xr-x");
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }
}
