package io.loadpath.datasets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Keeps a user's own data readable only to those who could read it. */
final class Access {

  private Access() {}

  /**
   * Makes a folder for files that hold the text of other files. Who may read all of those may read
   * the folder, less the umask.
   *
   * @return the permissions for the files
   */
  static Set<PosixFilePermission> createFolderLike(List<Path> files, Path folder)
      throws IOException {
    boolean group = allow(files, PosixFilePermission.GROUP_READ);
    boolean others = allow(files, PosixFilePermission.OTHERS_READ);
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(permissions("rwx", "r-x", group, others)));
    Object gid = Files.getAttribute(folder, "unix:gid");
    if (group != others && !areAllOf(gid, files)) {
      group = false; // the new files' group is not the group that may read the sources
      others = false;
      Files.setPosixFilePermissions(folder, permissions("rwx", "r-x", group, others));
    }
    return permissions("rw-", "r--", group, others);
  }

  /**
   * Gives a folder's files these permissions, and the folder the fitting ones, whatever the umask:
   * a database server that reads them may be another user.
   */
  static void openToReaders(Path folder, Set<PosixFilePermission> files) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        Files.setPosixFilePermissions(file, files);
      }
    }
    Files.setPosixFilePermissions(
        folder,
        permissions(
            "rwx",
            "r-x",
            files.contains(PosixFilePermission.GROUP_READ),
            files.contains(PosixFilePermission.OTHERS_READ)));
  }

  private static boolean allow(List<Path> files, PosixFilePermission permission)
      throws IOException {
    for (Path file : files) {
      if (!Files.getPosixFilePermissions(file).contains(permission)) {
        return false;
      }
    }
    return true;
  }

  private static boolean areAllOf(Object gid, List<Path> files) throws IOException {
    for (Path file : files) {
      if (!gid.equals(Files.getAttribute(file, "unix:gid"))) {
        return false;
      }
    }
    return true;
  }

  private static Set<PosixFilePermission> permissions(
      String owner, String reader, boolean group, boolean others) {
    return PosixFilePermissions.fromString(
        owner + (group ? reader : "---") + (others ? reader : "---"));
  }
}
