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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the tables that tasks have staged for partitions into the target, in the transaction that
 * decides. The largest table of a new partition is attached, or takes the place of an empty leaf.
 * The rows of all others are inserted.
 */
final class StagedPartitions {
  private static final Logger LOG = LoggerFactory.getLogger(StagedPartitions.class);

  /**
   * SQLSTATEs if another session has attached a table for the same rows, or the default partition
   * has such rows.
   */
  private static final Set<String> TAKEN = Set.of("42P17", "23514");

  /**
   * Statements that give a new table the owner, the comment, the privileges, the names of indexes
   * and the statistics of an old one. Default privileges of the loader's role may have given it
   * others.
   */
  private static final String LEAFS_OWN =
      """
      WITH old AS (SELECT *, coalesce(relacl, acldefault('r', relowner)) AS acl FROM pg_class WHERE oid = ?::bigint::oid),
        new AS (SELECT *, coalesce(relacl, acldefault('r', relowner)) AS acl FROM pg_class WHERE oid = to_regclass(?)),
        made (name, schema, prefix) AS (SELECT ?::text, ?::text, ?::text),
        indexes AS (SELECT c.oid, c.relname AS index FROM old JOIN pg_index ON indrelid = old.oid JOIN pg_class c ON c.oid = indexrelid),
        grants AS (SELECT new.relowner AS role, old.relowner AS owner, old.acl AS old, new.acl AS new FROM old, new WHERE old.relacl IS NOT NULL OR new.relacl IS NOT NULL)
      SELECT statement FROM (
        SELECT 1, format('ALTER TABLE %s OWNER TO %I', name, pg_get_userbyid(relowner)) FROM made, old
        UNION ALL SELECT 1, format('COMMENT ON TABLE %s IS %L', name, obj_description(oid, 'pg_class')) FROM made, old
        UNION ALL SELECT 1, format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', name) FROM made, new WHERE relrowsecurity
        UNION ALL SELECT 2, format('REVOKE ALL ON %s FROM %s', name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(CASE grantee WHEN role THEN owner ELSE grantee END)) END)
          FROM made, grants, aclexplode(new)
        UNION ALL SELECT 3, format('GRANT %s ON %s TO %s%s', privilege_type, name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
          FROM made, grants, aclexplode(old)
        UNION ALL SELECT 4, format('ALTER INDEX %s.%I RENAME TO %I', schema, prefix || oid, index) FROM made, indexes
        UNION ALL SELECT 5, format('COMMENT ON INDEX %s.%I IS %L', schema, index, obj_description(oid, 'pg_class')) FROM made, indexes WHERE obj_description(oid, 'pg_class') IS NOT NULL
        UNION ALL SELECT 5, pg_get_statisticsobjdef(s.oid) FROM old, pg_statistic_ext s WHERE stxrelid = old.oid
        UNION ALL SELECT 6, format('ALTER STATISTICS %s.%I OWNER TO %I', stxnamespace::regnamespace, stxname, pg_get_userbyid(stxowner)) FROM old, pg_statistic_ext WHERE stxrelid = old.oid
      ) AS own (place, statement) ORDER BY place, statement""";

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
    // the largest table takes a place; those that are inserted stay in the order of their rows
    staged.sort(Comparator.comparingLong(this::order));
  }

  private long order(Staged one) {
    Partition partition = plan.partitions().get(one.part().partition());
    return partition.isNew() || partition.isExchanged() ? -one.part().rows() : 0;
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
    Set<Long> empty = lockEmptyLeaves(session);
    PostgresSession.useUsersPath(session); // for triggers, and functions of indexes
    for (Staged one : staged) {
      int number = one.part().partition();
      Partition partition = plan.partitions().get(number);
      String table = names.stagingTable(one.task().task(), one.task().attempt(), number);
      boolean attaches = partition.isNew() || empty.contains(partition.oid());
      if (attaches && attached.add(number)) {
        if (partition.isNew()) {
          attachNew(session, partition, table);
        } else {
          exchange(session, partition, table);
        }
      } else {
        String target =
            attaches ? names.inSchema(partition.name()) : partition.existingTable(session, names);
        plan.insert(session, one.task().task(), names.inSchema(table), target, one.part().rows());
      }
    }
    PostgresSession.useOwnPath(session);
  }

  private Stream<Partition> exchanged() {
    return staged.stream()
        .map(one -> plan.partitions().get(one.part().partition()))
        .filter(Partition::isExchanged)
        .distinct();
  }

  /**
   * Keeps others from detaching partitions. To drop a leaf needs the strongest lock of its parent;
   * to ask for it later could make two loads wait for each other.
   */
  private void lockParents(Connection session) throws SQLException {
    Set<Long> exclusive = exchanged().map(Partition::parent).collect(Collectors.toSet());
    for (String[] parent :
        Sql.rows(
            session,
            """
            WITH RECURSIVE tree (oid, level) AS (
              SELECT to_regclass(?)::oid, 0
              UNION ALL SELECT inhrelid, level + 1 FROM tree JOIN pg_inherits ON inhparent = tree.oid
            )
            SELECT oid::regclass, oid::bigint FROM tree JOIN pg_class USING (oid) WHERE relkind = 'p' ORDER BY level, tree.oid""",
            names.target())) {
      String mode =
          exclusive.contains(Long.valueOf(parent[1])) ? "ACCESS EXCLUSIVE" : "ROW EXCLUSIVE";
      Sql.run(session, "LOCK TABLE ONLY %s IN %s MODE".formatted(parent[0], mode));
    }
  }

  /**
   * Locks the leaves that the load wants to exchange.
   *
   * @return those that are as they were when the load began, and still empty
   */
  private Set<Long> lockEmptyLeaves(Connection session) throws SQLException {
    String[] wanted = exchanged().map(leaf -> String.valueOf(leaf.oid())).toArray(String[]::new);
    if (wanted.length == 0) {
      return Set.of();
    }
    String tables =
        Sql.value(
            session,
            "SELECT string_agg(oid::regclass::text, ', ' ORDER BY oid) FROM pg_class WHERE relispartition AND oid = ANY (?::bigint[]::oid[])",
            (Object) wanted);
    if (tables != null) {
      Sql.run(session, "LOCK TABLE %s IN ACCESS EXCLUSIVE MODE".formatted(tables));
    }
    long target =
        Long.parseLong(Sql.value(session, "SELECT to_regclass(?)::oid::bigint", names.target()));
    Map<Long, EmptyLeaf> now = EmptyLeaf.of(session, target, wanted);
    Set<Long> empty = new HashSet<>();
    exchanged()
        .forEach(
            leaf -> {
              EmptyLeaf found = now.get(leaf.oid());
              if (found != null && found.partition().definition().equals(leaf.definition())) {
                empty.add(leaf.oid());
              } else {
                LOG.warn(
                    "{} is not exchanged, but its rows are inserted: {}",
                    leaf.name(),
                    found == null
                        ? "it is gone"
                        : found.obstacle().orElse("it was altered since the load began"));
              }
            });
    return empty;
  }

  private void attachNew(Connection session, Partition partition, String table)
      throws IOException, SQLException {
    String made = names.inSchema(partition.name());
    if (!Sql.isTrue(session, "SELECT to_regclass(?) IS NULL", made)) {
      throw new IOException(
          "%s was made by another session since the load began: run it again".formatted(made));
    }
    String owner =
        Sql.value(
            session,
            "SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = ?::bigint::oid",
            partition.parent());
    attach(session, partition, table);
    Sql.run(session, "COMMENT ON TABLE %s IS NULL".formatted(made));
    Sql.run(session, "ALTER TABLE %s OWNER TO %s".formatted(made, Sql.quoted(owner)));
    renameIndexes(session, made, table, partition.name());
  }

  /** Puts a staging table in the place of an empty leaf, and gives it the leaf's properties. */
  private void exchange(Connection session, Partition leaf, String table)
      throws IOException, SQLException {
    String made = names.inSchema(leaf.name());
    PostgresSession.useOwnPath(session); // definitions must name the schemas of all things
    List<String[]> own =
        Sql.rows(
            session,
            LEAFS_OWN,
            leaf.oid(),
            names.inSchema(table),
            made,
            Sql.quoted(names.schema()),
            StagingTable.indexPrefix(table));
    PostgresSession.useUsersPath(session);
    Sql.run(session, "DROP TABLE " + made);
    attach(session, leaf, table);
    Sql.run(session, own.stream().map(row -> row[0]).collect(Collectors.joining("; ")));
  }

  private void attach(Connection session, Partition partition, String table)
      throws IOException, SQLException {
    String made = names.inSchema(partition.name());
    String parent = Sql.value(session, "SELECT ?::bigint::oid::regclass", partition.parent());
    Sql.run(
        session,
        "ALTER TABLE %s RENAME TO %s"
            .formatted(names.inSchema(table), Sql.quoted(partition.name())));
    try {
      Sql.run(
          session,
          "ALTER TABLE %s ATTACH PARTITION %s %s".formatted(parent, made, partition.bound()));
    } catch (SQLException e) {
      if (!TAKEN.contains(e.getSQLState())) {
        throw e;
      }
      throw new IOException(
          "%s cannot be attached to %s; were its partitions changed since the load began? %s"
              .formatted(made, parent, ServerError.describe(e)),
          e);
    }
    if (partition.check() != null) {
      Sql.run(session, "ALTER TABLE %s DROP CONSTRAINT %s".formatted(made, StagingTable.BOUND));
    }
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
