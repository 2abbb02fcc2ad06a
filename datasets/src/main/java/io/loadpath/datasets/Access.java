package io.loadpath.datasets;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes files and folders that every user can read, whatever the umask: a database server runs as
 * another user.
 */
final class Access {

  private Access() {}

  static void readableByAll(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** Makes the folder and those above it that are missing. */
  static void createFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (folder.getParent() != null) {
      createFolders(folder.getParent());
    }
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (Files.isDirectory(folder)) {
        return; // another process was faster
      }
      throw e;
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
