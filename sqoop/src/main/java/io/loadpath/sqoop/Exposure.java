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

/** Says what others could see of a job. */
final class Exposure {
  private Exposure() {}

  /**
   * Says that others than its owner may read a password file, if they may: Sqoop does not look at
   * its mode.
   *
   * @param file null if there is none
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
            "%s is readable by others than its owner (mode %o): set its mode to 600, and change the password if others have accounts there"
                .formatted(path, mode.toShort()));
      }
      return Optional.empty();
    } catch (IOException e) {
      // Sqoop has read the file: only its mode is unknown
      return Optional.empty();
    }
  }

  /**
   * Says what others on the network could do, if TLS checks no server and a host is not this
   * machine; else empty.
   *
   * @param parameters of the driver; null if there are none
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
                "nobody checks that the server is %s: whoever can stand in for it on the network gets the password's proof and the rows; add sslmode=verify-full to the URL"
                    .formatted(host));
  }
}
