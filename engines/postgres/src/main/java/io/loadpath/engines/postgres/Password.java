package io.loadpath.engines.postgres;

import io.loadpath.engines.service.ServiceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;

/** Generated passwords; that of the superuser role is in two files of mode 600. */
public final class Password {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 32;

  private Password() {}

  static boolean kept(ServerFiles files) {
    return Files.isReadable(files.password()) && Files.isReadable(files.passFile());
  }

  /** Returns a new password, of letters and digits. */
  public static String random() {
    StringBuilder password = new StringBuilder();
    new SecureRandom()
        .ints(LENGTH, 0, ALPHABET.length())
        .forEach(i -> password.append(ALPHABET.charAt(i)));
    return password.toString();
  }

  /** Makes a new password and writes both files. */
  static String renew(ServerFiles files) throws IOException {
    String password = random();
    ServiceFolder.write(files.password(), password, "rw-------");
    // Any port: it changes from start to start.
    String line = PostgresServer.HOST + ":*:*:" + PostgresServer.USER + ":" + password + "\n";
    ServiceFolder.write(files.passFile(), line, "rw-------");
    return password;
  }
}
