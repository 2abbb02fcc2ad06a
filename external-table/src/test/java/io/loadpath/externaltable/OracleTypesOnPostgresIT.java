package io.loadpath.externaltable;

import io.loadpath.engines.postgres.SharedServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.extension.ExtendWith;

/** Oracle's SQL for any table on PostgreSQL, as {@link OracleFingerprintOnPostgresIT} says. */
@ExtendWith(SharedServer.class)
class OracleTypesOnPostgresIT extends OracleTypesTests {
  @Override
  Connection connect() throws IOException, SQLException {
    Connection session = OracleFingerprintOnPostgresIT.session();
    try (Statement statement = session.createStatement()) {
      statement.execute("SET TimeZone = 'America/St_Johns'");
    }
    return session;
  }

  @Override
  void release(Statement statement) throws SQLException {
    statement.execute("DROP SCHEMA oracle CASCADE");
  }

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
    OracleFingerprintOnPostgresIT.emptyTextsAreNull(statement, table);
  }
}
