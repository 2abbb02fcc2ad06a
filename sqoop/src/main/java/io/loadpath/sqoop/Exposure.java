package io.loadpath.sqoop;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.postgresql.Driver;

/** Warns of parts of a job that others could see. */
final class Exposure {
  private Exposure() {}

  /**
   * Warns if others than its owner may read a password file: Sqoop does not check its mode.
   *
   * @param file or null
   */
  static Optional<String> ofPasswordFile(String file, Configuration conf) {
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
            "others than its owner can read %s (mode %o): set its mode to 600, and change the password if others have accounts there"
                .formatted(path, mode.toShort()));
      }
      return Optional.empty();
    } catch (IOException e) {
      // Sqoop has read the file: only its mode is unknown
      return Optional.empty();
    }
  }

  /**
   * Returns a warning if TLS does not check the server and a host is not this machine; otherwise
   * empty.
   *
   * @param parameters of the driver, or null
   */
  static Optional<String> ofServer(String url, Properties parameters) {
    Properties all = Driver.parseURL(url, parameters);
    if (all == null || all.getProperty("sslmode", "").startsWith("verify-")) {
      return Optional.empty();
    }
    return Arrays.stream(all.getProperty("PGHOST", "localhost").split(","))
        .filter(host -> !host.matches("localhost|127[.].*|\\[?::1]?"))
        .findFirst()
        .map(
            host ->
                "the server %s is not verified: an impostor on the network would get the password's proof and the rows; add sslmode=verify-full to the URL"
                    .formatted(host));
  }
}
