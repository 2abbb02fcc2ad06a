package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.OldServer;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks, scans and foreign keys of the transaction that exchanges leaves. */
class ExchangeServerIT extends AttachFixture {
  private static final int LEAVES = 40;

  private static final String DAYS =
      """
      CREATE TABLE exports.t (id int, d date NOT NULL, name text DEFAULT 'none', PRIMARY KEY (id, d)) PARTITION BY RANGE (d);
      CREATE INDEX ON exports.t (name);
      """;

  private ConnectionInfo old;

  @Override
  Connection open() throws Exception {
    return old == null
        ? session()
        : DriverManager.getConnection(
            old.jdbcUrl(), old.user(), Files.readString(old.passwordFile()));
  }

  private static String day(int number) {
    return LocalDate.of(2024, 1, 1).plusDays(number).toString();
  }

  /** Makes a target with a leaf for each day. */
  private void makeDays() throws Exception {
    Sql.run(client, DAYS);
    for (int i = 0; i < LEAVES; i++) {
      Sql.run(
          client,
          "CREATE TABLE exports.d%d PARTITION OF exports.t FOR VALUES FROM ('%s') TO ('%s')"
              .formatted(i, day(i), day(i + 1)));
    }
  }

  /** Makes the target, and stages a row for each day. */
  private void stageDays() throws Exception {
    makeDays();
    plan = begin(leaves());
    attempt(
        0,
        0,
        IntStream.range(0, LEAVES).mapToObj(i -> new Rows(i, i, 1, day(i))).toArray(Rows[]::new));
  }

  private Partition[] leaves() throws Exception {
    Sql.run(client, "SET search_path = pg_catalog, pg_temp");
    Map<Long, EmptyLeaf> leaves = EmptyLeaf.of(client, target());
    assertThat(leaves.values()).allMatch(leaf -> leaf.obstacle().isEmpty());
    return leaves.values().stream().map(EmptyLeaf::partition).toArray(Partition[]::new);
  }

  private long target() throws Exception {
    return Long.parseLong(Sql.value(client, "SELECT 'exports.t'::regclass::oid::bigint"));
  }

  @Test
  void aDecisionTakesAsManyLocksAsThePlanSays() throws Exception {
    stageDays();
    long needed = DecisionLocks.needed(client, target(), plan.partitions(), LEAVES);
    client.setAutoCommit(false);
    new StagedPartitions(plan, new Ledger(client, plan.names()).tasks()).run(client);
    long taken =
        Long.parseLong(
            Sql.value(
                client,
                "SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND NOT fastpath"));
    client.rollback();
    client.setAutoCommit(true);

    assertThat(taken).isBetween(needed * 6 / 10, needed);
  }

  @Test
  void aServerWithTooSmallATableOfLocksIsRefusedAndToldTheValue() throws Exception {
    TestServer small = TestServer.started();
    try {
      restart(
          small,
          "max_locks_per_transaction = 10",
          "max_connections = 20",
          "max_prepared_transactions = 0");
      Connection shared = client;
      client = Sessions.open(small);
      try (shared) {
        Sql.run(client, "CREATE SCHEMA exports");
        makeDays();
        Partition[] leaves = leaves();
        long target = target();
        String[] message = new String[1];
        assertThatThrownBy(() -> DecisionLocks.require(client, target, List.of(leaves), LEAVES))
            .hasMessageContaining("set max_locks_per_transaction = ")
            .hasMessageContaining("(now 10)")
            .satisfies(e -> message[0] = e.getMessage());

        String advice = message[0].replaceAll(".*(max_locks_per_transaction = \\d+).*", "$1");
        client.close();
        restart(small, advice);
        client = Sessions.open(small);
        DecisionLocks.require(client, target, List.of(leaves), LEAVES);
      }
    } finally {
      client.close();
      small.delete();
    }
  }

  private static void restart(TestServer server, String... settings) throws Exception {
    for (String setting : settings) {
      server.sql("ALTER SYSTEM SET " + setting);
    }
    server.server.stop();
    server.server.start();
  }

  /** A reader of the target holds the exchange up; the exchange then lets others in. */
  @Test
  void waitsForReadersAgainAndAgain() throws Exception {
    stageDays();
    Sql.run(client, "SET lock_timeout = '300ms'");
    try (Connection reader = session()) {
      reader.setAutoCommit(false);
      Sql.rows(reader, "SELECT FROM exports.t");
      CompletableFuture<Void> commit = Sessions.async(() -> outcome().commit(plan, 1));
      for (int i = 0; i < 3; i++) {
        TimeUnit.MILLISECONDS.sleep(300);
        assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
      }
      assertThat(commit).isNotDone();
      reader.rollback();
      commit.get(60, TimeUnit.SECONDS);
    }
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("" + LEAVES);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RANGE (d)       | FOR VALUES FROM ('2024-03-01') TO (MAXVALUE)
          LIST (name)     | FOR VALUES IN ('x', NULL)
          HASH (id)       | FOR VALUES WITH (MODULUS 1, REMAINDER 0)
          """)
  void exchangesBelowAPartitionWithoutAScan(String key, String bound) throws Exception {
    sql(
        """
        CREATE TABLE exports.t (id int, d date, name text) PARTITION BY RANGE (id);
        CREATE TABLE exports.sub PARTITION OF exports.t FOR VALUES FROM (0) TO (1000) PARTITION BY %s;
        CREATE TABLE exports.leaf (name text, gone int, d date, id int); ALTER TABLE exports.leaf DROP gone;
        ALTER TABLE exports.sub ATTACH PARTITION exports.leaf %s"""
            .formatted(key, bound));
    plan = begin(leaves());
    attempt(0, 0, new Rows(0, 1, 5, "2024-03-01"));
    String oid = sql("SELECT 'exports.leaf'::regclass::oid");
    Sql.run(client, "SET log_min_messages = debug1");
    int from = SharedServer.test().log().length();

    outcome().commit(plan, 1);
    assertThat(sql(ROWS)).isEqualTo("exports.leaf 5");
    assertThat(sql("SELECT 'exports.leaf'::regclass::oid")).isNotEqualTo(oid);
    assertThat(SharedServer.test().log().substring(from))
        .contains("partition constraint for table \"leaf\" is implied by existing constraints");
  }

  @Test
  void doesNotReadALargeDefaultPartitionForEachLeaf() throws Exception {
    sql(
        DAYS
            + """
            CREATE TABLE exports.d0 PARTITION OF exports.t FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
            CREATE TABLE exports.rest PARTITION OF exports.t DEFAULT;
            INSERT INTO exports.t VALUES (1, '2025-01-01')""");
    long leaf = oid("d0");
    Partition first = EmptyLeaf.of(client, oid("t")).get(leaf).partition();
    assertThat(first.isExchanged()).as("small").isTrue();
    plan = begin(first);
    attempt(0, 0, new Rows(0, 1, 5, "2024-01-01"));
    outcome().commit(plan, 1);
    assertThat(sql(ROWS)).isEqualTo("exports.rest 1, exports.d0 5"); // by oid

    sql(
        "TRUNCATE exports.d0; INSERT INTO exports.t SELECT g, '2025-01-01', repeat('x', 1000) FROM generate_series(2, 10000) g");
    assertThat(EmptyLeaf.of(client, oid("t")).get(oid("d0")).obstacle())
        .hasValue(
            "the default partition exports.rest is larger than 8 MiB, and each exchange would read it");
    assertThat(EmptyLeaf.of(client, oid("t")).get(oid("rest")).obstacle())
        .hasValue("it is the default partition");
  }

  /** ATTACH adds the target's foreign key and checks all rows. */
  @Test
  void aRowThatViolatesAForeignKeyFailsTheLoad() throws Exception {
    sql(
        DAYS
            + """
            CREATE TABLE exports.d0 PARTITION OF exports.t FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
            CREATE TABLE exports.r (id int PRIMARY KEY); INSERT INTO exports.r SELECT generate_series(1, 5);
            ALTER TABLE exports.t ADD FOREIGN KEY (id) REFERENCES exports.r""");
    plan = begin(leaves());
    attempt(0, 0, new Rows(0, 1, 5, "2024-01-01"));
    outcome().commit(plan, 1);
    assertThat(sql(ROWS)).isEqualTo("exports.d0 5");

    sql("TRUNCATE exports.t; DELETE FROM exports.loadpath_exports");
    plan = begin(leaves());
    attempt(0, 0, new Rows(0, 1, 6, "2024-01-01"));
    assertThatThrownBy(() -> outcome().commit(plan, 1))
        .hasMessageContaining("Key (id)=(6) is not present in table \"r\"");
    assertThat(outcome().undo()).isEqualTo(State.UNDONE);
    assertThat(sql(ROWS)).isEmpty();
    assertThat(sql(STAGING)).isEqualTo("0");
    assertThat(
            sql(
                "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conrelid = 'exports.d0'::regclass"))
        .isEqualTo("1");
  }

  /** Their programs come with {@code -Pcluster}, like those of the connector's tests. */
  @Tag("cluster")
  @ParameterizedTest
  @ValueSource(ints = {13, 14, 15, 16, 17})
  void olderServersExchangeAsWell(int version) throws Exception {
    Path archive = Path.of("target/postgres-" + version + "/postgres-linux-x86_64.txz");
    try (OldServer server = OldServer.started(SharedServer.test(), archive)) {
      client.close();
      old = server.connection();
      client = open();
      Sql.run(client, "CREATE SCHEMA exports; " + ExchangeIT.TARGET + "; " + ExchangeIT.OWN);
      Sql.run(client, "SET search_path = pg_catalog, pg_temp");
      String look = Sql.value(client, ExchangeIT.LOOK);
      String oid = Sql.value(client, ExchangeIT.OID.formatted("january"));
      plan = begin(leaves());
      attempt(0, 0, new Rows(0, 1, 5, "2024-01-31"), new Rows(1, 6, 2, "2024-02-03"));
      DecisionLocks.require(client, target(), plan.partitions(), 2);
      outcome().commit(plan, 1);

      assertThat(Sql.value(client, ExchangeIT.OID.formatted("january"))).isNotEqualTo(oid);
      assertThat(Sql.value(client, ExchangeIT.LOOK)).isEqualTo(look);
      assertThat(Sql.value(client, "SELECT count(*) FROM exports.t")).isEqualTo("7");
      client.close();
    }
  }
}
