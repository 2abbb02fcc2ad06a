package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.Part;
import io.loadpath.loads.exports.Ledger.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Brings the tables that tasks have staged for partitions into the target, in the transaction that
 * decides. The largest table of a new partition is attached. The rows of all others are inserted.
 */
final class StagedPartitions {
  /**
   * The states if another session has attached a table for the same rows, or the default has some.
   */
  private static final Set<String> TAKEN = Set.of("42P17", "23514");

  private record Staged(Task task, Part part) {}

  private final ExportPlan plan;
  private final ExportNames names;
  private final List<Staged> staged = new ArrayList<>();
  private final Set<Integer> attached = new HashSet<>();

  StagedPartitions(ExportPlan plan, List<Task> tasks) {
    this.plan = plan;
    this.names = plan.names();
    for (Task task : tasks) {
      task.parts().forEach(part -> staged.add(new Staged(task, part)));
    }
    staged.sort(Comparator.comparingLong((Staged one) -> one.part().rows()).reversed());
  }

  /**
   * Attaches or inserts all tables.
   *
   * @throws IOException if another session has changed the partitions since the load began
   */
  void run(Connection session) throws IOException, SQLException {
    if (staged.isEmpty()) {
      return;
    }
    lockParents(session);
    PostgresSession.useUsersPath(session); // for triggers, and functions of indexes
    for (Staged one : staged) {
      int number = one.part().partition();
      Partition partition = plan.partitions().get(number);
      String table = names.stagingTable(one.task().task(), one.task().attempt(), number);
      if (partition.isNew() && attached.add(number)) {
        attach(session, partition, table);
      } else {
        String target =
            partition.isNew()
                ? names.inSchema(partition.name())
                : partition.existingTable(session, names);
        plan.insert(session, one.task().task(), names.inSchema(table), target, one.part().rows());
      }
    }
    PostgresSession.useOwnPath(session);
  }

  /** Keeps others from detaching partitions. */
  private void lockParents(Connection session) throws SQLException {
    for (String[] parent :
        Sql.rows(
            session,
            "SELECT relid::regclass FROM pg_partition_tree(to_regclass(?)) WHERE NOT isleaf ORDER BY level",
            names.target())) {
      Sql.run(session, "LOCK TABLE ONLY " + parent[0] + " IN ROW EXCLUSIVE MODE");
    }
  }

  private void attach(Connection session, Partition partition, String table)
      throws IOException, SQLException {
    String made = names.inSchema(partition.name());
    if (!Sql.isTrue(session, "SELECT to_regclass(?) IS NULL", made)) {
      throw new IOException(
          "%s was made by another session since the load began: run it again".formatted(made));
    }
    String[] parent =
        Sql.rows(
                session,
                "SELECT oid::regclass, pg_get_userbyid(relowner) FROM pg_class WHERE oid = ?::bigint::oid",
                partition.parent())
            .get(0);
    Sql.run(
        session,
        "ALTER TABLE %s RENAME TO %s"
            .formatted(names.inSchema(table), Sql.quoted(partition.name())));
    try {
      Sql.run(
          session,
          "ALTER TABLE %s ATTACH PARTITION %s %s".formatted(parent[0], made, partition.bound()));
    } catch (SQLException e) {
      if (!TAKEN.contains(e.getSQLState())) {
        throw e;
      }
      throw new IOException(
          "%s cannot be attached to %s; were its partitions changed since the load began? %s"
              .formatted(made, parent[0], ServerError.describe(e)),
          e);
    }
    if (partition.check() != null) {
      Sql.run(session, "ALTER TABLE %s DROP CONSTRAINT %s".formatted(made, StagingTable.BOUND));
    }
    Sql.run(session, "COMMENT ON TABLE %s IS NULL".formatted(made));
    Sql.run(session, "ALTER TABLE %s OWNER TO %s".formatted(made, Sql.quoted(parent[1])));
    renameIndexes(session, made, table, partition.name());
  }

  /** Replaces the staging table's name in those of its indexes where that name is free. */
  private void renameIndexes(Connection session, String made, String from, String to)
      throws SQLException {
    for (String[] index :
        Sql.rows(
            session,
            """
            SELECT c.relname, n.name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
              CROSS JOIN LATERAL (SELECT ? || substr(c.relname::text, length(?) + 1)) AS n (name)
            WHERE i.indrelid = to_regclass(?) AND starts_with(c.relname::text, ?) AND octet_length(n.name) < 64
              AND NOT EXISTS (SELECT FROM pg_class o WHERE o.relnamespace = c.relnamespace AND o.relname = n.name)""",
            to,
            from,
            made,
            from)) {
      Sql.run(
          session,
          "ALTER INDEX %s RENAME TO %s".formatted(names.inSchema(index[0]), Sql.quoted(index[1])));
    }
  }
}
