package io.loadpath.externaltable;

import io.loadpath.rows.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The fingerprint on the Oracle that {@code ORACLE_URL}, {@code ORACLE_USER} and {@code
 * ORACLE_PASSWORD_FILE} name; skipped without. Makes and drops one table in the user's schema.
 */
@EnabledIfEnvironmentVariable(
    named = "ORACLE_URL",
    matches = ".+",
    disabledReason = "no Oracle: set ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE")
class OracleFingerprintIT extends OracleFingerprintTests {

  @Override
  Connection connect() throws IOException, SQLException {
    Connection session = session();
    try (Statement statement = session.createStatement()) {
      statement.execute("ALTER SESSION SET TIME_ZONE = 'America/St_Johns'");
    }
    return session;
  }

  static Connection session() throws IOException, SQLException {
    String password = Files.readString(Path.of(System.getenv("ORACLE_PASSWORD_FILE"))).strip();
    return DriverManager.getConnection(
        System.getenv("ORACLE_URL"), System.getenv("ORACLE_USER"), password);
  }

  @Override
  String translate(String type) {
    return type;
  }

  @Override
  int places() {
    return Type.MAX_SECOND_PLACES;
  }
}
