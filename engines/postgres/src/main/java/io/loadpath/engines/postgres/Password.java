package io.loadpath.engines.postgres;

import io.loadpath.engines.service.ServiceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;

/** The generated password of the superuser role: new with each start, in two files of mode 600. */
final class Password {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 32;

  private Password() {}

  static boolean kept(ServerFiles files) {
    return Files.isReadable(files.password()) && Files.isReadable(files.passFile());
  }

  /** Makes a new password, of letters and digits, and writes its file. */
  static String renew(ServerFiles files) throws IOException {
    StringBuilder password = new StringBuilder();
    new SecureRandom()
        .ints(LENGTH, 0, ALPHABET.length())
        .forEach(i -> password.append(ALPHABET.charAt(i)));
    ServiceFolder.write(files.password(), password.toString(), "rw-------");
    return password.toString();
  }

  /** Writes the password for libpq's clients, for one port alone: another may be a stranger's. */
  static void writePassFile(ServerFiles files, int port) throws IOException {
    String place = "%s:%d:*:%s:".formatted(PostgresServer.HOST, port, PostgresServer.USER);
    String password = Files.readString(files.password());
    ServiceFolder.write(files.passFile(), place + password + "\n", "rw-------");
  }
}
