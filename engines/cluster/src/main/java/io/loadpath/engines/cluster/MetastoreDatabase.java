package io.loadpath.engines.cluster;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.Password;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The database of Hive's metastore, on the bundled PostgreSQL. It has its own role. Both have a
 * comment that marks them as Loadpath's.
 */
final class MetastoreDatabase {
  static final String NAME = "loadpath_hive";

  private static final String MARK = "Loadpath keeps the metastore of its Hive in this database";

  /** The columns that hold the places of files. */
  private static final Map<String, List<String>> PLACES =
      Map.of(
          "DBS", List.of("DB_LOCATION_URI", "DB_MANAGED_LOCATION_URI"),
          "CTLGS", List.of("LOCATION_URI"),
          "SDS", List.of("LOCATION"),
          "SKEWED_COL_VALUE_LOC_MAP", List.of("LOCATION"),
          "FUNC_RU", List.of("RESOURCE_URI"));

  private final PostgresServer server;
  private final Path startedRecord;
  private boolean tables;

  MetastoreDatabase(ClusterFiles files, EngineFolder engine) {
    this.server = PostgresServer.of(engine.root(), files.folder().getParent());
    this.startedRecord = files.postgres();
  }

  /**
   * Starts PostgreSQL unless it runs, makes the database unless it is there, and gives its role a
   * new password.
   *
   * @param fileSystem the cluster's file system, such as {@code hdfs://127.0.0.1:8020}
   * @return values for the metastore's configuration
   */
  Map<String, String> open(String fileSystem) throws IOException {
    start();
    ConnectionInfo info = server.connection();
    String superuser = Files.readString(info.passwordFile());
    String password = Password.random();
    String url = url();
    try {
      try (Connection session =
          DriverManager.getConnection(info.jdbcUrl(), info.user(), superuser)) {
        makeRole(session, password);
        makeDatabase(session);
      }
      try (Connection session = DriverManager.getConnection(url, info.user(), superuser)) {
        tables = hasTables(session);
        if (tables) {
          moveTo(session, fileSystem);
        }
      }
    } catch (SQLException e) {
      throw new ServiceException("cannot make Hive's metastore: " + e.getMessage(), e);
    }
    return Map.of("database.url", url, "database.user", NAME, "database.password", password);
  }

  /** Whether the database that was opened has all tables. */
  boolean hasTables() {
    return tables;
  }

  private void start() throws IOException {
    if (server.start()) {
      long pid = server.postmasterPid();
      OptionalLong ticks = Processes.startTicks(pid);
      if (ticks.isPresent()) {
        new ServerRecord(pid, ticks.getAsLong(), server.connection().port()).write(startedRecord);
      }
    }
  }

  /** The JDBC URL of the database, on the server that runs. */
  String url() {
    return server.connection().jdbcUrl(NAME);
  }

  /**
   * Stops the server if this cluster has started it. It leaves the server to others who use it.
   *
   * @return whether it was left
   */
  boolean close() throws IOException {
    boolean left = false;
    if (ServerRecord.read(startedRecord).filter(ServerRecord::alive).isPresent()) {
      left = usedByOthers();
      if (!left) {
        server.stop();
      }
    }
    Files.deleteIfExists(startedRecord);
    return left;
  }

  private boolean usedByOthers() throws IOException {
    ConnectionInfo info = server.connection();
    String superuser = Files.readString(info.passwordFile());
    try (Connection session = DriverManager.getConnection(info.jdbcUrl(), info.user(), superuser)) {
      return text(
              session,
              "SELECT datname FROM pg_stat_activity WHERE backend_type = 'client backend'"
                  + " AND datname <> ? AND pid <> pg_backend_pid()",
              NAME)
          .isPresent();
    } catch (SQLException e) {
      return false; // its sessions cannot be read
    }
  }

  private void makeRole(Connection session, String password) throws SQLException {
    Optional<String> mark =
        text(
            session,
            "SELECT coalesce(shobj_description(oid, 'pg_authid'), '') FROM pg_roles WHERE rolname = ?",
            NAME);
    if (mark.isEmpty()) {
      session.setAutoCommit(false);
      run(session, "CREATE ROLE " + NAME + " LOGIN");
      run(session, "COMMENT ON ROLE " + NAME + " IS '" + MARK + "'");
      session.commit();
      session.setAutoCommit(true);
    } else if (!mark.get().equals(MARK)) {
      throw foreign("role");
    }
    run(session, "ALTER ROLE " + NAME + " PASSWORD '" + password + "'");
  }

  private void makeDatabase(Connection session) throws SQLException {
    Optional<String> owner =
        text(session, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = ?", NAME);
    if (owner.isEmpty()) {
      run(session, "CREATE DATABASE " + NAME + " OWNER " + NAME);
    } else if (!owner.get().equals(NAME)) {
      throw foreign("database");
    }
    run(session, "COMMENT ON DATABASE " + NAME + " IS '" + MARK + "'");
  }

  private static ServiceException foreign(String what) {
    return new ServiceException(
        "the %s %s of the bundled PostgreSQL is not Loadpath's, and Hive's metastore needs the name: rename it with 'bin/postgres sql'"
            .formatted(what, NAME));
  }

  /** A metastore records the version of its tables when it has all of them. */
  private static boolean hasTables(Connection session) throws SQLException {
    return text(session, "SELECT relname FROM pg_class WHERE relname = ?", "VERSION").isPresent()
        && text(session, "SELECT \"SCHEMA_VERSION\" FROM \"VERSION\"").isPresent();
  }

  /** Tables name their places by the address of the NameNode, which changes with its port. */
  private static void moveTo(Connection session, String fileSystem) throws SQLException {
    Optional<String> place =
        text(session, "SELECT \"DB_LOCATION_URI\" FROM \"DBS\" WHERE \"NAME\" = ?", "default");
    String old = place.map(uri -> uri.replaceFirst("^(\\w+://[^/]*)/.*$", "$1")).orElse(fileSystem);
    if (old.equals(fileSystem)) {
      return;
    }
    session.setAutoCommit(false);
    for (Map.Entry<String, List<String>> table : PLACES.entrySet()) {
      for (String column : table.getValue()) {
        String sql =
            "UPDATE \"%1$s\" SET \"%2$s\" = ? || substr(\"%2$s\", ?) WHERE \"%2$s\" LIKE ?"
                .formatted(table.getKey(), column);
        try (PreparedStatement update = session.prepareStatement(sql)) {
          update.setString(1, fileSystem);
          update.setInt(2, old.length() + 1);
          update.setString(3, old + "/%");
          update.executeUpdate();
        }
      }
    }
    session.commit();
  }

  /** Returns the first value of a query. */
  private static Optional<String> text(Connection session, String query, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(query)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
      }
    }
  }

  private static void run(Connection session, String command) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(command);
    }
  }
}
