package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.sql.SqlClient;
import io.loadpath.engines.postgres.sql.SqlDatabase;
import io.loadpath.engines.postgres.sql.SqlScript;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the installation of the functions refuses, and what the teardown of a table leaves. */
class InstallAndTeardownIT extends OnTargetTable {
  private static final String DROP = "CALL loadpath.drop_relation('l.t', 'l')";

  @Test
  void tearsDownOnlyWhatCarriesOurMark() throws SQLException {
    run("CREATE SCHEMA outside; CREATE TABLE outside.t (a int)");

    requireFailure(
        () -> run("CALL loadpath.drop_relation('outside.t')"),
        "outside.t was not made by Loadpath, and is left unchanged");

    run("COMMENT ON SERVER l IS NULL");
    requireFailure(() -> run(DROP), "the foreign server l was not made by Loadpath");
    requireOldRows(user);
  }

  /** What a user has made of our table or server would go with a CASCADE. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE VIEW outside.v AS SELECT * FROM l.t; view outside.v",
        "CREATE TABLE outside.x (c l.t); column c of table outside.x",
        "CREATE FUNCTION outside.f(l.t) RETURNS int LANGUAGE sql RETURN 1; function outside.f(l.t)",
        "CREATE POLICY p ON outside.t USING (a IN (SELECT a FROM l.t)); policy p on table outside.t",
        "CREATE TABLE outside.child () INHERITS (l.t); table outside.child",
        "CREATE FOREIGN TABLE outside.e (a int) SERVER l OPTIONS (filename '/x'); foreign table outside.e",
        "CREATE USER MAPPING FOR PUBLIC SERVER l; user mapping for public on server l",
      })
  void tearsDownNothingWhereAUserHasMadeSomething(String ddl, String object) throws SQLException {
    run("CREATE SCHEMA outside; CREATE TABLE outside.t (a int)");
    run(ddl);

    requireFailure(() -> run(DROP), object);
    requireOldRows(user);
  }

  @Test
  void leavesThePartitionOfAUser() throws SQLException {
    run(
        "CREATE TABLE l.p (LIKE l.t) PARTITION BY LIST (a); COMMENT ON TABLE l.p IS 'Loadpath: test';"
            + " CREATE TABLE l.mine PARTITION OF l.p DEFAULT");

    requireFailure(() -> run("CALL loadpath.drop_relation('l.p')"), "table l.mine");
    assertThat(query("SELECT * FROM l.p")).isEmpty();
  }

  /** The table is found in the caller's search_path, not in the functions'. */
  @Test
  void tearsDownTheTableWithItsStagingItsServerAndTheExtension() throws SQLException {
    stage();
    run("CREATE TABLE l.mine (a int)");

    run("SET search_path TO l; CALL loadpath.drop_relation('t', 'l')");
    run("CALL loadpath.drop_relation('t', 'l')");

    assertThat(query("SELECT relname FROM pg_class WHERE relnamespace = 'l'::regnamespace"))
        .containsExactly("mine");
    assertThat(
            query(
                "SELECT srvname FROM pg_foreign_server UNION"
                    + " SELECT extname FROM pg_extension WHERE extname = 'file_fdw'"))
        .isEmpty();
  }

  @Test
  void theExtensionStaysWhileAnotherServerUsesIt() throws SQLException {
    run("CREATE SERVER other FOREIGN DATA WRAPPER file_fdw");

    run(DROP);

    assertThat(query("SELECT srvname FROM pg_foreign_server")).containsExactly("other");
    run("DROP SERVER other");
  }

  /** The schema of another run is dropped with its extension, and our server would go, too. */
  @Test
  void theExtensionInTheSchemaOfAnotherRunIsNotUsed() throws SQLException {
    run(
        "DROP SERVER l; CREATE SCHEMA outside; COMMENT ON SCHEMA outside IS 'Loadpath: made for a run, and"
            + " dropped at its end'; ALTER EXTENSION file_fdw SET SCHEMA outside");

    requireFailure(
        () -> run("CALL loadpath.make_server('l', 'l')"),
        "file_fdw is in the schema outside of another run, and goes with it");
    run("CALL loadpath.make_server('l', 'outside')");
  }

  @Test
  void tearsDownWhileALoadRunsButEndsNoReader() throws SQLException {
    Connection load = stage();
    Connection reader = session();
    execute(reader, "BEGIN; SELECT * FROM l.t");

    run("SET lock_timeout TO '200ms'");
    requireFailure(() -> run(DROP), "l.t is in use", "pid " + pid(reader));
    requireOldRows(reader);
    execute(reader, "COMMIT");

    run(DROP);
    assertThatThrownBy(() -> rows(load, "SELECT 1")).isInstanceOf(SQLException.class);
  }

  /** The server's user and the schema of the functions have the same name. */
  @Test
  void aTableWithoutASchemaIsNotMadeAmongTheFunctions() throws SQLException {
    assertThat(query("SELECT current_schema()")).containsExactly("public");
  }

  @Test
  void fourMayInstallAtOnce() {
    List<CompletableFuture<String>> installations =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> test.run(IN_LOADPATH, FUNCTIONS)))
            .limit(4)
            .toList();
    installations.forEach(CompletableFuture::join);
  }

  @Test
  void aSchemaThatIsAnothersOrOfAnotherVersionIsRefused() throws SQLException {
    for (String[] change :
        new String[][] {
          {
            "COMMENT ON TYPE loadpath.nothing IS 'Loadpath: functions of loads, version 0'",
            "is not that of version 2"
          },
          {"ALTER SCHEMA loadpath OWNER TO pg_monitor", "it belongs to pg_monitor"},
          {"GRANT CREATE ON SCHEMA loadpath TO PUBLIC", "PUBLIC may create in it"},
          {
            "CREATE FUNCTION loadpath.ours(int) RETURNS boolean LANGUAGE sql RETURN true;"
                + " ALTER FUNCTION loadpath.ours(int) OWNER TO pg_monitor",
            "ours(integer) in it belongs to pg_monitor"
          }
        }) {
      run(change[0]);
      requireFailure(() -> test.run(IN_LOADPATH, FUNCTIONS), "the schema loadpath", change[1]);
      run(
          "COMMENT ON TYPE loadpath.nothing IS 'Loadpath: functions of loads, version 2';"
              + " ALTER SCHEMA loadpath OWNER TO loadpath; REVOKE CREATE ON SCHEMA loadpath FROM PUBLIC;"
              + " DROP FUNCTION IF EXISTS loadpath.ours(int)");
    }
  }

  /** A user's schema is taken only while it is empty or holds nothing but the functions. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRoleWithRightsOnOneSchemaAloneInstallsAndLoadsThere(boolean own) throws SQLException {
    run("CREATE SCHEMA outside; CREATE TABLE outside.mine (a int); CREATE ROLE plain");
    try {
      run(
          own
              ? "ALTER SCHEMA outside OWNER TO plain"
              : "GRANT USAGE, CREATE ON SCHEMA outside TO plain");
      SqlScript role = SqlScript.command("SET ROLE plain; SET search_path TO outside");
      Map<String, String> variables =
          Map.of("functions", "outside", "table", "t", "delimiter_at_end", "true");
      requireFailure(
          () -> test.run(variables, role, FUNCTIONS),
          "it was not made by Loadpath, and is not empty");
      run(
          "DROP TABLE outside.mine; CREATE TABLE outside.loadpath_run_mark ();"
              + " COMMENT ON TABLE outside.loadpath_run_mark IS"
              + " 'Loadpath: made for a run, and dropped at its end (abc)'");
      for (int i = 0; i < 2; i++) {
        test.run(variables, role, FUNCTIONS);
      }
      test.run(
          variables,
          role,
          SqlScript.command("CREATE TABLE t (a int); COMMENT ON TABLE t IS 'Loadpath: test'"),
          SqlScript.file("sql/copy-begin.sql"),
          SqlScript.command(
              """
              BEGIN;
              SELECT :functions.join_load(:'table') AS loaded \\gset
              INSERT INTO :loaded VALUES (1, '');
              CALL :functions.file_loaded(:'table', 'f', 1);
              COMMIT;
              CALL :functions.replace(:'table', 1, 1)
              """));
      assertThat(query("SELECT a FROM outside.t")).containsExactly("1");
      test.run(variables, role, SqlScript.command("CALL :functions.drop_relation(:'table')"));
      assertThat(query("SELECT to_regclass('outside.t') IS NULL")).containsExactly("t");
    } finally {
      run("DROP SCHEMA outside CASCADE; DROP ROLE plain");
    }
  }

  /** Its owner could put other functions in the place of ours. */
  @Test
  void aSchemaOfAnotherPlainRoleIsTakenOnlyForARun() throws SQLException {
    run(
        "CREATE ROLE other; CREATE ROLE plain; CREATE SCHEMA outside AUTHORIZATION other;"
            + " COMMENT ON SCHEMA outside IS 'Loadpath: functions of loads, version 2';"
            + " GRANT USAGE, CREATE ON SCHEMA outside TO plain");
    try {
      SqlScript role = SqlScript.command("SET ROLE plain");
      Map<String, String> outside = Map.of("functions", "outside");
      requireFailure(
          () -> test.run(outside, role, FUNCTIONS),
          "the schema outside cannot hold the functions for plain: it belongs to other");

      run(
          "SET ROLE plain; CREATE TABLE outside.loadpath_run_mark ();"
              + " COMMENT ON TABLE outside.loadpath_run_mark IS 'Loadpath: made for a run, (abc)'; RESET ROLE");
      test.run(outside, role, FUNCTIONS);
      requireFailure(() -> test.run(outside, FUNCTIONS), "it belongs to other");
    } finally {
      run("RESET ROLE; DROP SCHEMA outside CASCADE; DROP ROLE plain; DROP ROLE other");
    }
  }

  /** The server converts the scripts, with their comments in the functions, to its encoding. */
  @ParameterizedTest
  @ValueSource(strings = {"LATIN1", "SQL_ASCII"})
  void installsInADatabaseOfAnotherEncoding(String encoding) {
    test.sql(
        "CREATE DATABASE encoded ENCODING '%s' LOCALE 'C' TEMPLATE template0".formatted(encoding));
    ConnectionInfo server = test.server.connection();
    ConnectionInfo encoded =
        new ConnectionInfo(
            server.host(),
            server.port(),
            server.user(),
            "encoded",
            server.passFile(),
            server.passwordFile());
    try (SqlClient client =
        new SqlClient(
            SqlDatabase.of(encoded), InputStream.nullInputStream(), System.out, System.err)) {
      assertThat(client.run(List.of(FUNCTIONS), IN_LOADPATH)).isEmpty();
    } finally {
      test.sql("DROP DATABASE encoded");
    }
  }

  @Test
  void aSchemaOfARunIsNotMadeAgain() {
    requireFailure(
        () -> test.run(Map.of("functions", "loadpath_run_gone"), FUNCTIONS),
        "the schema loadpath_run_gone of a run is gone");
  }

  @Test
  void aNameThatIsNoPlainWordIsRefused() {
    requireFailure(
        () -> test.run(Map.of("functions", "Load Path"), FUNCTIONS),
        "the schema of the functions is \"Load Path\", but must be a name of small letters");
  }
}
