package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.State;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of tasks that take the place of empty leaves, or whose rows are inserted into one. */
class AttachIT extends AttachFixture {
  private static final int JANUARY = 0;
  private static final int FEBRUARY = 1;
  private static final int MARCH = 2;

  private static final String AFTER =
      "exports.january 3, exports.\"long February\" 4, exports.march 2";

  @BeforeEach
  void makeTarget() throws Exception {
    sql(
        """
        CREATE TABLE exports.t (id int, d date NOT NULL, name text DEFAULT 'none', twice int GENERATED ALWAYS AS (id * 2) STORED,
          PRIMARY KEY (id, d), CHECK (id > 0)) PARTITION BY RANGE (d);
        CREATE INDEX "USING it" ON exports.t USING btree (lower(name), d) WHERE id < 1000;
        CREATE TABLE exports.january PARTITION OF exports.t FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
        CREATE TABLE exports."long February" PARTITION OF exports.t FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');
        CREATE TABLE exports.march PARTITION OF exports.t FOR VALUES FROM ('2024-03-01') TO ('2024-04-01');
        INSERT INTO exports.t VALUES (1, '2024-01-01', 'there')""");
    plan = beginExchange(Stream.of("january", "\"long February\"", "march"));
  }

  /** The tasks have two rows for January, three and one for February, and two for March. */
  private void runTasks() throws Exception {
    attempt(0, 0, new Rows(FEBRUARY, 90, 9, "2024-02-09")); // its task is tried again
    attempt(0, 1, new Rows(JANUARY, 10, 2, "2024-01-31"), new Rows(FEBRUARY, 20, 1, "2024-02-01"));
    attempt(1, 0, new Rows(FEBRUARY, 30, 3, "2024-02-29"), new Rows(MARCH, 40, 2, "2024-03-31"));
  }

  private void assertNothing() {
    assertThat(sql(ROWS)).isEqualTo("exports.january 1");
    assertThat(sql(STAGING)).isEqualTo("0");
    assertThat(sql("SELECT count(*) FROM pg_inherits WHERE inhparent = 'exports.t'::regclass"))
        .isEqualTo("3");
  }

  @Test
  void exchangesSomeLeavesAndInsertsIntoOthersTogetherAndOnce() throws Exception {
    runTasks();
    assertThat(sql(ROWS)).as("before the decision").isEqualTo("exports.january 1");

    for (int i = 0; i < 2; i++) {
      outcome().commit(plan, 2);
      assertThat(sql(ROWS)).isEqualTo(AFTER);
      assertThat(state()).isEqualTo("COMMITTED");
      assertThat(sql(STAGING)).isEqualTo("0");
    }
    assertThat(sql("SELECT sum(twice), count(*) FILTER (WHERE name = 'x') FROM exports.t"))
        .isEqualTo("432|8");
    assertThat(new TargetFiles(client, plan.names()).whyGone("ATTACH")).isEmpty();
  }

  @Test
  void undoLeavesNothing() throws Exception {
    runTasks();

    for (int i = 0; i < 2; i++) {
      assertThat(outcome().undo()).isEqualTo(State.UNDONE);
      assertNothing();
    }
    assertThatThrownBy(() -> outcome().commit(plan, 2)).hasMessageContaining("it is undone");
    assertNothing();
  }

  @Test
  void aLoadThatDiedBeforeItsDecisionIsUndone() throws Exception {
    runTasks();
    client.close();

    assertThat(settle()).isFalse();
    assertNothing();
  }

  @Test
  void theTablesOfALostLedgerAreDroppedAndTheirNumberIsNotUsedAgain() throws Exception {
    runTasks();
    sql("DROP TABLE exports.loadpath_export_tasks, exports.loadpath_exports");
    plan = begin(existing("january"));
    assertThat(plan.names().export()).isEqualTo(2);
    client.close();

    assertThat(settle()).isFalse();
    assertNothing();
  }

  @Test
  void aLoadThatDiedDuringItsDecisionIsUndone() throws Exception {
    runTasks();
    try (Connection lock = session()) {
      lock.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE exports.january IN SHARE MODE");
      CompletableFuture<Void> commit = Sessions.async(() -> outcome().commit(plan, 2));
      await(
          "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO%'",
          "1");
      sql(
          "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      assertThatThrownBy(() -> commit.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("terminating");
    }
    assertThat(state()).isEqualTo("RUNNING");
    assertThat(sql(STAGING)).isEqualTo("5");

    assertThat(settle()).isFalse();
    assertNothing();
  }

  @Test
  void aLoadThatDiedAfterItsDecisionIsKnownAndCleanedUp() throws Exception {
    runTasks();
    try (Connection reader =
        session()) { // keeps a staging table from being dropped, as a death would
      reader.setAutoCommit(false);
      Sql.run(reader, "LOCK TABLE exports.loadpath_1_0_1_0 IN ACCESS SHARE MODE");
      outcome().commit(plan, 2);
    }
    client.close();
    assertThat(sql(STAGING)).isEqualTo("1");

    assertThat(settle()).isTrue();
    assertThat(sql(STAGING)).isEqualTo("0");
    assertThat(sql(ROWS)).isEqualTo(AFTER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ALTER TABLE exports.t DETACH PARTITION exports.january | january is no longer a partition of "exports"."t"
          DROP TABLE exports.january; CREATE TABLE exports.january (id int, d date, name text) | january is no longer a partition of "exports"."t"
          DROP TABLE exports.loadpath_1_0_1_0 | relation "exports.loadpath_1_0_1_0" does not exist
          DELETE FROM exports.loadpath_1_0_1_0 WHERE id = 10 | 1 rows of task 0 arrived, but it sent 2
          """)
  void changesNothingIfAnotherSessionHasChangedThePartitions(String change, String message)
      throws Exception {
    runTasks();
    sql(change);
    String before = sql(ROWS);

    assertThatThrownBy(() -> outcome().commit(plan, 2)).hasMessageContaining(message);
    assertThat(state()).isEqualTo("RUNNING");
    assertThat(sql(ROWS)).isEqualTo(before);
    assertThat(outcome().undo()).isEqualTo(State.UNDONE);
    assertThat(sql(ROWS)).isEqualTo(before);
    assertThat(sql(STAGING)).isEqualTo("0");
  }

  @Test
  void onlyMembersOfTheOwnerExchangeLeaves() throws Exception {
    sql(
        "CREATE ROLE team; CREATE ROLE ann IN ROLE team; GRANT ALL ON SCHEMA exports TO team; ALTER TABLE exports.t OWNER TO team");
    TargetTable target = TargetTable.of(client, SCHEMA, "t");
    Sql.run(client, "SET SESSION AUTHORIZATION ann");
    target.requireAttachable(client);
    Sql.run(client, "RESET SESSION AUTHORIZATION");
    sql("CREATE ROLE bob; GRANT USAGE ON SCHEMA exports TO bob");
    Sql.run(client, "SET SESSION AUTHORIZATION bob");
    assertThatThrownBy(() -> target.requireAttachable(client))
        .hasMessage("exports.t belongs to team, and only its owner can attach new partitions");
  }

  @Test
  void refusesNewPartitionsWhoseRowsOthersWouldMiss() throws Exception {
    TargetTable target = TargetTable.of(client, SCHEMA, "t");
    target.requireAttachable(client);
    sql(
        """
        CREATE FUNCTION exports.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER audit AFTER INSERT ON exports.t FOR EACH ROW EXECUTE FUNCTION exports.f();
        CREATE TRIGGER updates AFTER UPDATE ON exports.t FOR EACH ROW EXECUTE FUNCTION exports.f();
        CREATE PUBLICATION news FOR TABLE exports.t""");
    assertThatThrownBy(() -> target.requireAttachable(client))
        .hasMessageStartingWith("publication news, trigger audit of \"exports\".\"t\" would miss");
    sql("DROP PUBLICATION news; ALTER TABLE exports.t DISABLE TRIGGER audit");
    target.requireAttachable(client);

    sql(
        """
        CREATE TABLE exports.sub PARTITION OF exports.t FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY LIST (id);
        ALTER TABLE exports.sub DISABLE TRIGGER audit""");
    target.requireAttachable(client);
    sql(
        """
        CREATE TABLE exports.r (id int PRIMARY KEY); ALTER TABLE exports.sub ADD UNIQUE (id), ADD FOREIGN KEY (id) REFERENCES exports.r;
        CREATE TRIGGER below AFTER INSERT ON exports.sub FOR EACH ROW EXECUTE FUNCTION exports.f();
        CREATE PUBLICATION part FOR TABLE exports.sub""");
    assertThatThrownBy(() -> target.requireAttachable(client))
        .hasMessageStartingWith("publication part, trigger below of");
    sql("DROP PUBLICATION part");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RANGE (d)       | FOR VALUES FROM ('2024-03-01') TO (MAXVALUE)
          RANGE (name, d) | FOR VALUES FROM ('x', MINVALUE) TO ('y', '2024-01-01')
          LIST (name)     | FOR VALUES IN ('x', NULL)
          LIST (lower(name)) | FOR VALUES IN ('x')
          HASH (id)       | FOR VALUES WITH (MODULUS 1, REMAINDER 0)
          """)
  void attachesWithoutAScan(String key, String bound) throws Exception {
    sql(
        """
        DROP TABLE exports.t; DELETE FROM exports.loadpath_exports;
        CREATE TABLE exports.t (id int, d date, name text) PARTITION BY RANGE (id);
        CREATE TABLE exports.sub PARTITION OF exports.t FOR VALUES FROM (0) TO (1000) PARTITION BY %s"""
            .formatted(key));
    sql("CREATE TABLE exports.leaf PARTITION OF exports.sub " + bound);
    plan = beginExchange(Stream.of("leaf"));
    attempt(0, 0, new Rows(0, 1, 5, "2024-03-01"));
    Sql.run(client, "SET log_min_messages = debug1");
    int from = SharedServer.test().log().length();

    outcome().commit(plan, 1);
    assertThat(sql(ROWS)).isEqualTo("exports.leaf 5");
    assertThat(SharedServer.test().log().substring(from))
        .contains("partition constraint for table \"leaf\" is implied by existing constraints");
  }
}
