package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A load that replaces the rows of a table: the properties that it keeps, and refusals. */
class ReplaceIT extends OnTargetTable {
  @Test
  void aPlainTableIsSwapped() throws SQLException {
    Connection load = staged();

    assertThat(replace(load, 1, 2)).contains("by a swap of tables");

    requireNewRows(user);
    assertThat(query("SELECT conname FROM pg_constraint WHERE conrelid = 'l.t'::regclass"))
        .containsExactly("t_a_not_null");
  }

  /** Some services name their roles after mail addresses. */
  @Test
  void aRoleWhoseNameNeedsQuotesLoads() throws SQLException {
    String role = "\"Jane.Doe@example.com\"";
    run("CREATE ROLE %s SUPERUSER; ALTER TABLE l.t OWNER TO %1$s".formatted(role));
    for (int i = 0; i < 2; i++) {
      Connection load = session();
      execute(load, "SET ROLE %s; CALL loadpath.stage_replace('l.t')".formatted(role));
      fill();

      assertThat(replace(load, 1, 2)).contains("by a swap of tables");
      end(load);
    }

    requireNewRows(user);
    run("REASSIGN OWNED BY %s TO CURRENT_USER; DROP ROLE %1$s".formatted(role));
  }

  /**
   * Each is lost by a swap: the catalog is the same before and after a load, and the load works.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GRANT SELECT ON l.t TO PUBLIC",
        "GRANT SELECT (a) ON l.t TO PUBLIC",
        "ALTER TABLE l.t OWNER TO pg_monitor",
        "CREATE POLICY p ON l.t USING (a > 0)",
        "ALTER TABLE l.t ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE l.t SET (fillfactor = 70)",
        "ALTER TABLE l.t ADD PRIMARY KEY (a)",
        "CREATE INDEX my_index ON l.t (b)",
        "ALTER TABLE l.t ADD CHECK (a < 9)",
        "ALTER TABLE l.t ADD FOREIGN KEY (a) REFERENCES l.other",
        "ALTER TABLE l.t ALTER b SET DEFAULT 'x'",
        "ALTER TABLE l.t ADD twice integer GENERATED ALWAYS AS (a * 2) STORED",
        "CREATE VIEW l.v AS SELECT * FROM l.t",
        "CREATE STATISTICS l.s ON a, b FROM l.t",
        "ALTER TABLE l.t REPLICA IDENTITY FULL; CREATE PUBLICATION pub FOR TABLE l.t",
        "COMMENT ON COLUMN l.t.a IS 'mine'",
        "COMMENT ON TABLE l.t IS 'mine'",
        "COMMENT ON TYPE l.t IS 'mine'",
        "COMMENT ON CONSTRAINT t_a_not_null ON l.t IS 'mine'",
        "CREATE PUBLICATION pub FOR TABLES IN SCHEMA l WITH (publish = 'insert')",
        "CREATE DOMAIN l.d AS l.t",
        "CREATE FUNCTION l.f(l.t[]) RETURNS integer LANGUAGE sql RETURN 1",
        "ALTER TABLE l.t REPLICA IDENTITY FULL",
        "CREATE FUNCTION l.f(l.t) RETURNS integer LANGUAGE sql RETURN 1",
        "CREATE TRIGGER g AFTER INSERT ON l.t FOR EACH ROW EXECUTE FUNCTION l.nothing()",
      })
  void whateverASwapWouldLoseIsKept(String ddl) throws SQLException {
    run("CREATE TABLE l.other (k integer PRIMARY KEY); INSERT INTO l.other VALUES (0), (1), (2)");
    run("CREATE FUNCTION l.nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'");
    run(ddl);
    List<String> before = catalog();
    Connection load = staged();

    assertThat(replace(load, 1, 2))
        .contains("by DELETE and INSERT, because a swap of tables would lose");

    assertThat(catalog()).isEqualTo(before);
    requireNewRows(user);
  }

  private List<String> catalog() throws SQLException {
    return query(
        """
        SELECT oid, relowner, relacl, reloptions, relrowsecurity, relreplident,
          (SELECT array_agg(a::text ORDER BY attnum) FROM pg_attribute AS a WHERE attrelid = c.oid),
          (SELECT array_agg(d::text ORDER BY d::text) FROM pg_depend AS d
            WHERE refobjid IN (c.oid, c.reltype) AND d.classid <> 'pg_class'::regclass OR objid = c.oid),
          (SELECT array_agg(indexrelid::regclass ORDER BY indexrelid) FROM pg_index WHERE indrelid = c.oid),
          (SELECT array_agg(d::text ORDER BY d::text) FROM pg_description AS d WHERE objoid = c.oid)
        FROM pg_class AS c WHERE oid = 'l.t'::regclass
        """);
  }

  @Test
  void aSerialColumnIsFilledByItsSequence() throws SQLException {
    run("ALTER TABLE l.t ADD id serial PRIMARY KEY");
    for (int expected = 2; expected <= 4; expected += 2) {
      Connection load = session();
      execute(load, "CALL loadpath.stage_replace('l.t', ARRAY['a', 'b'])");
      fill();
      replace(load, 1, 2);
      end(load);
      assertThat(query("SELECT a, id FROM l.t ORDER BY a"))
          .containsExactly("1|" + expected, "2|" + (expected + 1));
    }
  }

  @Test
  void aPartitionKeepsItsPlaceInItsParent() throws SQLException {
    run("CREATE TABLE l.parent (LIKE l.t) PARTITION BY LIST (b)");
    run("ALTER TABLE l.parent ATTACH PARTITION l.t DEFAULT");
    Connection load = staged();
    replace(load, 1, 2);

    assertThat(query("SELECT a FROM l.parent ORDER BY a")).containsExactly("1", "2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE RULE r AS ON INSERT TO l.t DO INSTEAD NOTHING; rule r changes what INSERT or DELETE does",
        "CREATE PUBLICATION pub FOR TABLE l.t; publication pub publishes deletes",
        "CREATE PUBLICATION pub FOR TABLES IN SCHEMA l; publication pub publishes deletes",
        "CREATE PUBLICATION pub FOR ALL TABLES; publication pub of all tables would publish the staging",
        "CREATE TABLE l.parent (a int PRIMARY KEY, b text) PARTITION BY RANGE (a)@"
            + " ALTER TABLE l.parent ATTACH PARTITION l.t DEFAULT@"
            + " CREATE TABLE l.child (a int REFERENCES l.parent ON DELETE CASCADE);"
            + " of l.child refers to its rows",
        "CREATE TABLE l.child () INHERITS (l.t); l.child inherits from it",
        "ALTER TABLE l.t ADD PRIMARY KEY (a)@ CREATE TABLE l.child (a int REFERENCES l.t ON DELETE CASCADE);"
            + " foreign key child_a_fkey of l.child refers to its rows",
        "ALTER TABLE l.t RENAME TO part@ CREATE TABLE l.t (LIKE l.part) PARTITION BY RANGE (a)@"
            + " ALTER TABLE l.t ATTACH PARTITION l.part DEFAULT@ ALTER TABLE l.part ADD PRIMARY KEY (a)@"
            + " CREATE TABLE l.child (a int REFERENCES l.part ON DELETE CASCADE);"
            + " foreign key child_a_fkey of l.child refers to its rows"
      })
  void whatCanBeNeitherIsRefusedByNameBeforeAnyRow(String ddl, String message) throws SQLException {
    run(ddl.replace('@', ';'));

    requireFailure(this::stage, "l.t cannot be replaced", message);
    requireOldRows(user);
  }

  @Test
  void aPublicationIsSeenWhateverTheSchemasName() throws SQLException {
    run("CREATE SCHEMA \"out side\"; CREATE TABLE \"out side\".t (a integer)");
    run("CREATE PUBLICATION pub FOR TABLE \"out side\".t");

    requireFailure(
        () -> run("CALL loadpath.stage_replace('\"out side\".t')"),
        "publication pub publishes deletes");
    run("DROP SCHEMA \"out side\" CASCADE");
  }

  @ParameterizedTest
  @CsvSource({"DELETE, 1 rows of l.t were not deleted", "INSERT, 0 of 2 staged rows were inserted"})
  void aRowThatATriggerKeepsBackIsAnError(String event, String message) throws SQLException {
    run(
        "CREATE FUNCTION l.keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
            + " CREATE TRIGGER g BEFORE "
            + event
            + " ON l.t FOR EACH ROW EXECUTE FUNCTION l.keep()");
    Connection load = staged();

    requireFailure(() -> replace(load, 1, 2), message);
    requireOldRows(user);
  }

  @Test
  void aTriggerFindsTablesInTheSearchPathOfTheSession() throws SQLException {
    run(
        "CREATE TABLE l.log (words text); CREATE FUNCTION l.note() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN INSERT INTO log VALUES (TG_OP); RETURN NULL; END';"
            + " CREATE TRIGGER g AFTER INSERT OR DELETE ON l.t EXECUTE FUNCTION l.note()");
    Connection load = staged();
    execute(load, "SET search_path TO l; CREATE TEMPORARY TABLE t (other int)");

    assertThat(replace(load, 1, 2)).contains("by DELETE and INSERT");

    requireNewRows(user);
    assertThat(query("SELECT words FROM l.log")).containsExactly("DELETE", "INSERT");
  }

  /** Ends a load, and returns the start of the names of the tables that it leaves. */
  private String leftStaging() throws SQLException {
    end(stage());
    return query("SELECT 'l.loadpath_load_' || 'l.t'::regclass::oid").get(0);
  }

  @Test
  void aStagingOfAnotherRoleIsNotUsed() throws SQLException {
    String staging = leftStaging();
    run("ALTER TABLE " + staging + "_files OWNER TO pg_monitor");

    stage();

    String ours =
        "SELECT relowner = current_user::regrole FROM pg_class WHERE oid = '%s'::regclass";
    assertThat(query(ours.formatted(staging + "_files"))).containsExactly("t");
  }

  @Test
  void aViewOfTheStagingIsNotDropped() throws SQLException {
    String staging = leftStaging();
    run("CREATE SCHEMA outside; CREATE VIEW outside.v AS SELECT * FROM " + staging + "_rejected");
    run("INSERT INTO " + staging + "_files VALUES ('x', 0, 0, 0)");

    requireFailure(this::stage, "view outside.v depends on table " + staging);
    run("DROP SCHEMA outside CASCADE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "rejected", "loaded"})
  void aTableOfTheUserWithTheNameOfAStagedOneIsRefused(String part) throws SQLException {
    String taken = query("SELECT 'l.loadpath_load_' || 'l.t'::regclass::oid").get(0) + "_" + part;
    run("CREATE TABLE " + taken + " (mine int)");

    requireFailure(this::stage, taken + " was not made by Loadpath, and is left unchanged");

    assertThat(query("SELECT mine FROM " + taken)).isEmpty();
    requireOldRows(user);
  }

  /** Its tables are permanent, so that a publication of their schema would send the staged rows. */
  @Test
  void whatIsStagedForAPublishedTableIsNotPublished() throws SQLException {
    run("ALTER TABLE l.t REPLICA IDENTITY FULL; CREATE PUBLICATION pub FOR TABLES IN SCHEMA l");
    staged();

    assertThat(query("SELECT tablename FROM pg_publication_tables WHERE pubname = 'pub'"))
        .containsExactly("t");
  }

  /**
   * The bundled server has no WAL senders, so REFRESH cannot write the table's row of
   * pg_subscription_rel.
   */
  @Test
  void aTableThatASubscriptionFillsStaysInIt() throws SQLException {
    run(
        "CREATE SUBSCRIPTION sub CONNECTION '' PUBLICATION pub WITH (connect = false, slot_name = NONE)");
    run(
        "SET allow_system_table_mods TO on; INSERT INTO pg_subscription_rel"
            + " SELECT oid, 'l.t'::regclass, 'r', '0/1' FROM pg_subscription WHERE subname = 'sub'");

    assertThat(replace(staged(), 1, 2))
        .contains("because a swap of tables would lose: the place of l.t in the subscription sub");

    assertThat(query("SELECT srrelid::regclass FROM pg_subscription_rel")).containsExactly("l.t");
    requireNewRows(user);
  }
}
