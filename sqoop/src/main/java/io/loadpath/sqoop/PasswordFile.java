package io.loadpath.sqoop;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/** The file of {@code --password-file}, whose mode Sqoop does not look at. */
final class PasswordFile {
  private PasswordFile() {}

  /**
   * Says that others than its owner may read the file, if they may.
   *
   * @param file null if there is none
   */
  static Optional<String> exposure(String file, Configuration conf) {
    if (file == null) {
      return Optional.empty();
    }
    Path path = new Path(file);
    try {
      FileStatus status = path.getFileSystem(conf).getFileStatus(path);
      FsPermission mode = status.getPermission();
      if (mode.getGroupAction().implies(FsAction.READ)
          || mode.getOtherAction().implies(FsAction.READ)) {
        return Optional.of(
            "%s is readable by others than its owner (mode %o): set its mode to 600, and change the password if others have accounts there"
                .formatted(path, mode.toShort()));
      }
      return Optional.empty();
    } catch (IOException e) {
      // Sqoop has read the file: only its mode is unknown
      return Optional.empty();
    }
  }
}
