package io.loadpath.externaltable;

import io.loadpath.rows.Type;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Oracle's SQL for any table on the Oracle of {@link OracleFingerprintIT}; skipped without. */
@EnabledIfEnvironmentVariable(
    named = "ORACLE_URL",
    matches = ".+",
    disabledReason = "no Oracle: set ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE")
class OracleTypesIT extends OracleTypesTests {
  @Override
  Connection connect() throws IOException, SQLException {
    Connection session = OracleFingerprintIT.session();
    try (Statement statement = session.createStatement()) {
      statement.execute("ALTER SESSION SET TIME_ZONE = 'America/St_Johns'");
    }
    return session;
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
