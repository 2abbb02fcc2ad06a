package io.loadpath.externaltable;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Oracle's SQL for the fingerprint on the bundled PostgreSQL, to which oracle-functions.sql gives
 * Oracle's functions, its {@code ||} and its empty text.
 *
 * <p>This proves that the query, by the documented meaning of what it calls, gives the generator's
 * value and changes with each kind of damage: its columns, order, separators, masks and sums are
 * right. It does not prove that Oracle's parser takes it, that Oracle keeps to its documentation,
 * or anything about the database's character set, its 38 digits and SQL*Plus. {@link
 * OracleFingerprintIT} does, where there is an Oracle.
 */
@ExtendWith(SharedServer.class)
class OracleFingerprintOnPostgresIT extends OracleFingerprintTests {
  @Override
  Connection connect() throws IOException, SQLException {
    Connection session = session();
    try (Statement statement = session.createStatement()) {
      statement.execute("SET TimeZone = 'America/St_Johns'");
    }
    return session;
  }

  /** A session with Oracle's functions, in a schema that {@link #release} drops. */
  static Connection session() throws IOException, SQLException {
    ConnectionInfo place = SharedServer.test().server.connection();
    Connection session =
        DriverManager.getConnection(
            place.jdbcUrl(), place.user(), Files.readString(place.passwordFile()));
    try (Statement statement = session.createStatement();
        InputStream functions =
            OracleFingerprintOnPostgresIT.class.getResourceAsStream("oracle-functions.sql")) {
      statement.execute(new String(functions.readAllBytes(), StandardCharsets.UTF_8));
      // pg_catalog is named, or it would come first
      statement.execute("SET search_path TO oracle, pg_catalog");
    }
    return session;
  }

  @Override
  void release(Statement statement) throws SQLException {
    statement.execute("DROP SCHEMA oracle CASCADE");
  }

  /** Oracle's DATE has a time of day. */
  @Override
  String translate(String type) {
    return type.replaceAll("VARCHAR2\\((\\d+) CHAR\\)", "varchar($1)")
        .replaceAll("^NUMBER\\(", "numeric(")
        .replaceAll("^BINARY_DOUBLE$", "double precision")
        .replaceAll("^DATE$", "timestamp(0)")
        .replaceAll("^TIMESTAMP\\(9\\)", "timestamp(6)")
        .replaceAll("^RAW\\(\\d+\\)$", "bytea");
  }

  @Override
  int places() {
    return 6;
  }

  @Override
  void prepare(Statement statement, String table) throws SQLException {
    statement.execute(
        "CREATE TRIGGER empty_text BEFORE INSERT OR UPDATE ON "
            + table
            + " FOR EACH ROW EXECUTE FUNCTION oracle.empty_text_is_null()");
  }
}
