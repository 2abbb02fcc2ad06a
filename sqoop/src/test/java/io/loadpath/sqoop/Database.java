package io.loadpath.sqoop;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shared server as the load paths find it. */
final class Database {
  private Database() {}

  static TestServer server() {
    return SharedServer.test();
  }

  static ConnectionInfo connection() {
    return server().server.connection();
  }

  /** A session of the shared server. */
  static Connection open() throws Exception {
    ConnectionInfo info = connection();
    return DriverManager.getConnection(
        info.jdbcUrl(), info.user(), Files.readString(info.passwordFile()).strip());
  }

  /** The arguments with which Sqoop connects. */
  static List<String> arguments() {
    ConnectionInfo info = connection();
    return List.of(
        "--connect",
        info.jdbcUrl(),
        "--username",
        info.user(),
        "--password-file",
        "file://" + info.passwordFile());
  }

  /** The environment of a load path: the database, the project and the folder for state. */
  static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(connection().environment());
    environment.put("LOADPATH_ROOT", Program.ROOT.toString());
    environment.put("LOADPATH_TABLE", "all-card-trans");
    environment.put("LOADPATH_SCRIPTS", Program.ROOT.toString());
    environment.put("LOADPATH_STATE", server().state.toString());
    return environment;
  }

  /** The folder in which engines/bin/sqoop keeps the temporary files of a run. */
  static Path temporaryFiles() {
    return server().state.resolve("tmp");
  }
}
