package io.loadpath.externaltable;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Sessions for tests of Oracle's SQL. */
final class OracleSession {
  private OracleSession() {}

  /** Whether {@code ORACLE_URL} names an Oracle. */
  static boolean isThere() {
    return !System.getenv().getOrDefault("ORACLE_URL", "").isEmpty();
  }

  /** A session on the Oracle that ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE name. */
  static Connection real() throws IOException, SQLException {
    String password = Files.readString(Path.of(System.getenv("ORACLE_PASSWORD_FILE"))).strip();
    return DriverManager.getConnection(
        System.getenv("ORACLE_URL"), System.getenv("ORACLE_USER"), password);
  }

  /**
   * A session on the shared PostgreSQL, to which oracle-functions.sql gives Oracle's functions, its
   * {@code ||} and its empty text, in the schema {@code oracle}: the caller drops it.
   */
  static Connection onPostgres() throws IOException, SQLException {
    ConnectionInfo place = SharedServer.test().server.connection();
    Connection session =
        DriverManager.getConnection(
            place.jdbcUrl(), place.user(), Files.readString(place.passwordFile()));
    try (Statement statement = session.createStatement();
        InputStream functions = OracleSession.class.getResourceAsStream("oracle-functions.sql")) {
      statement.execute(new String(functions.readAllBytes(), StandardCharsets.UTF_8));
      // pg_catalog is named, or it would come first
      statement.execute("SET search_path TO oracle, pg_catalog");
    }
    return session;
  }
}
