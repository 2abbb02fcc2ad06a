package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import java.io.IOException;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Exports that build the target's indexes after the rows. */
@ExtendWith(SharedServer.class)
class ExportIndexesIT {
  /** All that makes an index what it is, without its number. */
  private static final String INDEXES =
      """
      SELECT i.oid::regclass, pg_get_indexdef(i.oid), pg_get_constraintdef(c.oid), i.reltablespace,
        x.indisclustered, x.indisreplident, obj_description(i.oid, 'pg_class'),
        (SELECT string_agg(a.attstattarget::text, ' ') FROM pg_attribute a WHERE a.attrelid = i.oid)
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
        LEFT JOIN pg_constraint c ON c.conindid = i.oid AND c.contype <> 'f'
      WHERE x.indrelid = 'indexed.t'::regclass ORDER BY i.relname""";

  private static final String CONSTRAINTS =
      """
      SELECT conname, pg_get_constraintdef(oid), condeferrable, condeferred, convalidated
      FROM pg_constraint WHERE conrelid = 'indexed.t'::regclass
      UNION ALL
      SELECT attname, attnotnull::text, NULL, NULL, NULL
      FROM pg_attribute WHERE attrelid = 'indexed.t'::regclass
      ORDER BY 1, 2""";

  private static final String NEW =
      """
      SELECT string_agg(i.relname, ' ' ORDER BY i.relname) FROM pg_index x
        JOIN pg_class i ON i.oid = x.indexrelid
      WHERE x.indrelid = 'indexed.t'::regclass AND i.oid > (SELECT max FROM indexed.before)""";

  @BeforeEach
  void makeTable() {
    sql(
        """
        CREATE SCHEMA indexed;
        CREATE TABLE indexed.numbers AS SELECT generate_series(-1, 9) AS n;
        ALTER TABLE indexed.numbers ADD PRIMARY KEY (n);
        CREATE TABLE indexed.t (id int CONSTRAINT main PRIMARY KEY
            REFERENCES indexed.numbers DEFERRABLE INITIALLY DEFERRED, name text, at int4range, low int,
          CONSTRAINT "Key \"\"1" UNIQUE NULLS NOT DISTINCT (id, name) INCLUDE (low) DEFERRABLE,
          CONSTRAINT span EXCLUDE USING gist (at WITH &&));
        CREATE INDEX plain ON indexed.t (name COLLATE "C" DESC NULLS LAST) WITH (fillfactor = 50)
          WHERE id > 0;
        CREATE UNIQUE INDEX "on DROP" ON indexed.t (id, lower(name));
        CREATE INDEX described ON indexed.t (id);
        COMMENT ON INDEX indexed.described IS 'kept';
        CREATE INDEX measured ON indexed.t (lower(name));
        ALTER INDEX indexed.measured ALTER COLUMN 1 SET STATISTICS 500;
        CREATE INDEX clustered ON indexed.t (low);
        ALTER TABLE indexed.t CLUSTER ON clustered;
        ALTER TABLE indexed.t ADD CONSTRAINT needed UNIQUE (low);
        CREATE TABLE indexed.child (low int REFERENCES indexed.t (low));
        INSERT INTO indexed.t VALUES (-1, 'old', '[0,1)', -1);
        CREATE TABLE indexed.before AS SELECT max(oid::bigint) FROM pg_class;
        """);
  }

  @AfterEach
  void drop() {
    sql("SET client_min_messages = error; DROP SCHEMA indexed CASCADE");
  }

  private static String sql(String statements) {
    return SharedServer.test().sql(statements);
  }

  private static String state() {
    return sql(INDEXES) + "\n" + sql(CONSTRAINTS);
  }

  private static TestExport export(String rows) throws IOException {
    TestExport export = new TestExport("t").set("loadpath.export.defer.indexes", "true");
    export.options.setExtraArgs(new String[] {"--schema", "indexed"});
    return export.file("part-0", rows);
  }

  @Test
  void buildsWhatItCanBringBackInFullAndKeepsTheRest() throws Exception {
    String before = state();

    export("1|a|[1,2)|1\n2|b|[2,3)|2\n").run();

    assertThat(state()).isEqualTo(before);
    assertThat(sql(NEW)).isEqualTo("Key \"1 main on DROP plain span");
    assertThat(sql("SELECT count(*) FROM indexed.t")).isEqualTo("3");
    assertThat(sql("SELECT DISTINCT way FROM indexed.loadpath_exports")).isEqualTo("INSERT");
  }

  @Test
  void anExportWithoutRowsBuildsNothing() throws Exception {
    export("").run();

    assertThat(sql(NEW)).isEmpty();
  }

  @Test
  void rowsThatAnIndexRefusesLeaveAllAsItWas() throws Exception {
    String before = state();

    assertThatThrownBy(export("1|a|[1,2)|1\n2|b|[1,3)|2\n")::run)
        .hasMessageContaining("nothing was exported")
        .hasMessageContaining("could not create exclusion constraint \"span\"");

    assertThat(state()).isEqualTo(before);
    assertThat(sql(NEW)).isEmpty();
    assertThat(sql("SELECT count(*) FROM indexed.t")).isEqualTo("1");
  }

  @Test
  void aDeathWithoutIndexesLeavesAllAsItWas() throws Exception {
    sql(
        """
        CREATE FUNCTION indexed.stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          PERFORM pg_advisory_xact_lock_shared(78); RETURN NEW; END $$;
        CREATE TRIGGER stop BEFORE INSERT ON indexed.t FOR EACH ROW EXECUTE FUNCTION indexed.stop()""");
    String before = state();
    String committer =
        "FROM pg_stat_activity WHERE application_name LIKE 'loadpath export % committer'";
    try (Connection lock = Sessions.open(SharedServer.test())) {
      Sql.rows(lock, "SELECT pg_advisory_lock(78)");
      TestExport export = export("1|a|[1,2)|1\n");
      CompletableFuture<Void> run = Sessions.async(() -> export.run());
      SharedServer.test()
          .await("SELECT count(*) " + committer + " AND wait_event = 'advisory'", "1");
      sql("SELECT pg_terminate_backend(pid, 10000) " + committer);
      assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("nothing was exported");
    }

    assertThat(state()).isEqualTo(before);
    assertThat(sql(NEW)).isEmpty();
    assertThat(sql("SELECT count(*) FROM indexed.t")).isEqualTo("1");
  }

  @Test
  void saysWhereIndexesCannotBeDeferred() throws Exception {
    sql("DROP TABLE indexed.child, indexed.t; CREATE TABLE indexed.t (id int, name text)");
    assertThatThrownBy(export("1|a\n").set("loadpath.export.commit", "two-phase")::run)
        .hasMessageContaining("leave out loadpath.export.defer.indexes=true: by two-phase");
    assertThatThrownBy(export("1|a\n").keys("id", true)::run)
        .hasMessageContaining("an update finds its rows by the indexes");
    sql(
        """
        DROP TABLE indexed.t;
        CREATE TABLE indexed.t (id int, name text) PARTITION BY RANGE (id)""");
    assertThatThrownBy(export("1|a\n")::run).hasMessageContaining("t is no plain table");
  }
}
