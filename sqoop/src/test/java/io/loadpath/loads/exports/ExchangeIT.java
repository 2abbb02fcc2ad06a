package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Sql;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Empty leaves that loads exchange for tables of frozen rows. */
class ExchangeIT extends AttachFixture {
  static final String OID = "SELECT 'exports.%s'::regclass::oid";

  /** All that a user can see of a table. */
  static final String LOOK =
      """
      SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
        SELECT concat_ws(' ', a.attnum, attname, attstorage, attnotnull, attgenerated, attstattarget, attoptions, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum)) AS line
        FROM pg_attribute a LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = 'exports.january'::regclass AND attnum > 0
        UNION ALL SELECT concat_ws(' ', conname, contype, convalidated, conislocal, coninhcount, pg_get_constraintdef(oid), obj_description(oid)) FROM pg_constraint WHERE conrelid = 'exports.january'::regclass
        UNION ALL SELECT concat_ws(' ', pg_get_indexdef(indexrelid), obj_description(indexrelid), (SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = indexrelid)) FROM pg_index WHERE indrelid = 'exports.january'::regclass
        UNION ALL SELECT concat_ws(' ', pg_get_userbyid(stxowner), pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext WHERE stxrelid = 'exports.january'::regclass
        UNION ALL SELECT concat_ws(' ', tgname, tgenabled) FROM pg_trigger WHERE tgrelid = 'exports.january'::regclass AND NOT tgisinternal
        UNION ALL SELECT concat_ws(' ', c.relname, pg_get_userbyid(c.relowner), c.reloptions, t.reloptions, c.reltablespace, c.relrowsecurity, obj_description(c.oid), pg_get_expr(c.relpartbound, c.oid),
          (SELECT string_agg(concat_ws(' ', grantee, privilege_type, is_grantable), ' ' ORDER BY grantee, privilege_type) FROM aclexplode(c.relacl)))
        FROM pg_class c LEFT JOIN pg_class t ON t.oid = c.reltoastrelid WHERE c.oid = 'exports.january'::regclass) x""";

  static final String TARGET =
      """
      CREATE TABLE exports.t (id int, d date NOT NULL, name text DEFAULT 'none', twice int GENERATED ALWAYS AS (id * 2) STORED,
        PRIMARY KEY (id, d), CHECK (id > 0)) PARTITION BY RANGE (d);
      CREATE INDEX "USING it" ON exports.t USING btree (lower(name), d) WHERE id < 1000;
      CREATE TABLE exports.january PARTITION OF exports.t FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
      CREATE TABLE exports.february PARTITION OF exports.t FOR VALUES FROM ('2024-02-01') TO ('2024-03-01')""";

  /** Gives a leaf what its table has of its own. */
  static final String OWN =
      """
      CREATE ROLE team; CREATE ROLE ann; GRANT ALL ON SCHEMA exports TO team;
      ALTER TABLE exports.t OWNER TO team; ALTER TABLE exports.january OWNER TO team;
      ALTER TABLE exports.january ADD CONSTRAINT small CHECK (id < 500 AND now() > '2020-01-01 00:00+00'::timestamptz), ALTER name SET DEFAULT 'x''y', ALTER name SET STORAGE EXTERNAL,
        ALTER name SET STATISTICS 7, ALTER id SET (n_distinct = -0.5), SET (fillfactor = 70, toast.autovacuum_enabled = false);
      CREATE UNIQUE INDEX "Own" ON exports.january (name, id) INCLUDE (d) WITH (fillfactor = 80) WHERE name <> 'z';
      CREATE STATISTICS exports.both (ndistinct) ON id, name FROM exports.january;
      ALTER STATISTICS exports.both OWNER TO team;
      COMMENT ON TABLE exports.january IS 'cold''s'; COMMENT ON COLUMN exports.january.d IS 'day';
      COMMENT ON CONSTRAINT small ON exports.january IS 'why'; COMMENT ON INDEX exports."Own" IS 'mine';
      GRANT SELECT, UPDATE ON exports.january TO ann WITH GRANT OPTION; REVOKE DELETE ON exports.january FROM team;
      CREATE FUNCTION exports.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER updates AFTER UPDATE ON exports.t FOR EACH ROW EXECUTE FUNCTION exports.f();
      ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC;""";

  @BeforeEach
  void makeTarget() {
    sql(TARGET);
  }

  private void beginExchange(String... tables) throws Exception {
    plan = beginExchange(Stream.of(tables));
  }

  @Test
  void exchangesTheLargestTableAndInsertsTheOthers() throws Exception {
    beginExchange("january", "february");
    String before = sql(OID.formatted("january"));
    attempt(0, 0, new Rows(0, 10, 2, "2024-01-31"), new Rows(1, 20, 1, "2024-02-01"));
    attempt(1, 0, new Rows(0, 30, 3, "2024-01-01"));
    assertThat(sql(ROWS)).as("before the decision").isEmpty();

    for (int i = 0; i < 2; i++) {
      outcome().commit(plan, 2);
      assertThat(sql(ROWS)).isEqualTo("exports.february 1, exports.january 5");
      assertThat(state()).isEqualTo("COMMITTED");
      assertThat(sql(STAGING)).isEqualTo("0");
    }
    assertThat(sql(OID.formatted("january"))).isNotEqualTo(before);
    assertThat(sql("SELECT sum(twice) FROM exports.t")).isEqualTo("268");
  }

  @Test
  void allPagesAreFrozenWithoutVacuum() throws Exception {
    beginExchange("january");
    attempt(0, 0, new Rows(0, 1, 5000, "2024-01-31"));
    outcome().commit(plan, 1);

    sql("CREATE EXTENSION pg_visibility SCHEMA exports");
    // the last pages are empty: the server extends a table by several at once
    assertThat(
            sql(
                "SELECT pages > 20, all_visible = pages, all_frozen = pages FROM exports.pg_visibility_map_summary('exports.january'), (SELECT count(DISTINCT (ctid::text::point)[0]) AS pages FROM exports.january) AS full_pages"))
        .isEqualTo("t|t|t");
  }

  @Test
  void keepsAllThatIsTheLeafsOwn() throws Exception {
    sql(OWN);
    try {
      String before = sql(LOOK);
      Sql.run(client, "SET TimeZone = 'Asia/Tokyo'"); // the decision has another
      beginExchange("january");
      attempt(0, 0, new Rows(0, 1, 5, "2024-01-31"));
      String oid = sql(OID.formatted("january"));
      outcome().commit(plan, 1);

      assertThat(sql(OID.formatted("january"))).isNotEqualTo(oid);
      assertThat(sql(LOOK)).isEqualTo(before);
      assertThat(sql("SELECT count(*) FROM pg_class WHERE relname ~ '^loadpath_\\d'"))
          .isEqualTo("0");
    } finally {
      sql("ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO exports.january VALUES (900, '2024-01-05')",
        "CREATE INDEX ON exports.january (d)",
        "ALTER TABLE exports.january ALTER name SET DEFAULT 'other'",
        "CREATE VIEW exports.v AS SELECT * FROM exports.january",
        "ALTER TABLE exports.january RENAME TO winter"
      })
  void insertsIntoALeafThatWasChangedSinceTheLoadBegan(String change) throws Exception {
    beginExchange("january");
    attempt(0, 0, new Rows(0, 1, 5, "2024-01-31"));
    String oid = sql(OID.formatted("january"));
    sql(change);
    outcome().commit(plan, 1);

    assertThat(
            sql(
                "SELECT count(*), count(DISTINCT tableoid), min(tableoid) FROM exports.t WHERE id < 900"))
        .isEqualTo("5|1|" + oid);
    assertThat(sql("SELECT count(*) FROM exports.t WHERE id = 900"))
        .isEqualTo(change.startsWith("INSERT") ? "1" : "0");
    assertThat(sql(STAGING)).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE exports.january",
        "ALTER TABLE exports.t DETACH PARTITION exports.january"
      })
  void aLeafThatIsGoneIsAnError(String change) throws Exception {
    beginExchange("january");
    attempt(0, 0, new Rows(0, 1, 5, "2024-01-31"));
    sql(change);

    assertThatThrownBy(() -> outcome().commit(plan, 1))
        .hasMessageContaining("january is no longer a partition of \"exports\".\"t\"");
    assertThat(outcome().undo()).isEqualTo(Ledger.State.UNDONE);
    assertThat(sql(STAGING)).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INSERT INTO exports.t VALUES (1, '2024-01-05') | it has rows
          CREATE RULE r AS ON UPDATE TO exports.january DO NOTHING | rule r
          CREATE TRIGGER g AFTER UPDATE ON exports.january FOR EACH STATEMENT EXECUTE FUNCTION suppress_redundant_updates_trigger() | trigger g
          CREATE TRIGGER g BEFORE UPDATE ON exports.t FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger(); ALTER TABLE exports.january DISABLE TRIGGER g | trigger g
          CREATE POLICY p ON exports.january | policy p
          ALTER TABLE exports.january ENABLE ROW LEVEL SECURITY | it has row security
          CREATE PUBLICATION news FOR TABLE exports.january | publication news
          SET allow_system_table_mods = on; INSERT INTO pg_subscription_rel VALUES (1, 'exports.january'::regclass, 'r', NULL); RESET allow_system_table_mods | a subscription writes to it
          ALTER TABLE exports.january REPLICA IDENTITY FULL | it has a replica identity
          GRANT UPDATE (name) ON exports.january TO PUBLIC | it has privileges of column name
          ALTER TABLE exports.january SET UNLOGGED | it is unlogged or temporary
          CREATE SEQUENCE exports.s OWNED BY exports.january.id | sequence exports.s
          CREATE TABLE exports.r (id int PRIMARY KEY); ALTER TABLE exports.january ADD CONSTRAINT k FOREIGN KEY (id) REFERENCES exports.r | foreign key k
          CREATE TABLE exports.r (id int, d date, CONSTRAINT k FOREIGN KEY (id, d) REFERENCES exports.january) | foreign key k of exports.r
          CREATE TABLE exports.r (id int, d date, CONSTRAINT k FOREIGN KEY (id, d) REFERENCES exports.t) | foreign key k
          CREATE VIEW exports.v AS SELECT id FROM exports.january | rule _RETURN on view exports.v depends on it
          CREATE TABLE exports.r (x exports.january) | column x of table exports.r depends on it
          CREATE FUNCTION exports.f() RETURNS SETOF exports.january LANGUAGE plpgsql AS 'BEGIN END' | function exports.f() depends on it
          ALTER TABLE exports.january CLUSTER ON january_pkey | index exports.january_pkey is invalid, clustered
          COMMENT ON CONSTRAINT january_pkey ON exports.january IS 'x' | comment on constraint january_pkey
          CREATE STATISTICS exports.s ON id, d FROM exports.january; COMMENT ON STATISTICS exports.s IS 'x' | statistics s have a target or a comment
          ALTER TABLE exports.january SET SCHEMA public | it is in another schema than the target
          """)
  void doesNotExchangeALeafThatWouldLoseSomething(String change, String obstacle) throws Exception {
    assertThat(emptyLeaves().get(oid("january")).obstacle()).isEmpty();
    long january = oid("january");
    sql(change);
    try {
      EmptyLeaf leaf = emptyLeaves().get(january);
      assertThat(leaf.obstacle().orElse("")).startsWith(obstacle);
      assertThat(leaf.partition()).isEqualTo(Partition.existing("january", january));
      assertThat(emptyLeaves().get(oid("february")).obstacle().isPresent())
          .isEqualTo(obstacle.equals("foreign key k") && change.endsWith("exports.t)"));
    } finally {
      sql("DROP TABLE IF EXISTS public.january CASCADE; DROP PUBLICATION IF EXISTS news");
    }
  }

  @Test
  void onlyItsOwnerExchangesALeaf() throws Exception {
    sql("CREATE ROLE bob; GRANT USAGE ON SCHEMA exports TO bob");
    Sql.run(client, "SET SESSION AUTHORIZATION bob");
    assertThat(emptyLeaves().get(oid("january")).obstacle().orElse(""))
        .startsWith("it belongs to " + SharedServer.test().server.connection().user());
  }
}
