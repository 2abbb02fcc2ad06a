package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others do to a table before, during and after an export into it. */
class ExportEdgesIT extends ExportFixture {
  private static final String LOCKED =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%' AND wait_event_type = 'Lock'";

  @BeforeEach
  void makeTarget() {
    makeTable();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE exports.t",
        "DROP TABLE exports.t; CREATE TABLE exports.t (id int, name text)",
        "DELETE FROM exports.t",
        "TRUNCATE exports.t; INSERT INTO exports.t VALUES (9, 'other')",
      })
  void doesNotTakeFilesForExportedWhoseRowsAreGone(String emptying) throws Exception {
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    sql(emptying);
    String before = sql(COUNT);

    for (int i = 0; i < 2; i++) {
      assertRefused(
          dead.again(),
          "export 1 of these files into \"exports\".\"t\" was committed at ",
          "-Dloadpath.export.again=true");
      assertThat(sql(COUNT)).isEqualTo(before);
    }
    sql("DELETE FROM exports.t");
    dead.again().set(Settings.EXPORT_AGAIN, "true").run();
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
        .with(server.passwordFile().toString(), "exports", "t", "1")
        .run()
        .ok();

    assertThat(sql("SELECT seen FROM exports.loadpath_exports")).isEqualTo("f");
    ended.again().run();
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void noticesThatAPartitionWasEmptied() throws Exception {
    sql(
        """
        DROP TABLE exports.t; CREATE TABLE exports.t (id int, name text) PARTITION BY RANGE (id);
        CREATE TABLE exports.t1 PARTITION OF exports.t FOR VALUES FROM (0) TO (10);
        CREATE TABLE exports.t2 PARTITION OF exports.t FOR VALUES FROM (10) TO (20)""");
    TestExport dead = export("two-phase", "1|a\n12|b\n");
    dead.run();
    forgetTheClient();
    sql("CREATE TABLE exports.t3 PARTITION OF exports.t FOR VALUES FROM (20) TO (30)");
    dead.again().run(); // a new partition takes no rows away
    assertThat(sql(COUNT)).isEqualTo("2|2");

    dead.again().run(); // the client has heard of the first
    forgetTheClient();
    sql("TRUNCATE exports.t2");
    assertRefused(dead.again(), "a part of it was emptied");
    assertThat(sql(COUNT)).isEqualTo("2|1");
  }

  @Test
  void knowsTheExportsOfAWayThatAnEarlierVersionHad() throws Exception {
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    sql(
        "UPDATE exports.loadpath_exports SET way = 'PARTITION'; ALTER TABLE exports.loadpath_export_tasks DROP COLUMN partitions, DROP COLUMN check_millis");

    dead.again().run();
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void looksForItsOwnRowsInAnUnloggedTable() throws Exception {
    sql("ALTER TABLE exports.t SET UNLOGGED");
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    dead.again().run();
    assertThat(sql(COUNT)).isEqualTo("2|2");

    dead.again().run();
    forgetTheClient();
    sql("DELETE FROM exports.t; INSERT INTO exports.t VALUES (9, 'other')"); // as after a crash
    assertRefused(dead.again(), "the table no longer holds any of these rows");
  }

  @Test
  void aNamedLoadIsExportedOnceThoughItsFilesAreMadeAgain() throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n").set(Settings.EXPORT_ID, "2024-05-01");
    first.run();
    Files.setLastModifiedTime(first.folder.resolve("part-0"), FileTime.fromMillis(0));
    for (int i = 0; i < 2; i++) {
      first.again().set(Settings.EXPORT_ID, "2024-05-01").run();
      assertThat(sql(COUNT)).isEqualTo("2|2");
    }
    export("insert", "3|c\n").set(Settings.EXPORT_ID, "2024-05-02").run();
    assertThat(sql(COUNT)).isEqualTo("3|3");

    first.again().set(Settings.EXPORT_ID, "2024-05-01").set(Settings.EXPORT_AGAIN, "true").run();
    assertThat(sql(COUNT)).isEqualTo("5|3");
    sql("TRUNCATE exports.t");
    assertRefused(first.again().set(Settings.EXPORT_ID, "2024-05-01"), "its rows may be gone");
  }

  @Test
  void aNamedLoadIsExportedOnceThoughTheTableIsRenamed() throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n").set(Settings.EXPORT_ID, "day");
    first.run();
    sql("ALTER TABLE exports.t RENAME TO moved");
    TestExport moved = first.again().set(Settings.EXPORT_ID, "day");
    moved.options.setTableName("moved");
    moved.run();
    assertThat(sql("SELECT count(*) FROM exports.moved")).isEqualTo("2");

    sql("CREATE TABLE exports.t AS SELECT * FROM exports.moved"); // may have the load's rows, too
    assertRefused(first.again().set(Settings.EXPORT_ID, "day"), "its rows may be gone");
    sql("TRUNCATE exports.t");
    first.again().set(Settings.EXPORT_ID, "day").set(Settings.EXPORT_AGAIN, "true").run();
    assertThat(sql(COUNT)).isEqualTo("2|2");

    moved = first.again().set(Settings.EXPORT_ID, "day");
    moved.options.setTableName("moved");
    moved.run();
    first.again().set(Settings.EXPORT_ID, "day").run();
    assertThat(sql("SELECT count(*) FROM exports.moved")).isEqualTo("2");
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void aTableThatTakesTheTargetsPlaceDuringAnExportEndsIt() throws Exception {
    export("insert", "").run(); // makes the ledger
    CompletableFuture<Void> export;
    try (Undecided undecided =
        Undecided.start(export("insert", "1|a\n").set(Settings.EXPORT_ID, "day"))) {
      export = undecided.run();
      sql("ALTER TABLE exports.t RENAME TO moved; CREATE TABLE exports.t (id int, name text)");
    }
    assertThatThrownBy(() -> endWell(export))
        .hasMessageContaining("\"exports\".\"t\" is another table than");
    assertThat(sql(COUNT)).isEqualTo("0|0");
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
  }

  /** Without a name, then with one, and the other way round. */
  @ParameterizedTest
  @CsvSource({"'', day", "day, ''"})
  void aDeadExportIsKnownAgainByItsFilesThoughTheLoadHasGotAName(String dead, String next)
      throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n").set(Settings.EXPORT_ID, dead);
    first.run();
    forgetTheClient();

    first.again().set(Settings.EXPORT_ID, next).run();
    first.again().set(Settings.EXPORT_ID, "day").run();
    assertThat(sql(COUNT)).isEqualTo("2|2");

    forgetTheClient();
    first.again().set(Settings.EXPORT_ID, "another day").run();
    assertThat(sql(COUNT)).as("two names are two loads").isEqualTo("4|2");
  }

  @Test
  void aNamedLoadWithoutRowsIsNotRemembered() throws Exception {
    TestExport first = export("insert", "").set(Settings.EXPORT_ID, "day");
    first.run();
    first.file("part-0", "1|a\n").again().set(Settings.EXPORT_ID, "day").run();
    assertThat(sql(COUNT)).isEqualTo("1|1");
  }

  @Test
  void ofTwoEqualExportsAtTheSameMomentOneRuns() throws Exception {
    TestExport first = export("insert", "1|a\n2|b\n");
    export("insert", "").run(); // makes the ledger
    TestExport second = first.again();
    CompletableFuture<Void> one;
    CompletableFuture<Void> two;
    try (Connection lock = session()) {
      lock.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE exports.loadpath_exports IN SHARE MODE");
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
        assertThat(e).hasMessageContaining("of the same files has not ended");
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
      Sql.run(lock, "LOCK TABLE exports.t IN SHARE MODE");
      CompletableFuture<Void> export = Sessions.async(export("insert", "1|a\n2|b\n")::run);
      await(LOCKED, "1");
      Sql.run(dump, "LOCK TABLE exports.loadpath_1_0_0 IN ACCESS SHARE MODE");
      lock.rollback();
      endWell(export);

      assertThat(sql(COUNT)).isEqualTo("2|2");
      assertThat(sql(STAGING)).isNotEqualTo("0");
    }
    sql("CREATE TABLE exports.f (id int, name text)");
    TestExport other = new TestExport("f").schema(SCHEMA).file("part-0", "1|a\n");
    other.run();
    assertThat(sql(STAGING)).isEqualTo("0");
    assertThat(sql(COUNT)).isEqualTo("2|2");
  }

  @Test
  void waitsForALockForAShortTimeAndSaysWhatToDo() throws Exception {
    try (Connection lock = session()) {
      lock.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE exports.t IN SHARE MODE");
      TestExport export = export("two-phase", "1|a\n");
      export.set(Settings.SESSION_STATEMENTS, "SET lock_timeout = '300ms'");
      assertRefused(export, "lock timeout", "TRUNCATE, CREATE INDEX, ALTER TABLE");
    }
    assertThat(sql(COUNT)).isEqualTo("0|0");
  }

  /** A program that notes the end of its export while its JVM is being ended. */
  static final class EndedClient {
    /**
     * @param arguments URL, user, file of the password, schema, table and number of the export
     */
    public static void main(String[] arguments) throws Exception {
      String password = Files.readString(Path.of(arguments[2]));
      Connection session = DriverManager.getConnection(arguments[0], arguments[1], password);
      ExportNames names =
          new ExportNames(arguments[3], arguments[4], "", Integer.parseInt(arguments[5]));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> note(names, session)));
    }

    private static void note(ExportNames names, Connection session) {
      try {
        new Ledger(session, names).setSeen();
      } catch (Exception e) {
        Runtime.getRuntime().halt(1);
      }
    }
  }
}
