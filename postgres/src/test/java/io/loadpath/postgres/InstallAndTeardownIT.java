package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the installation of the functions refuses, and what the teardown of a schema leaves. */
class InstallAndTeardownIT extends OnTargetTable {
  @Test
  void tearsDownOnlyWhatCarriesOurMark() throws SQLException {
    run("CREATE SCHEMA outside; CREATE TABLE outside.t (a int)");

    requireFailure(
        () -> run("CALL loadpath.drop_schema('outside')"),
        "the schema outside was not made by Loadpath");

    run("COMMENT ON SERVER l IS NULL");
    requireFailure(
        () -> run("CALL loadpath.drop_schema('l')"),
        "the foreign server l was not made by Loadpath");
    requireOldRows(user);
  }

  /** What a user has put into our schema, or made of it elsewhere, would go with a CASCADE. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE TABLE l.mine (a int); table l.mine",
        "CREATE SEQUENCE l.mine; sequence l.mine",
        "CREATE FUNCTION l.mine() RETURNS int LANGUAGE sql RETURN 1; function l.mine()",
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

    requireFailure(() -> run("CALL loadpath.drop_schema('l')"), object);
    requireOldRows(user);
  }

  @Test
  void tearsDownWhileALoadRunsButEndsNoReader() throws SQLException {
    Connection load = stage();
    Connection reader = session();
    execute(reader, "BEGIN; SELECT * FROM l.t");

    run("SET lock_timeout TO '200ms'");
    requireFailure(
        () -> run("CALL loadpath.drop_schema('l')"), "l.t is in use", "pid " + pid(reader));
    requireOldRows(reader);
    execute(reader, "COMMIT");

    run("CALL loadpath.drop_schema('l')");
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
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> test.run(Map.of(), FUNCTIONS)))
            .limit(4)
            .toList();
    installations.forEach(CompletableFuture::join);
  }

  @Test
  void aSchemaOfTheNameThatIsAnothersOrOfAnotherVersionIsRefused() throws SQLException {
    for (String[] change :
        new String[][] {
          {"COMMENT ON SCHEMA loadpath IS NULL", "not made by Loadpath"},
          {"COMMENT ON SCHEMA loadpath IS 'Loadpath: functions of loads, version 0'", "version 1"},
          {"ALTER SCHEMA loadpath OWNER TO pg_monitor", "not made by Loadpath"}
        }) {
      run(change[0]);
      requireFailure(() -> test.run(Map.of(), FUNCTIONS), "the schema loadpath", change[1]);
      run("COMMENT ON SCHEMA loadpath IS 'Loadpath: functions of loads, version 1'");
    }
    run("ALTER SCHEMA loadpath OWNER TO loadpath");
  }
}
