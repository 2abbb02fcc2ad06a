package io.loadpath.datasets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Keeps a user's own data readable only to those who could read it. */
final class Access {

  private Access() {}

  /**
   * Makes a folder for files that hold the text of another file. The readers of that file may read
   * the folder, less the umask.
   *
   * @return the permissions for the files
   */
  static Set<PosixFilePermission> createFolderLike(Path file, Path folder) throws IOException {
    Set<PosixFilePermission> source = Files.getPosixFilePermissions(file);
    boolean group = source.contains(PosixFilePermission.GROUP_READ);
    boolean others = source.contains(PosixFilePermission.OTHERS_READ);
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(permissions("rwx", "r-x", group, others)));
    Object gid = Files.getAttribute(folder, "unix:gid");
    if (group != others && !gid.equals(Files.getAttribute(file, "unix:gid"))) {
      group = false; // the new files' group is not the group that may read the source
      others = false;
      Files.setPosixFilePermissions(folder, permissions("rwx", "r-x", group, others));
    }
    return permissions("rw-", "r--", group, others);
  }

  private static Set<PosixFilePermission> permissions(
      String owner, String reader, boolean group, boolean others) {
    return PosixFilePermissions.fromString(
        owner + (group ? reader : "---") + (others ? reader : "---"));
  }
}
