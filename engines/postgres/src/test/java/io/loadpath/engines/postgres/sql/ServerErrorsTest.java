package io.loadpath.engines.postgres.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;

class ServerErrorsTest {
  private static String explained(PSQLState state) {
    SqlScript script = SqlScript.command("COMMIT");
    ScriptReader.Statement statement =
        new ScriptReader("-c", script.text(), new Variables(Map.of()), x -> {}, x -> {})
            .next()
            .orElseThrow();
    return ServerErrors.explain(script, statement, new PSQLException("no answer", state))
        .getMessage();
  }

  @Test
  void aLostConnectionLeavesOpenWhetherTheStatementWasCommitted() {
    assertThat(explained(PSQLState.CONNECTION_FAILURE))
        .startsWith("-c:1: ERROR: no answer")
        .contains("it may or may not be committed");
    assertThat(explained(PSQLState.SYNTAX_ERROR)).isEqualTo("-c:1: ERROR: no answer");
  }
}
