package io.loadpath.engines.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system without a process per file. Without its native library, which the
 * Maven artifacts lack, Hadoop runs {@code chmod} for every file and folder that it makes: 40 times
 * in a small job.
 *
 * <p>A service file names this class for {@code file:} in the launchers' JVM. No configuration
 * names it, because a cluster's tasks do not have it. {@code fs.file.impl} wins over it.
 */
public final class LocalFiles extends LocalFileSystem {
  private static final PosixFilePermission[] FROM_OWNER_READ = PosixFilePermission.values();
  private static final int OWNER_READ = 0400;

  public LocalFiles() {
    super(new Raw());
  }

  /**
   * Copies a file without checksums to a new one as the system does: a job's jar is copied before
   * the job starts.
   */
  @Override
  public void copyFromLocalFile(boolean delete, Path source, Path target) throws IOException {
    if (delete || !Files.isRegularFile(file(source)) || hasSums(source) || exists(target)) {
      super.copyFromLocalFile(delete, source, target);
    } else {
      mkdirs(target.getParent());
      Files.deleteIfExists(file(getChecksumFile(target))); // of an earlier file
      Files.copy(file(source), file(target));
    }
  }

  private java.nio.file.Path file(Path path) {
    return pathToFile(path).toPath();
  }

  private boolean hasSums(Path path) {
    return Files.exists(file(getChecksumFile(path)));
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) {
        super.setPermission(path, permission); // Java cannot set it
      } else {
        Files.setPosixFilePermissions(pathToFile(path).toPath(), posix(permission.toShort()));
      }
    }
  }

  private static Set<PosixFilePermission> posix(int mode) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission permission : FROM_OWNER_READ) {
      if ((mode & OWNER_READ >> permission.ordinal()) != 0) {
        permissions.add(permission);
      }
    }
    return permissions;
  }
}
