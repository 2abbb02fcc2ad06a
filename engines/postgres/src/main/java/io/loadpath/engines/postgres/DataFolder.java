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
   * Makes the cluster if it is missing, otherwise checks it. The superuser always gets a new
   * password: a client that used the port after the server's end may have sent the old one to
   * another program. The password is set before the server listens, so a killed start leaves
   * nothing to repair. No server may run on the folder.
   */
  void prepare() throws IOException {
    FileTree.deleteAll(files.folder(), PART + "*");
    if (!Files.exists(files.data())) {
      make();
      return;
    }
    check();
    // A pid that now belongs to another process would keep the server from starting.
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
      FileTree.delete(part); // exists only after a failure
    }
  }

  private static String databaseStatements() {
    String database = PostgresServer.DATABASE;
    return "CREATE DATABASE %s TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'\n".formatted(database)
        + "ALTER DATABASE %s SET datestyle = 'ISO, MDY'\n".formatted(database)
        + "ALTER DATABASE %s SET timezone = 'UTC'\n".formatted(database);
  }

  /**
   * Runs statements, one per line, without a server. After a crash, this recovers the data. So it
   * needs the server's settings, for instance for prepared transactions, and the server's launcher,
   * for its file systems. It holds the server's lock and name, because it may outlive a killed
   * start: by the name, the next start or stop finds and ends it. It must work whatever the user
   * has set by ALTER SYSTEM, or dropped.
   */
  private void single(Path data, String statements) throws IOException {
    List<String> postgres =
        new ArrayList<>(List.of(binaries.program("postgres"), "--single", "-D", data.toString()));
    for (String setting :
        List.of(
            "config_file=" + files.conf(),
            new ServerSearch(files).nameSetting(),
            // a failure shows its output, which must not have the password
            "log_min_error_statement=panic",
            "log_statement=none",
            "log_min_duration_statement=-1",
            "password_encryption=scram-sha-256",
            "default_transaction_read_only=off",
            "exit_on_error=true")) {
      postgres.addAll(List.of("-c", setting));
    }
    postgres.add("template1"); // the user may drop the others
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
