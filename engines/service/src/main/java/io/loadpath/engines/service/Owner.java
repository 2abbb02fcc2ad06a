package io.loadpath.engines.service;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Owners and modes of files, by number. */
public final class Owner {
  private Owner() {}

  /** The numeric user that this process runs as. */
  public static long caller() {
    try {
      return uidOf(Path.of("/proc/self/task"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read /proc/self: Loadpath needs Linux with /proc", e);
    }
  }

  /** The numeric owner of a file; of a symbolic link, the link's own. */
  public static long uidOf(Path path) throws IOException {
    return ((Number) Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS)).longValue();
  }

  /**
   * Passes if the caller owns a file or folder and nobody else can write to it, so that all content
   * is the caller's.
   *
   * @throws FileSystemException otherwise
   */
  public static void requireOurs(Path path) throws IOException {
    PosixFileAttributes attributes = Files.readAttributes(path, PosixFileAttributes.class);
    Set<PosixFilePermission> mode = attributes.permissions();
    long uid = ((Number) Files.getAttribute(path, "unix:uid")).longValue();
    if (uid != caller() || (Files.isSymbolicLink(path) && !Set.of(0L, uid).contains(uidOf(path)))) {
      throw new FileSystemException(path.toString(), null, "belongs to another user");
    }
    if (mode.contains(PosixFilePermission.GROUP_WRITE)
        || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new FileSystemException(path.toString(), null, "other users can write to it");
    }
  }

  /** Gives a file or folder to a user; only root can do this. */
  public static void give(Path path, long uid, long gid) throws IOException {
    Files.setAttribute(path, "unix:uid", Math.toIntExact(uid), NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", Math.toIntExact(gid), NOFOLLOW_LINKS);
  }

  /** Sets a mode such as {@code rwxr-xr-x}, whatever the umask. */
  public static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /** Makes a folder and the missing ones above it, all open to other users, whatever the umask. */
  public static void makeFolders(Path folder) throws IOException {
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
