package io.loadpath.datasets;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps a user's data readable only to users who could read it before.
 *
 * @param folder permissions of a folder with the text of other files
 * @param files permissions of its files
 */
record Access(Set<PosixFilePermission> folder, Set<PosixFilePermission> files) {

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private Access(boolean group, boolean others) {
    this(permissions("rwx", "r-x", group, others), permissions("rw-", "r--", group, others));
  }

  /**
   * Makes a folder for the text of files. Users who may read all of these files may read the
   * folder, less the umask.
   */
  static Access toNewFolder(Path folder, List<Path> sources) throws IOException {
    boolean group = allow(sources, PosixFilePermission.GROUP_READ);
    boolean others = allow(sources, PosixFilePermission.OTHERS_READ);
    Access access = new Access(group, others);
    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(access.folder));
    Object gid = Files.getAttribute(folder, "unix:gid");
    if (group != others && !areAllOf(gid, sources)) {
      // the new files have another group than the sources
      access = new Access(false, false);
      Files.setPosixFilePermissions(folder, access.folder);
    }
    return access;
  }

  /** Returns a writer of parts in the folder, with the files' permissions less the umask. */
  PartFiles parts(Path folder, Codec codec) {
    FileAttribute<Set<PosixFilePermission>> mode = PosixFilePermissions.asFileAttribute(files);
    return new PartFiles(
        folder,
        codec,
        Runtime.getRuntime().availableProcessors(),
        file -> Channels.newOutputStream(Files.newByteChannel(file, NEW, mode)));
  }

  /**
   * Sets the permissions of a folder and its files, whatever the umask: the database server that
   * reads them may run as another user.
   */
  void openToReaders(Path made) throws IOException {
    try (Stream<Path> all = Files.list(made)) {
      for (Path file : all.toList()) {
        Files.setPosixFilePermissions(file, files);
      }
    }
    Files.setPosixFilePermissions(made, folder);
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
