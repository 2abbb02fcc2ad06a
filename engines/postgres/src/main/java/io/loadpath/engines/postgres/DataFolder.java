package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The database cluster. It is complete or absent: a killed initdb leaves nothing that looks like
 * one.
 */
final class DataFolder {
  private static final String PART = "data.part";
  private static final int STATUS_LINE = 7;

  private final ServerFiles files;
  private final ServerUser user;
  private final Binaries binaries;
  private final List<String> launcher;

  DataFolder(ServerFiles files, ServerUser user, Binaries binaries, List<String> launcher) {
    this.files = files;
    this.user = user;
    this.binaries = binaries;
    this.launcher = launcher;
  }

  /**
   * Makes the cluster if it is missing, and otherwise checks it. Either way the superuser has a new
   * password: an old one may have been given away by a client that asked for the port after the
   * server's end. It is set before the server listens, so a start that is killed on the way leaves
   * nothing to repair. No server may be running on the folder.
   */
  void prepare() throws IOException {
    FileTree.deleteAll(files.folder(), PART + "*");
    if (!Files.exists(files.data())) {
      make();
      return;
    }
    check();
    // A pid that another process has now would keep the server from starting.
    if (postmaster(files).isPresent()) {
      Files.deleteIfExists(files.data().resolve("postmaster.pid"));
    }
    String password = files.renewPassword();
    single(files.data(), "ALTER ROLE " + PostgresServer.USER + " PASSWORD '" + password + "'\n");
  }

  /** Returns the pid in postmaster.pid, if the file exists. */
  static OptionalLong postmaster(ServerFiles files) {
    List<String> lines = pidFile(files);
    try {
      return lines.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(lines.get(0).strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether the server reports that it takes connections. */
  static boolean ready(ServerFiles files) {
    List<String> lines = pidFile(files);
    return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
  }

  private static List<String> pidFile(ServerFiles files) {
    try {
      return Files.readAllLines(files.data().resolve("postmaster.pid"), UTF_8);
    } catch (IOException e) {
      return List.of();
    }
  }

  private void make() throws IOException {
    Path part = Files.createTempDirectory(files.folder(), PART);
    Path passwordForInitdb = Files.createTempFile(files.folder(), PART, ".password");
    try {
      Files.writeString(passwordForInitdb, files.renewPassword());
      if (user.dropped()) {
        Owner.give(part, user.uid(), user.gid());
        Owner.give(passwordForInitdb, user.uid(), user.gid());
      }
      List<String> initdb =
          List.of(
              binaries.program("initdb"),
              "-D",
              part.toString(),
              "-U",
              PostgresServer.USER,
              "--pwfile=" + passwordForInitdb,
              "--auth=scram-sha-256",
              "--encoding=UTF8",
              "--locale=C",
              "--no-instructions");
      ServerProgram.run(user.command(initdb), files.folder(), "");
      single(part, databaseStatements());
      WholeFile.publish(part, files.data());
    } finally {
      Files.deleteIfExists(passwordForInitdb);
      FileTree.delete(part); // there only after a failure
    }
  }

  private static String databaseStatements() {
    String database = PostgresServer.DATABASE;
    return "CREATE DATABASE %s TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'\n".formatted(database)
        + "ALTER DATABASE %s SET datestyle = 'ISO, MDY'\n".formatted(database)
        + "ALTER DATABASE %s SET timezone = 'UTC'\n".formatted(database);
  }

  /**
   * Runs statements, one a line, without a server. After a crash this recovers the data, so it
   * needs the server's settings, as for the prepared transactions that are left, and the server's
   * launcher, for its file systems. It holds the server's lock, because it may outlive a start that
   * is killed, and its name, by which the next start or stop finds and ends it. What the user has
   * set by ALTER SYSTEM, or dropped, must not keep it from its work.
   */
  private void single(Path data, String statements) throws IOException {
    List<String> postgres =
        new ArrayList<>(List.of(binaries.program("postgres"), "--single", "-D", data.toString()));
    for (String setting :
        List.of(
            "config_file=" + files.conf(),
            new ServerSearch(files).nameSetting(),
            // its output is shown if it fails, and must not have the password
            "log_min_error_statement=panic",
            "log_statement=none",
            "log_min_duration_statement=-1",
            "password_encryption=scram-sha-256",
            "default_transaction_read_only=off",
            "exit_on_error=true")) {
      postgres.addAll(List.of("-c", setting));
    }
    postgres.add("template1"); // the others can be dropped
    List<String> command = new ArrayList<>(launcher);
    command.addAll(ServerProgram.locked(files, user.command(postgres)));
    ServerProgram.run(command, files.folder(), statements);
  }

  private void check() throws IOException {
    long owner = Owner.uidOf(files.data());
    if (owner != user.uid()) {
      throw new ServiceException(
          "%s belongs to user number %d, and the server would run as %s: delete it, or set %s to another folder"
              .formatted(files.data(), owner, user.name(), StateFolder.VARIABLE));
    }
    Path version = files.data().resolve("PG_VERSION");
    String made = Files.exists(version) ? Files.readString(version).strip() : "";
    String ours = Binaries.version().split("\\.")[0];
    if (!made.equals(ours)) {
      throw new ServiceException(
          "%s was made by PostgreSQL %s, and this is %s: delete it and start again"
              .formatted(files.data(), made.isEmpty() ? "(unknown)" : made, ours));
    }
  }
}
