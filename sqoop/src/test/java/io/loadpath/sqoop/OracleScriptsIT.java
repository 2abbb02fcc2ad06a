package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.rows.Type;
import io.loadpath.tables.scripts.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.apache.sqoop.manager.oracle.OraOopConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Oracle paths do without being Oracle's: with PostgreSQL in Oracle's place. */
@ExtendWith(SharedServer.class)
class OracleScriptsIT {
  private static final Path EVAL = ROOT.resolve("sqoop/sql/oracle/eval");

  private Path folder;

  @BeforeEach
  void newFolder() throws Exception {
    folder = Database.server().newFolder();
  }

  @Test
  void evalPrintsTheRowsOfASqlPlusScript() throws Exception {
    Outcome outcome =
        eval(
            """
            -- says &1; and more
            WHENEVER SQLERROR EXIT FAILURE ROLLBACK
            SET PAGESIZE 0

            SELECT '{"&1": ' || 6 * 7 || '}' AS fingerprint
            UNION ALL
            SELECT '&2';

            EXIT SUCCESS
            """,
            "answer",
            "it''s");

    assertThat(outcome.ok().out()).isEqualTo("{\"answer\": 42}\nit's\n");
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

            EXIT SUCCESS
            """,
            "made_by_eval");

    assertThat(outcome.ok().out()).isEmpty();
    Database.server().sql("DROP TABLE made_by_eval");
  }

  @Test
  void evalFailsWithItsStatementAndRefusesPasswordsThatOthersSee() throws Exception {
    assertThat(eval("SELECT * FROM &1;", "nosuch"))
        .satisfies(
            failed -> {
              assertThat(failed.exitCode()).isEqualTo(1);
              assertThat(failed.err()).contains("relation \"nosuch\" does not exist");
            });

    Path file = Files.writeString(folder.resolve("password"), "word\n");
    assertThat(eval("SELECT 1;", Map.of("ORACLE_PASSWORD_FILE", file.toString())).err())
        .startsWith("eval: " + file)
        .contains("without a line end");

    String url = "jdbc:oracle:thin:scott/tig@er@//far:1521/pdb1";
    Outcome shown = eval("SELECT 1;", Map.of("ORACLE_URL", url));
    assertThat(shown.exitCode()).isEqualTo(1);
    assertThat(shown.all()).contains("ORACLE_URL holds a password").doesNotContain("tig@er");
  }

  private static final String TAKEN = "*** Using Data Connector for Oracle and Hadoop ***\n";
  private static final String DIRECT =
      "Batch-Mode insert statement:\ninsert /*+APPEND_VALUES*/ into t\n";
  private static final String CONVENTIONAL = "Batch-Mode insert statement:\ninsert  into t\n";

  private static final String LOGS =
      "org.apache.hadoop.yarn.client.cli.LogsCLI -applicationId application_12_0034";

  static List<Arguments> logs() {
    return List.of(
        Arguments.of(TAKEN + DIRECT + DIRECT, 0, ""),
        Arguments.of(TAKEN + DIRECT + CONVENTIONAL, 1, "the log shows 1 of 2 insert statements"),
        Arguments.of(TAKEN + CONVENTIONAL, 1, "the log shows 0 of 1 insert statements"),
        Arguments.of(TAKEN, 1, "the log shows 0 of 0 insert statements"),
        Arguments.of("", 1, "OraOop refused the job, so it ran through plain JDBC"));
  }

  /** Replaces Sqoop by a program that prints a log, because OraOop needs an Oracle. */
  @ParameterizedTest
  @MethodSource("logs")
  void anExportWhoseLogShowsNoDirectPathFails(String log, int exitCode, String message)
      throws Exception {
    program("sqoop", "printf '%s' '" + log + "' >&2");

    Outcome run = export().step("run");

    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(run.err()).contains(message);
  }

  @Test
  void anExportOfAUsersTableGoesByItsOwnOptions() throws Exception {
    program("sqoop", "printf '%s\\n' \"$@\" >arguments; printf '%s' '" + TAKEN + DIRECT + "' >&2");
    LoadPath path = export().with("LOADPATH_TABLE", "own-table");

    path.with("LOADPATH_SCRIPTS", "/own/scripts").succeed("run");

    assertThat(Files.readAllLines(path.imported().resolveSibling("arguments")))
        .startsWith("--options-file", "/own/scripts/sqoop/options/oracle-export.txt");
  }

  /** The option file of a table with a nullable date turns the hint off. */
  @Test
  void anExportThatItsOptionsMakeConventionalPassesAndIsNoted() throws Exception {
    program("sqoop", "printf '%s' '" + TAKEN + CONVENTIONAL + "' >&2");
    write("sqoop/sql/oracle/eval", "case $1 in *bytes*) echo 8192 ;; *) echo '{}' ;; esac");
    LoadPath path = export().with("LOADPATH_SCRIPTS", folder.toString());

    options("oracle-export.txt", "-Doraoop.oracle.append.values.hint.usage=ON");
    assertThat(path.step("run").err()).contains("the log shows 0 of 1 insert statements");
    assertThat(path.verify().has("notes")).isFalse();

    options("oracle-export.txt", "-Doraoop.oracle.append.values.hint.usage=OFF");
    path.succeed("run");
    assertThat(path.verify().get("storedBytes").asInt()).isEqualTo(8192);
    assertThat(path.verify().get("notes").toString()).contains("not direct-path: ");
  }

  /** OraOop divides a table by its blocks, whatever PostgreSQL's import does. */
  @Test
  void anImportIsNotCalledSerialForWhatTheOptionsOfAnotherDatabaseSay() throws Exception {
    write("bin/loadpath", "echo '{}'");
    options("postgres-import.txt", "--num-mappers");
    LoadPath path = new LoadPath("sqoop-oraoop-unload-oracle", 2);
    Files.createDirectory(path.imported());

    path.with("LOADPATH_ROOT", folder.toString()).with("LOADPATH_SCRIPTS", folder.toString());

    assertThat(path.verify().toString()).isEqualTo("{\"fingerprint\":{},\"storedBytes\":0}");
  }

  /** The export's path, with the programs of the test. */
  private LoadPath export() throws Exception {
    LoadPath path = new LoadPath("sqoop-oraoop-load-oracle", 2);
    oracle().forEach(path::with);
    return path.with("LOADPATH_ROOT", folder.toString());
  }

  private void options(String name, String line) throws Exception {
    Path options = Files.createDirectories(folder.resolve("sqoop/options"));
    Files.writeString(options.resolve(name), line + "\n");
  }

  /** Types that OraOop leaves out of what it exports are those with which the paths do not run. */
  @ParameterizedTest
  @ValueSource(strings = {"sqoop-oraoop-load-oracle", "sqoop-oraoop-unload-oracle"})
  void pathsTakeNoTypeThatOraOopDoesNotExport(String path) throws Exception {
    String exported = OraOopConstants.SUPPORTED_EXPORT_ORACLE_DATA_TYPES_CLAUSE;
    String definition = Files.readString(ROOT.resolve("sqoop/paths/" + path + "/path.yaml"));
    Map<String, String> refused = Map.of("bytes", "type-bytes", "text", "type-long-text");
    for (String type :
        List.of(
            "integer(9)", "decimal(38,2)", "text(4000)", "date", "timestamp(9)", "bytes", "text")) {
      String oracle = Dialect.ORACLE.type(Type.parse(type)).replaceFirst("\\(.*", "");
      boolean taken =
          exported.contains("'" + oracle + "'") || exported.contains("'" + oracle + "(%)'");
      assertThat(taken).as(type).isEqualTo(!refused.containsKey(type));
      if (!taken) {
        assertThat(definition).contains("\n    " + refused.get(type) + ": ");
      }
    }
  }

  /** Replaces the client of YARN's logs too. */
  @Test
  void anExportOnAClusterIsProvedByTheLogOfItsContainers() throws Exception {
    program(
        "sqoop", "printf '%s' '" + TAKEN + "x INFO mapreduce.Job: Running job: job_12_0034\n' >&2");
    program("hadoop", "[ \"$*\" = '" + LOGS + "' ] && printf '%s' '" + DIRECT + "'");

    export()
        .with("LOADPATH_DATA_URI", "hdfs://host/user/me/loadpath/data/cards")
        .with("LOADPATH_WORK_URI", "hdfs://host/user/me/loadpath/work/run")
        .succeed("run");
  }

  private void program(String name, String line) throws Exception {
    write("engines/bin/" + name, line);
  }

  private void write(String name, String line) throws Exception {
    Path program = folder.resolve(name);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void theLogOfTheBundledSqoopHasTheStatementWithWhichOraOopInserts() throws Exception {
    assertThat(Files.readAllLines(ROOT.resolve("engines/sqoop/conf/log4j.properties")))
        .contains("log4j.logger.org.apache.sqoop.manager.oracle.OraOopOutputFormatBase=INFO");
  }

  @Test
  void anImportThatOraOopDidNotTakeFails() throws Exception {
    LoadPath path = new LoadPath("sqoop-oraoop-unload-oracle", 1);
    oracle().forEach(path::with);
    Database.server()
        .sql(
            """
        CREATE TABLE "SQOOP_IMPORT_ORACLE" ("CARD_NO" text, "CARD_TYPE" text, "MCC" int,
          "PURCHASE_AMT" int, "PURCHASE_DT" date, "MERCHANT_CODE" int, "MERCHANT_CITY" text,
          "MERCHANT_STATE" text, "MERCHANT_ZIP" int)
        """);

    Outcome run = path.step("run");

    Database.server().sql("DROP TABLE \"SQOOP_IMPORT_ORACLE\"");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).doesNotContain("ERROR");
    assertThat(run.err()).contains("OraOop refused the job, so it ran through plain JDBC");
  }

  private Outcome eval(String script, String... values) throws Exception {
    return eval(script, Map.of(), values);
  }

  private Outcome eval(String script, Map<String, String> others, String... values)
      throws Exception {
    Path file = Files.writeString(folder.resolve("script.sql"), script);
    return Program.in(folder, EVAL.toString(), file.toString())
        .with(values)
        .set(Database.environment())
        .set(oracle())
        .set(others)
        .run();
  }

  private static Map<String, String> oracle() {
    ConnectionInfo connection = Database.connection();
    return Map.of(
        "ORACLE_URL", connection.jdbcUrl(),
        "ORACLE_USER", connection.user(),
        "ORACLE_PASSWORD_FILE", connection.passwordFile().toString());
  }
}
