package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import io.loadpath.sqoop.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others do to a table before, during and after an export into it. */
@ExtendWith(SharedServer.class)
class ExportEdgesIT {
  private static final String COUNT = "SELECT count(*), count(DISTINCT id) FROM edges.e";
  private static final String LOCKED =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%' AND wait_event_type = 'Lock'";
  private static final String STAGING =
      "SELECT count(*) FROM pg_class WHERE obj_description(oid, 'pg_class') LIKE 'Loadpath: staging%'";

  private static final String LEFT =
      "SELECT (SELECT count(*) FROM pg_prepared_xacts) + (%s)".formatted(STAGING);

  @BeforeEach
  void makeTarget() throws IOException {
    sql("CREATE SCHEMA edges; CREATE TABLE edges.e (id int, name text)");
  }

  @AfterEach
  void dropTarget() {
    List<String> prepared = sql("SELECT gid FROM pg_prepared_xacts").lines().toList();
    prepared.forEach(name -> sql("ROLLBACK PREPARED '%s'".formatted(name)));
    sql(
        "SET client_min_messages = error; DROP SCHEMA edges CASCADE; DROP ROLE IF EXISTS ann, bob, team");
    assertThat(prepared).isEmpty();
  }

  private static String sql(String statements) {
    return SharedServer.test().sql(statements);
  }

  private static void await(String query, String wanted) {
    SharedServer.test().await(query, wanted);
  }

  private static Connection session() throws Exception {
    return Sessions.open(SharedServer.test());
  }

  private static TestExport export(String way, String rows) throws IOException {
    return inSchema(new TestExport("e").set(Settings.EXPORT_COMMIT, way)).file("part-0", rows);
  }

  private static TestExport again(TestExport export) throws IOException {
    return inSchema(export.again());
  }

  private static TestExport inSchema(TestExport export) {
    export.options.setExtraArgs(new String[] {"--schema", "edges"});
    return export;
  }

  private static void endWell(CompletableFuture<Void> export) throws Exception {
    export.get(60, TimeUnit.SECONDS);
  }

  /** An export whose task's rows are in place, and which is not decided until this is closed. */
  private record Undecided(Connection reader, CompletableFuture<Void> run)
      implements AutoCloseable {
    static Undecided start(TestExport export) throws Exception {
      sql("DELETE FROM edges.loadpath_exports");
      export.options.setNumMappers(1);
      Connection reader = session();
      reader.setAutoCommit(false);
      try (Connection lock = session()) {
        lock.setAutoCommit(false);
        Sql.run(lock, "LOCK TABLE edges.loadpath_export_tasks IN SHARE MODE");
        CompletableFuture<Void> run = Sessions.async(export::run);
        await("SELECT count(*) FROM edges.loadpath_exports WHERE NOT seen", "1");
        Sql.rows(reader, "SELECT FROM edges.loadpath_exports FOR SHARE");
        lock.rollback();
        await("SELECT count(*) FROM edges.loadpath_export_tasks", "1");
        return new Undecided(reader, run);
      }
    }

    @Override
    public void close() throws SQLException {
      reader.close();
    }
  }

  /** As if the client had died after the commit. */
  private static void forgetTheClient() {
    sql("UPDATE edges.loadpath_exports SET seen = false");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE edges.e",
        "DROP TABLE edges.e; CREATE TABLE edges.e (id int, name text)",
        "DELETE FROM edges.e",
        "TRUNCATE edges.e; INSERT INTO edges.e VALUES (9, 'other')",
      })
  void doesNotTakeFilesForExportedWhoseRowsAreGone(String emptying) throws Exception {
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    sql(emptying);
    String before = sql(COUNT);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(again(dead)::run)
          .hasMessageContaining("export 1 of these files into \"edges\".\"e\" was committed at ")
          .hasMessageContaining("-Dloadpath.export.again=true");
      assertThat(sql(COUNT)).isEqualTo(before);
    }
    sql("DELETE FROM edges.e");
    again(dead).set(Settings.EXPORT_AGAIN, "true").run();
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void aClientThatIsBeingEndedHasNotHeardOfTheEnd() throws Exception {
    TestExport ended = export("insert", "1|a\n2|b\n");
    ended.run();
    forgetTheClient();
    ConnectionInfo server = SharedServer.test().server.connection();
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Program.in(ended.folder, Path.of(System.getProperty("java.home"), "bin/java").toString())
        .with("-cp", classes, EndedClient.class.getName(), server.jdbcUrl(), server.user())
        .with(server.passwordFile().toString(), "edges", "e", "1")
        .run()
        .ok();

    assertThat(sql("SELECT seen FROM edges.loadpath_exports")).isEqualTo("f");
    again(ended).run();
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void noticesThatAPartitionWasEmptied() throws Exception {
    sql(
        """
        DROP TABLE edges.e; CREATE TABLE edges.e (id int, name text) PARTITION BY RANGE (id);
        CREATE TABLE edges.e1 PARTITION OF edges.e FOR VALUES FROM (0) TO (10);
        CREATE TABLE edges.e2 PARTITION OF edges.e FOR VALUES FROM (10) TO (20)""");
    TestExport dead = export("two-phase", "1|a\n12|b\n");
    dead.run();
    forgetTheClient();
    sql("CREATE TABLE edges.e3 PARTITION OF edges.e FOR VALUES FROM (20) TO (30)");
    again(dead).run(); // a new partition takes no rows away
    assertThat(sql(COUNT)).isEqualTo("2|2");

    again(dead).run(); // the client has heard of the first
    forgetTheClient();
    sql("TRUNCATE edges.e2");
    assertThatThrownBy(again(dead)::run).hasMessageContaining("a part of it, has been emptied");
    assertThat(sql(COUNT)).isEqualTo("2|1");
  }

  @Test
  void knowsTheExportsOfAWayThatAnEarlierVersionHad() throws Exception {
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    sql("UPDATE edges.loadpath_exports SET way = 'PARTITION'");

    again(dead).run();
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void looksForItsOwnRowsInAnUnloggedTable() throws Exception {
    sql("ALTER TABLE edges.e SET UNLOGGED");
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    again(dead).run();
    assertThat(sql(COUNT)).isEqualTo("2|2");

    again(dead).run();
    forgetTheClient();
    sql("DELETE FROM edges.e; INSERT INTO edges.e VALUES (9, 'other')"); // as after a crash
    assertThatThrownBy(again(dead)::run).hasMessageContaining("it holds no row of them any more");
  }

  @Test
  void aNamedLoadIsExportedOnceThoughItsFilesAreMadeAgain() throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n").set(Settings.EXPORT_ID, "2024-05-01");
    first.run();
    Files.setLastModifiedTime(first.folder.resolve("part-0"), FileTime.fromMillis(0));
    for (int i = 0; i < 2; i++) {
      again(first).set(Settings.EXPORT_ID, "2024-05-01").run();
      assertThat(sql(COUNT)).isEqualTo("2|2");
    }
    export("insert", "3|c\n").set(Settings.EXPORT_ID, "2024-05-02").run();
    assertThat(sql(COUNT)).isEqualTo("3|3");

    again(first).set(Settings.EXPORT_ID, "2024-05-01").set(Settings.EXPORT_AGAIN, "true").run();
    assertThat(sql(COUNT)).isEqualTo("5|3");
    sql("TRUNCATE edges.e");
    assertThatThrownBy(again(first).set(Settings.EXPORT_ID, "2024-05-01")::run)
        .hasMessageContaining("its rows may be gone");
  }

  @Test
  void aNamedLoadIsExportedOnceThoughTheTableIsRenamed() throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n").set(Settings.EXPORT_ID, "day");
    first.run();
    sql("ALTER TABLE edges.e RENAME TO moved");
    TestExport moved = again(first).set(Settings.EXPORT_ID, "day");
    moved.options.setTableName("moved");
    moved.run();
    assertThat(sql("SELECT count(*) FROM edges.moved")).isEqualTo("2");

    sql("CREATE TABLE edges.e AS SELECT * FROM edges.moved"); // may have the load's rows, too
    assertThatThrownBy(again(first).set(Settings.EXPORT_ID, "day")::run)
        .hasMessageContaining("its rows may be gone");
    sql("TRUNCATE edges.e");
    again(first).set(Settings.EXPORT_ID, "day").set(Settings.EXPORT_AGAIN, "true").run();
    assertThat(sql(COUNT)).isEqualTo("2|2");

    moved = again(first).set(Settings.EXPORT_ID, "day");
    moved.options.setTableName("moved");
    moved.run();
    again(first).set(Settings.EXPORT_ID, "day").run();
    assertThat(sql("SELECT count(*) FROM edges.moved")).isEqualTo("2");
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void aTableThatTakesTheTargetsPlaceDuringAnExportEndsIt() throws Exception {
    export("insert", "").run(); // makes the ledger
    CompletableFuture<Void> export;
    try (Undecided undecided =
        Undecided.start(export("insert", "1|a\n").set(Settings.EXPORT_ID, "day"))) {
      export = undecided.run();
      sql("ALTER TABLE edges.e RENAME TO moved; CREATE TABLE edges.e (id int, name text)");
    }
    assertThatThrownBy(() -> endWell(export))
        .hasMessageContaining("another table is \"edges\".\"e\" now");
    assertThat(sql(COUNT)).isEqualTo("0|0");
    assertThat(sql(LEFT)).isEqualTo("0");
  }

  /** Without a name, then with one, and the other way round. */
  @ParameterizedTest
  @CsvSource({"'', day", "day, ''"})
  void aDeadExportIsKnownAgainByItsFilesThoughTheLoadHasGotAName(String dead, String next)
      throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n").set(Settings.EXPORT_ID, dead);
    first.run();
    forgetTheClient();

    again(first).set(Settings.EXPORT_ID, next).run();
    again(first).set(Settings.EXPORT_ID, "day").run();
    assertThat(sql(COUNT)).isEqualTo("2|2");

    forgetTheClient();
    again(first).set(Settings.EXPORT_ID, "another day").run();
    assertThat(sql(COUNT)).as("two names are two loads").isEqualTo("4|2");
  }

  @Test
  void aNamedLoadWithoutRowsIsNotRemembered() throws Exception {
    TestExport first = export("insert", "").set(Settings.EXPORT_ID, "day");
    first.run();
    again(first.file("part-0", "1|a\n")).set(Settings.EXPORT_ID, "day").run();
    assertThat(sql(COUNT)).isEqualTo("1|1");
  }

  @Test
  void repeatsANamedLoadOfARoleThatMayOnlyInsert() throws Exception {
    sql(
        """
        CREATE ROLE ann LOGIN PASSWORD 'ann';
        GRANT ALL ON SCHEMA edges TO ann; GRANT INSERT ON edges.e TO ann""");
    TestExport first = as("ann", export("two-phase", "1|a\n")).set(Settings.EXPORT_ID, "day");
    first.run();
    as("ann", again(first)).set(Settings.EXPORT_ID, "day").run();
    assertThat(sql(COUNT)).isEqualTo("1|1");
    sql("TRUNCATE edges.e");
    assertThatThrownBy(as("ann", again(first)).set(Settings.EXPORT_ID, "day")::run)
        .hasMessageContaining("its rows may be gone")
        .hasMessageContaining("SET storage = NULL WHERE export = 1");
  }

  /**
   * Names without a schema, in all that may run the user's code: each is found by the user's path.
   */
  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase", "update"})
  void runsTheUsersCodeUnderTheUsersPath(String way) throws Exception {
    sql(
        """
        CREATE TABLE edges.audit (what text);
        CREATE FUNCTION edges.inner_name(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN upper($1); END';
        CREATE FUNCTION edges.outer_name(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN inner_name($1); END';
        CREATE FUNCTION edges.note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO audit VALUES (TG_NAME); RETURN NULL; END';
        CREATE FUNCTION edges.note_ddl() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO audit VALUES (TG_TAG); END'""");
    sql(
        """
        CREATE INDEX ON edges.e (edges.outer_name(name));
        CREATE CONSTRAINT TRIGGER late AFTER INSERT ON edges.e DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION edges.note()""");
    sql("CREATE EVENT TRIGGER ddl ON ddl_command_end EXECUTE FUNCTION edges.note_ddl()");
    try {
      TestExport export =
          way.equals("update") ? export("auto", "1|a\n").keys("id", true) : export(way, "1|a\n");
      export.set(Settings.SESSION_STATEMENTS, "SET search_path TO edges").run();
    } finally {
      sql("DROP EVENT TRIGGER ddl");
    }
    assertThat(sql(COUNT)).isEqualTo("1|1");
    assertThat(sql("SELECT count(*) FROM edges.audit WHERE what = 'late'")).isEqualTo("1");
  }

  @Test
  void ofTwoEqualExportsAtTheSameMomentOneRuns() throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n");
    export("insert", "").run(); // makes the ledger
    TestExport second = again(first);
    CompletableFuture<Void> one;
    CompletableFuture<Void> two;
    try (Connection lock = session()) {
      lock.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE edges.loadpath_exports IN SHARE MODE");
      one = Sessions.async(first::run);
      two = Sessions.async(second::run);
      await(
          "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'loadpath export'", "2");
      await(LOCKED, "1");
      lock.rollback();
    }

    int failed = 0;
    for (CompletableFuture<Void> export : List.of(one, two)) {
      try {
        endWell(export);
      } catch (ExecutionException e) {
        failed++;
        assertThat(e).hasMessageContaining("of the same files is not at its end");
      }
    }
    // the later one may have begun after the end of the other
    assertThat(failed).isEqualTo(1);
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void commitsThoughSomebodyLooksAtAStagingTableAndDropsItNextTime() throws Exception {
    try (Connection lock = session();
        Connection dump = session()) {
      lock.setAutoCommit(false);
      dump.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE edges.e IN SHARE MODE");
      CompletableFuture<Void> export = Sessions.async(export("insert", "1|a\n2|b\n")::run);
      await(LOCKED, "1");
      Sql.run(dump, "LOCK TABLE edges.loadpath_1_0_0 IN ACCESS SHARE MODE");
      lock.rollback();
      endWell(export);

      assertThat(sql(COUNT)).isEqualTo("2|2");
      assertThat(sql(STAGING)).isNotEqualTo("0");
    }
    sql("CREATE TABLE edges.f (id int, name text)");
    TestExport other = inSchema(new TestExport("f")).file("part-0", "1|a\n");
    other.run();
    assertThat(sql(STAGING)).isEqualTo("0");
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void waitsForALockForAShortTimeAndSaysWhatToDo() throws Exception {
    try (Connection lock = session()) {
      lock.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE edges.e IN SHARE MODE");
      TestExport export = export("two-phase", "1|a\n");
      export.set(Settings.SESSION_STATEMENTS, "SET lock_timeout = '300ms'");
      assertThatThrownBy(export::run)
          .hasMessageContaining("lock timeout")
          .hasMessageContaining("TRUNCATE, CREATE INDEX, ALTER TABLE");
    }
    assertThat(sql(COUNT)).isEqualTo("0|0");
  }

  /** What a trigger of the target sees; the ways differ in the session that fires it. */
  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void triggersSeeTheUsersPathAndTheConnectorsOwnSettings(String way) throws Exception {
    sql(
        """
        CREATE TABLE edges.seen (path text, isolation text, flush text, wait text);
        CREATE FUNCTION edges.look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO seen VALUES (current_setting('search_path'), current_setting('transaction_isolation'),
            current_setting('synchronous_commit'), current_setting('lock_timeout'));
          RETURN new; END $$;
        CREATE TRIGGER look BEFORE INSERT ON edges.e FOR EACH ROW EXECUTE FUNCTION edges.look()""");
    TestExport export = export(way, "1|a\n");
    export.set(
        Settings.SESSION_STATEMENTS,
        "SET search_path TO edges; SET default_transaction_isolation TO 'repeatable read'; SET synchronous_commit TO off");
    export.run();

    assertThat(sql("SELECT path, isolation, wait FROM edges.seen"))
        .isEqualTo("edges|read committed|10s");
    if (way.equals("insert")) { // by two-phase, PREPARE TRANSACTION always flushes
      assertThat(sql("SELECT flush FROM edges.seen")).isEqualTo("on");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase", "update"})
  void callsNoFunctionOrOperatorOfTheUsersPath(String way) throws Exception {
    sql(
        """
        CREATE SCHEMA mallory;
        CREATE FUNCTION mallory.trap(text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'mallory runs %', $1; END $$;
        CREATE FUNCTION mallory.to_regclass(varchar) RETURNS regclass LANGUAGE sql AS $$ SELECT mallory.trap('to_regclass')::regclass $$;
        CREATE FUNCTION mallory.to_regnamespace(varchar) RETURNS regnamespace LANGUAGE sql AS $$ SELECT mallory.trap('to_regnamespace')::regnamespace $$;
        CREATE FUNCTION mallory.starts_with(text, varchar) RETURNS boolean LANGUAGE sql AS $$ SELECT mallory.trap('starts_with')::boolean $$;
        CREATE FUNCTION mallory.length(varchar) RETURNS int LANGUAGE sql AS $$ SELECT mallory.trap('length')::int $$;
        CREATE FUNCTION mallory.hashtext(varchar) RETURNS int LANGUAGE sql AS $$ SELECT mallory.trap('hashtext')::int $$;
        CREATE FUNCTION mallory.equal(text, varchar) RETURNS boolean LANGUAGE sql AS $$ SELECT mallory.trap('=')::boolean $$;
        CREATE FUNCTION mallory.equals(varchar, varchar) RETURNS boolean LANGUAGE sql AS $$ SELECT mallory.trap('= of varchar')::boolean $$;
        CREATE OPERATOR mallory.= (LEFTARG = text, RIGHTARG = varchar, FUNCTION = mallory.equal);
        CREATE OPERATOR mallory.= (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = mallory.equals);
        ALTER TABLE edges.e ALTER name TYPE varchar""");
    try {
      TestExport export =
          way.equals("update") ? export("auto", "1|a\n").keys("name", true) : export(way, "1|a\n");
      export.set(Settings.SESSION_STATEMENTS, "SET search_path TO mallory, edges");
      export.options.setExtraArgs(null); // found by the path
      export.run();
      assertThat(sql(COUNT)).isEqualTo("1|1");
      again(export).set(Settings.SESSION_STATEMENTS, "SET search_path TO mallory").run();
    } finally {
      sql("SET client_min_messages = error; DROP SCHEMA mallory CASCADE");
    }
  }

  @Test
  void refusesAPublicationThatWouldPublishItsOwnTables() throws Exception {
    for (String publication : new String[] {"FOR ALL TABLES", "FOR TABLES IN SCHEMA edges"}) {
      sql("SET client_min_messages = error; CREATE PUBLICATION every " + publication);
      try {
        assertThatThrownBy(export("insert", "1|a\n")::run)
            .hasMessageContaining("publication every takes in each new table of the schema edges");
        export("insert", "").set(Settings.EXPORT_RECOVER_ONLY, "true").run();
      } finally {
        sql("DROP PUBLICATION every");
      }
    }
    assertThat(sql("SELECT to_regclass('edges.loadpath_exports') IS NULL")).isEqualTo("t");
    sql("SET client_min_messages = error; CREATE PUBLICATION every FOR TABLE edges.e");
    try {
      export("insert", "1|a\n").run();
    } finally {
      sql("DROP PUBLICATION every");
    }
    assertThat(sql(COUNT)).isEqualTo("1|1");
  }

  private static void makeTeam() {
    sql(
        """
        CREATE ROLE team; CREATE ROLE ann LOGIN PASSWORD 'ann' IN ROLE team; CREATE ROLE bob LOGIN PASSWORD 'bob' IN ROLE team;
        GRANT ALL ON SCHEMA edges TO team; ALTER TABLE edges.e OWNER TO team""");
  }

  private static void giveLedgerToTeam() {
    sql(
        "ALTER TABLE edges.loadpath_exports OWNER TO team; ALTER TABLE edges.loadpath_export_tasks OWNER TO team");
  }

  @Test
  void leavesAnotherRolesDeadExportAloneAndGoesOn() throws Exception {
    makeTeam();
    TestExport dead = as("ann", export("two-phase", "1|a\n2|b\n"));
    export("insert", "").run();
    giveLedgerToTeam();
    prepare("ann"); // as a version did that did not ask for the ledger's owner

    as("bob", export("insert", "3|c\n")).run();
    assertThat(sql("SELECT id FROM edges.e")).isEqualTo("3");
    assertThat(sql("SELECT count(*) FROM pg_prepared_xacts")).isEqualTo("1");

    dead.set(Settings.EXPORT_RECOVER_ONLY, "true").run();
    assertThat(sql("SELECT count(*) FROM pg_prepared_xacts")).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void anyMemberOfTheLedgersRoleUndoesADeadExport(String way) throws Exception {
    makeTeam();
    export("insert", "").run();
    giveLedgerToTeam();
    sql(
        """
        CREATE TABLE edges.who (who text); ALTER TABLE edges.who OWNER TO ann;
        CREATE FUNCTION edges.who() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO edges.who VALUES (current_user); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER late AFTER INSERT ON edges.e DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION edges.who()""");
    as("ann", export(way, "1|a\n")).run();
    assertThat(sql("SELECT * FROM edges.who")).as("who runs deferred triggers").isEqualTo("ann");

    sql("DROP TRIGGER late ON edges.e");
    try (Undecided dead = Undecided.start(as("ann", export(way, "2|b\n")))) {
      sql(
          "ALTER ROLE ann NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ann'");
      assertThatThrownBy(() -> endWell(dead.run())).hasMessageContaining("run it again");
    }
    assertThat(sql(LEFT)).isEqualTo("1");

    as("bob", export("insert", "")).set(Settings.EXPORT_RECOVER_ONLY, "true").run();
    assertThat(sql(LEFT)).isEqualTo("0");
    assertThat(sql(COUNT)).isEqualTo("1|1");
  }

  @Test
  void rowsThatTheLedgersRoleMayNotReadStayTheExportersAlone() throws Exception {
    makeTeam();
    sql(
        "DROP TABLE edges.e; CREATE TABLE edges.e (id int, name text); ALTER TABLE edges.e OWNER TO ann");
    export("insert", "").run();
    giveLedgerToTeam();
    CompletableFuture<Void> export;
    try (Undecided undecided = Undecided.start(as("ann", export("insert", "1|a\n")))) {
      export = undecided.run();
      assertThat(
              sql(
                  "SELECT relowner::regrole FROM pg_class WHERE relname LIKE 'loadpath\\__\\_0\\_0'"))
          .isEqualTo("ann");
    }
    endWell(export);
  }

  @Test
  void takesFilesForTheSameWhenAColumnHasWidened() throws Exception {
    sql("ALTER TABLE edges.e ALTER name TYPE varchar(10)");
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    sql("ALTER TABLE edges.e ALTER name TYPE varchar(20)"); // the table is not written again

    again(dead).run();
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  private static TestExport as(String role, TestExport export) {
    export.options.setUsername(role);
    export.options.setPassword(role);
    return export;
  }

  /** Leaves what an export leaves that dies after a task has prepared its transaction. */
  private static void prepare(String role) throws Exception {
    sql(
        """
        INSERT INTO edges.loadpath_exports (target, way, source, cluster) VALUES ('e', 'TWO_PHASE', 'x', 'local')""");
    String name =
        sql(
            "SELECT format('loadpath_%s_%s_%s_0_0', d.oid, 'edges.loadpath_exports'::regclass::oid, (SELECT max(export) FROM edges.loadpath_exports)) FROM pg_database d WHERE datname = current_database()");
    try (Connection session = Sessions.open(SharedServer.test(), role, role)) {
      session.setAutoCommit(false);
      Sql.run(session, "INSERT INTO edges.e VALUES (1, 'a')");
      Sql.run(session, "PREPARE TRANSACTION '" + name + "'");
    }
  }
}
