package io.loadpath.sqoop;

import static io.loadpath.sqoop.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.sqoop.Program.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the Oracle paths do without being Oracle's: with PostgreSQL in Oracle's place. */
@ExtendWith(Database.class)
class OracleScriptsIT {
  private static final Path EVAL = ROOT.resolve("sqoop/sql/oracle/eval");

  private Path folder;

  @BeforeEach
  void newFolder() throws Exception {
    folder = Database.newFolder();
  }

  @Test
  void evalPrintsTheRowsOfASqlPlusScript() throws Exception {
    Outcome outcome =
        eval(
            """
            -- says &1; and more
            SET PAGESIZE 0

            SELECT '{"&1": ' || 6 * 7 || '}' AS fingerprint
            UNION ALL
            SELECT '&2';
            """,
            "answer",
            "it''s");

    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    assertThat(outcome.out()).isEqualTo("{\"answer\": 42}\nit's\n");
  }

  @Test
  void evalRunsABlockThatEndsInASlash() throws Exception {
    Outcome outcome =
        eval(
            """
            DO $$
            BEGIN
              -- a comment in the block
              EXECUTE 'CREATE TABLE &1 (a int)';
            END $$;
            /
            """,
            "made_by_eval");

    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    assertThat(outcome.out()).isEmpty();
    Database.sql("DROP TABLE made_by_eval");
  }

  @Test
  void evalFailsWithItsStatement() throws Exception {
    Outcome outcome = eval("SELECT * FROM &1;", "nosuch");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("relation \"nosuch\" does not exist");
  }

  @Test
  void anImportThatOraOopDidNotTakeFails() throws Exception {
    LoadPath path = new LoadPath("sqoop-import-oracle", 1);
    oracle().forEach(path::with);
    Database.sql(
        """
        CREATE TABLE "SQOOP_IMPORT_ORACLE" ("CARD_NO" text, "CARD_TYPE" text, "MCC" int,
          "PURCHASE_AMT" int, "PURCHASE_DT" date, "MERCHANT_CODE" int, "MERCHANT_CITY" text,
          "MERCHANT_STATE" text, "MERCHANT_ZIP" int)
        """);

    Outcome run = path.step("run");

    Database.sql("DROP TABLE \"SQOOP_IMPORT_ORACLE\"");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).doesNotContain("ERROR");
    assertThat(run.err()).contains("OraOop did not take the job, so it ran through plain JDBC");
  }

  private Outcome eval(String script, String... values) throws Exception {
    Path file = Files.writeString(folder.resolve("script.sql"), script);
    List<String> command = new ArrayList<>(List.of(EVAL.toString(), file.toString()));
    command.addAll(List.of(values));
    Map<String, String> environment = Database.environment();
    environment.putAll(oracle());
    return new Program(command, environment, folder).run();
  }

  private static Map<String, String> oracle() {
    ConnectionInfo connection = Database.connection();
    return Map.of(
        "ORACLE_URL", connection.jdbcUrl(),
        "ORACLE_USER", connection.user(),
        "ORACLE_PASSWORD_FILE", connection.passwordFile().toString());
  }
}
