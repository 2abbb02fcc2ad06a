package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.libpq.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** A server as the user's: roles with few rights, and a database. */
public final class UserFixture {
  public static final String PASSWORD = "se:cr\\et";

  /** The server with role and database. Each class of tests may have a server of its own. */
  private static TestServer made;

  private UserFixture() {}

  /** Returns the server with the database shop, which belongs to the role ann. */
  public static synchronized TestServer server() {
    TestServer test = SharedServer.test();
    if (made != test) {
      test.sql("CREATE ROLE ann LOGIN PASSWORD E'se:cr\\\\et'");
      test.sql("CREATE DATABASE shop OWNER ann");
      made = test;
    }
    return test;
  }

  /** Runs SQL in the database shop as the superuser. */
  static void asSuperuser(String sql) throws IOException, SQLException {
    try (Connection session = superuser();
        Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Opens a session of the superuser in the database shop. */
  static Connection superuser() throws IOException, SQLException {
    ConnectionInfo connection = server().server.connection();
    String password = Files.readString(connection.passwordFile());
    return Target.parse(
            uri(connection.user(), "shop"), Optional.empty(), Map.of("PGPASSWORD", password))
        .connect(Map.of());
  }

  /** Returns a URI of a role and a database. */
  public static String uri(String user, String database) {
    return "postgresql://%s@127.0.0.1:%d/%s"
        .formatted(user, server().server.connection().port(), database);
  }

  static Target target(String user, String database) {
    return target(uri(user, database));
  }

  static Target target(String uri) {
    return Target.parse(uri, Optional.empty(), Map.of("PGPASSWORD", PASSWORD));
  }
}
