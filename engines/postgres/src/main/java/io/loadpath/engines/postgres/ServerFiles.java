package io.loadpath.engines.postgres;

import io.loadpath.engines.service.ServiceFolder;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * The server's files in the state folder. Each start makes a new password for the superuser, in two
 * files of mode 600.
 */
record ServerFiles(ServiceFolder service) {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final int PASSWORD_LENGTH = 32;

  static ServerFiles in(Path stateFolder) {
    return new ServerFiles(ServiceFolder.of(stateFolder, "postgres"));
  }

  Path folder() {
    return service.path();
  }

  Path binaries(String version) {
    return folder().resolve(version);
  }

  /** The database cluster; belongs to the server's user. */
  Path data() {
    return folder().resolve("data");
  }

  /** The server holds a lock on it; see {@link ServerProgram}. */
  Path serverLock() {
    return folder().resolve("server.lock");
  }

  Path log() {
    return service.log();
  }

  Path conf() {
    return folder().resolve("postgresql.conf");
  }

  /** Holds only the password, for Sqoop's --password-file. */
  Path password() {
    return folder().resolve("password");
  }

  /** The password in the form of libpq's PGPASSFILE. */
  Path passFile() {
    return folder().resolve("pgpass");
  }

  /** Writes and returns the file of pg_hba.conf's form that lets the hosts of a lab connect. */
  Path writeLabAccess() throws IOException {
    Path file = folder().resolve("lab_hba.conf");
    WholeFile.write(file, "host all all samenet scram-sha-256\n", "rw-r--r--");
    return file;
  }

  boolean hasPassword() {
    return Files.isReadable(password()) && Files.isReadable(passFile());
  }

  /** Makes a new password, of letters and digits, and writes its file. */
  String renewPassword() throws IOException {
    StringBuilder text = new StringBuilder();
    new SecureRandom()
        .ints(PASSWORD_LENGTH, 0, ALPHABET.length())
        .forEach(i -> text.append(ALPHABET.charAt(i)));
    WholeFile.write(password(), text.toString(), "rw-------");
    return text.toString();
  }

  /**
   * Writes the password for libpq's clients, for only one port: another may belong to another user.
   */
  void writePassFile(String host, int port) throws IOException {
    String server = "%s:%d:*:%s:".formatted(host, port, PostgresServer.USER);
    WholeFile.write(passFile(), server + Files.readString(password()) + "\n", "rw-------");
  }
}
