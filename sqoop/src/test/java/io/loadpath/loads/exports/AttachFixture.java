package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.Ledger.Part;
import io.loadpath.loads.exports.Ledger.Task;
import io.loadpath.rows.TextFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.sql.Connection;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.postgresql.PGConnection;

/**
 * For tests of loads whose tasks stage tables for partitions of {@code exports.t (id, d, name)}.
 */
abstract class AttachFixture extends ExportFixture {
  static final String ROWS =
      "SELECT coalesce(string_agg(p || ' ' || n, ', ' ORDER BY p), '') FROM (SELECT tableoid::regclass AS p, count(*) AS n FROM exports.t GROUP BY 1) x";

  Connection client;
  ExportPlan plan;

  @BeforeEach
  final void openClient() throws Exception {
    client = open();
  }

  /** A session of the server that has the target. */
  Connection open() throws Exception {
    return session();
  }

  @AfterEach
  final void closeClient() throws Exception {
    client.close();
  }

  static long oid(String table) {
    return Long.parseLong(sql("SELECT 'exports.%s'::regclass::oid::bigint".formatted(table)));
  }

  static Partition existing(String table) {
    return Partition.existing(table, oid(table));
  }

  ExportPlan begin(Partition... partitions) throws Exception {
    ExportNames names = LedgerTables.create(client, new ExportNames(SCHEMA, "t", "", 0));
    ExportPlan draft =
        new ExportPlan(
            names,
            List.of(
                new ExportColumn("id", "int4", "integer", false),
                new ExportColumn("d", "date", "date", false),
                new ExportColumn("name", "text", "text", true)),
            TextFormat.sqoop('|', '\n', TextFormat.NONE, TextFormat.NONE, "", ""),
            0,
            2,
            Way.ATTACH,
            List.of(),
            false,
            0,
            "",
            List.of(partitions),
            "UTC");
    return draft.withExport(new Ledger(client, names).begin(Way.ATTACH, Sessions.SOURCE, "local"));
  }

  /** Begins a load into leaves, which it will exchange if they have no obstacle. */
  ExportPlan beginExchange(Stream<String> tables) throws Exception {
    Map<Long, EmptyLeaf> leaves = emptyLeaves();
    return begin(tables.map(table -> leaves.get(oid(table)).partition()).toArray(Partition[]::new));
  }

  Map<Long, EmptyLeaf> emptyLeaves() throws Exception {
    Sql.run(client, "SET search_path = pg_catalog, pg_temp");
    return EmptyLeaf.of(client, oid("t"));
  }

  static byte[] tuples(int first, int rows, String day) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeBytes("PGCOPY\n\u00ff\r\n\0");
    out.writeLong(0);
    for (int id = first; id < first + rows; id++) {
      out.writeShort(3);
      out.writeInt(4);
      out.writeInt(id);
      out.writeInt(4);
      out.writeInt((int) ChronoUnit.DAYS.between(LocalDate.of(2000, 1, 1), LocalDate.parse(day)));
      out.writeInt(1);
      out.writeBytes("x");
    }
    out.writeShort(-1);
    return bytes.toByteArray();
  }

  record Rows(int partition, int first, int rows, String day) {}

  /** An attempt of a task, as of a reducer: one transaction with a table for each partition. */
  void attempt(int task, int attempt, Rows... all) throws Exception {
    try (Connection session = open()) {
      session.setAutoCommit(false);
      List<Part> parts = new ArrayList<>();
      long sum = 0;
      for (Rows rows : all) {
        StagingTable table = new StagingTable(plan, task, attempt, rows.partition);
        table.ask(session);
        table.create(session, null);
        session
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(
                table.copyFrozen(),
                new ByteArrayInputStream(tuples(rows.first, rows.rows, rows.day)));
        table.index(session);
        parts.add(new Part(rows.partition, rows.rows));
        sum += rows.rows;
      }
      long transaction = Long.parseLong(Sql.value(session, "SELECT txid_current()"));
      assertThat(
              new Ledger(session, plan.names())
                  .add(
                      new Task(
                          task,
                          attempt,
                          transaction,
                          sum,
                          1,
                          1,
                          0,
                          0,
                          List.of("f"),
                          List.of(),
                          parts)))
          .isTrue();
      session.commit();
    }
  }

  ExportOutcome outcome() {
    return new ExportOutcome(client, plan.names());
  }

  static String state() {
    return sql("SELECT state FROM exports.loadpath_exports");
  }

  boolean settle() throws Exception {
    await(
        "SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid() AND locktype = 'advisory'",
        "0");
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    try (Connection session = session()) {
      return new DeadExports(session, plan.names(), new JobCluster(conf), "--again")
          .settle(Sessions.SOURCE, false);
    }
  }
}
