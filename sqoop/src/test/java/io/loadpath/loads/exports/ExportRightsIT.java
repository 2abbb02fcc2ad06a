package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports of roles with few rights, and code of others that an export runs or must not run. */
class ExportRightsIT extends ExportFixture {
  @BeforeEach
  void makeTarget() {
    makeTable();
  }

  @Test
  void repeatsANamedLoadOfARoleThatMayOnlyInsert() throws Exception {
    sql(
        """
        CREATE ROLE ann LOGIN PASSWORD 'ann';
        GRANT ALL ON SCHEMA exports TO ann; GRANT INSERT ON exports.t TO ann""");
    TestExport first = export("two-phase", "1|a\n").as("ann").set(Settings.EXPORT_ID, "day");
    first.run();
    first.again().as("ann").set(Settings.EXPORT_ID, "day").run();
    assertThat(sql(COUNT)).isEqualTo("1|1");
    sql("TRUNCATE exports.t");
    assertRefused(
        first.again().as("ann").set(Settings.EXPORT_ID, "day"),
        "its rows may be gone",
        "SET storage = NULL WHERE export = 1");
  }

  /**
   * Names without a schema, in all that may run the user's code: each is found by the user's path.
   */
  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase", "update"})
  void runsTheUsersCodeUnderTheUsersPath(String way) throws Exception {
    sql(
        """
        CREATE TABLE exports.audit (what text);
        CREATE FUNCTION exports.inner_name(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN upper($1); END';
        CREATE FUNCTION exports.outer_name(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN inner_name($1); END';
        CREATE FUNCTION exports.note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO audit VALUES (TG_NAME); RETURN NULL; END';
        CREATE FUNCTION exports.note_ddl() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO audit VALUES (TG_TAG); END'""");
    sql(
        """
        CREATE INDEX ON exports.t (exports.outer_name(name));
        CREATE CONSTRAINT TRIGGER late AFTER INSERT ON exports.t DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION exports.note()""");
    sql("CREATE EVENT TRIGGER ddl ON ddl_command_end EXECUTE FUNCTION exports.note_ddl()");
    try {
      TestExport export = export(way, "1|a\n");
      export.set(Settings.SESSION_STATEMENTS, "SET search_path TO exports").run();
    } finally {
      sql("DROP EVENT TRIGGER ddl");
    }
    assertThat(sql(COUNT)).isEqualTo("1|1");
    assertThat(sql("SELECT count(*) FROM exports.audit WHERE what = 'late'")).isEqualTo("1");
  }

  /** What a trigger of the target sees; the ways differ in the session that fires it. */
  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void triggersSeeTheUsersPathAndTheConnectorsOwnSettings(String way) throws Exception {
    sql(
        """
        CREATE TABLE exports.seen (path text, isolation text, flush text, wait text);
        CREATE FUNCTION exports.look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO seen VALUES (current_setting('search_path'), current_setting('transaction_isolation'),
            current_setting('synchronous_commit'), current_setting('lock_timeout'));
          RETURN new; END $$;
        CREATE TRIGGER look BEFORE INSERT ON exports.t FOR EACH ROW EXECUTE FUNCTION exports.look()""");
    TestExport export = export(way, "1|a\n");
    export.set(
        Settings.SESSION_STATEMENTS,
        "SET search_path TO exports; SET default_transaction_isolation TO 'repeatable read'; SET synchronous_commit TO off");
    export.run();

    assertThat(sql("SELECT path, isolation, wait FROM exports.seen"))
        .isEqualTo("exports|read committed|10s");
    if (way.equals("insert")) { // by two-phase, PREPARE TRANSACTION always flushes
      assertThat(sql("SELECT flush FROM exports.seen")).isEqualTo("on");
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
        ALTER TABLE exports.t ALTER name TYPE varchar""");
    try {
      TestExport export =
          way.equals("update") ? export("auto", "1|a\n").keys("name", true) : export(way, "1|a\n");
      export.set(Settings.SESSION_STATEMENTS, "SET search_path TO mallory, exports");
      export.options.setExtraArgs(null); // found by the path
      export.run();
      assertThat(sql(COUNT)).isEqualTo("1|1");
      export
          .again()
          .schema(SCHEMA)
          .set(Settings.SESSION_STATEMENTS, "SET search_path TO mallory")
          .run();
    } finally {
      sql("SET client_min_messages = error; DROP SCHEMA mallory CASCADE");
    }
  }

  @Test
  void refusesAPublicationThatWouldPublishItsOwnTables() throws Exception {
    for (String publication : new String[] {"FOR ALL TABLES", "FOR TABLES IN SCHEMA exports"}) {
      sql("SET client_min_messages = error; CREATE PUBLICATION every " + publication);
      try {
        assertRefused(
            export("insert", "1|a\n"),
            "publication every includes each new table of the schema exports");
        export("insert", "").set(Settings.EXPORT_RECOVER_ONLY, "true").run();
      } finally {
        sql("DROP PUBLICATION every");
      }
    }
    assertThat(sql("SELECT to_regclass('exports.loadpath_exports') IS NULL")).isEqualTo("t");
    sql("SET client_min_messages = error; CREATE PUBLICATION every FOR TABLE exports.t");
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
        GRANT ALL ON SCHEMA exports TO team; ALTER TABLE exports.t OWNER TO team""");
  }

  private static void giveLedgerToTeam() {
    sql(
        "ALTER TABLE exports.loadpath_exports OWNER TO team; ALTER TABLE exports.loadpath_export_tasks OWNER TO team");
  }

  @Test
  void leavesAnotherRolesDeadExportAloneAndGoesOn() throws Exception {
    makeTeam();
    TestExport dead = export("two-phase", "1|a\n2|b\n").as("ann");
    export("insert", "").run();
    giveLedgerToTeam();
    prepare("ann"); // as a version did that did not ask for the ledger's owner

    export("insert", "3|c\n").as("bob").run();
    assertThat(sql("SELECT id FROM exports.t")).isEqualTo("3");
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
        CREATE TABLE exports.who (who text); ALTER TABLE exports.who OWNER TO ann;
        CREATE FUNCTION exports.who() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO exports.who VALUES (current_user); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER late AFTER INSERT ON exports.t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION exports.who()""");
    export(way, "1|a\n").as("ann").run();
    assertThat(sql("SELECT * FROM exports.who")).as("who runs deferred triggers").isEqualTo("ann");

    sql("DROP TRIGGER late ON exports.t");
    try (Undecided dead = Undecided.start(export(way, "2|b\n").as("ann"))) {
      sql(
          "ALTER ROLE ann NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ann'");
      assertThatThrownBy(() -> endWell(dead.run())).hasMessageContaining("run it again");
    }
    assertThat(sql(LEFT)).isNotEqualTo(NOTHING);

    export("insert", "").as("bob").set(Settings.EXPORT_RECOVER_ONLY, "true").run();
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
    assertThat(sql(COUNT)).isEqualTo("1|1");
  }

  @Test
  void rowsThatTheLedgersRoleMayNotReadStayTheExportersAlone() throws Exception {
    makeTeam();
    sql(
        "DROP TABLE exports.t; CREATE TABLE exports.t (id int, name text); ALTER TABLE exports.t OWNER TO ann");
    export("insert", "").run();
    giveLedgerToTeam();
    CompletableFuture<Void> export;
    try (Undecided undecided = Undecided.start(export("insert", "1|a\n").as("ann"))) {
      export = undecided.run();
      assertThat(
              sql(
                  "SELECT relowner::regrole FROM pg_class WHERE relname LIKE 'loadpath\\__\\_0\\_0'"))
          .isEqualTo("ann");
    }
    endWell(export);
  }

  /** Leaves what an export leaves that dies after a task has prepared its transaction. */
  private static void prepare(String role) throws Exception {
    sql(
        """
        INSERT INTO exports.loadpath_exports (target, way, source, cluster) VALUES ('t', 'TWO_PHASE', 'x', 'local')""");
    String name =
        sql(
            "SELECT format('loadpath_%s_%s_%s_0_0', d.oid, 'exports.loadpath_exports'::regclass::oid, (SELECT max(export) FROM exports.loadpath_exports)) FROM pg_database d WHERE datname = current_database()");
    try (Connection session = Sessions.open(SharedServer.test(), role, role)) {
      session.setAutoCommit(false);
      Sql.run(session, "INSERT INTO exports.t VALUES (1, 'a')");
      Sql.run(session, "PREPARE TRANSACTION '" + name + "'");
    }
  }
}
