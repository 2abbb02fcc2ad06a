package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the tables that tasks have staged for partitions into the target, in the transaction that
 * decides. The largest table for an empty leaf takes its place. The rows of all others are
 * inserted.
 */
final class StagedPartitions {
  private static final Logger LOG = LoggerFactory.getLogger(StagedPartitions.class);

  /** The tables to which new tables are attached. */
  private static final String PARENTS =
      "SELECT parent::oid::regclass FROM unnest(?::bigint[]) WITH ORDINALITY AS made (parent, place) ORDER BY place";

  /**
   * Statements that give new tables the owner, the comment, the privileges, the names of indexes
   * and the statistics of old ones. Default privileges of the loader's role may have given them
   * others.
   */
  private static final String LEAFS_OWN =
      """
      WITH made AS (SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[]) AS made (leaf, staging, name, prefix)),
        old AS (SELECT made.*, c.*, coalesce(relacl, acldefault('r', relowner)) AS acl FROM made JOIN pg_class c ON c.oid = leaf::oid),
        new AS (SELECT leaf, name, c.*, coalesce(relacl, acldefault('r', relowner)) AS acl FROM made JOIN pg_class c ON c.oid = to_regclass(staging)),
        indexes AS (SELECT leaf, prefix, c.oid, c.relname AS index FROM old JOIN pg_index ON indrelid = old.oid JOIN pg_class c ON c.oid = indexrelid),
        grants AS (SELECT leaf, old.name, new.relowner AS role, old.relowner AS owner, old.acl AS old, new.acl AS new FROM old JOIN new USING (leaf)
          WHERE old.relacl IS NOT NULL OR new.relacl IS NOT NULL),
        schema (schema) AS (SELECT ?::text)
      SELECT leaf, statement FROM (
        SELECT leaf, 1, format('ALTER TABLE %s OWNER TO %I', name, pg_get_userbyid(relowner)) FROM old
        UNION ALL SELECT leaf, 1, format('COMMENT ON TABLE %s IS %L', name, obj_description(oid, 'pg_class')) FROM old
        UNION ALL SELECT leaf, 1, format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', name) FROM new WHERE relrowsecurity
        UNION ALL SELECT leaf, 2, format('REVOKE ALL ON %s FROM %s', name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(CASE grantee WHEN role THEN owner ELSE grantee END)) END)
          FROM grants, aclexplode(new)
        UNION ALL SELECT leaf, 3, format('GRANT %s ON %s TO %s%s', privilege_type, name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
          FROM grants, aclexplode(old)
        UNION ALL SELECT leaf, 4, format('ALTER INDEX %s.%I RENAME TO %I', schema, prefix || oid, index) FROM schema, indexes
        UNION ALL SELECT leaf, 5, format('COMMENT ON INDEX %s.%I IS %L', schema, index, obj_description(oid, 'pg_class')) FROM schema, indexes WHERE obj_description(oid, 'pg_class') IS NOT NULL
        UNION ALL SELECT leaf, 5, pg_get_statisticsobjdef(s.oid) FROM old, pg_statistic_ext s WHERE stxrelid = old.oid
        UNION ALL SELECT leaf, 6, format('ALTER STATISTICS %s.%I OWNER TO %I', stxnamespace::regnamespace, stxname, pg_get_userbyid(stxowner)) FROM old, pg_statistic_ext WHERE stxrelid = old.oid
      ) AS own (leaf, step, statement) ORDER BY leaf, step, statement""";

  private record Staged(Task task, Part part) {}

  private final ExportPlan plan;
  private final ExportNames names;
  private final List<Staged> staged = new ArrayList<>();

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
    return partition(one).isExchanged() ? -one.part().rows() : 0;
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
    List<Staged> attached = new ArrayList<>();
    List<Staged> inserted = new ArrayList<>();
    Set<Integer> places = new HashSet<>(); // partitions that have a table
    for (Staged one : staged) {
      boolean place = empty.contains(partition(one).oid()) && places.add(one.part().partition());
      (place ? attached : inserted).add(one);
    }
    attach(session, attached);
    for (Staged one : inserted) {
      Partition partition = partition(one);
      String target =
          empty.contains(partition.oid())
              ? names.inSchema(partition.name())
              : partition.existingTable(session, names);
      plan.insert(
          session, one.task().task(), names.inSchema(table(one)), target, one.part().rows());
    }
    PostgresSession.useOwnPath(session);
  }

  private Partition partition(Staged one) {
    return plan.partitions().get(one.part().partition());
  }

  private String table(Staged one) {
    return names.stagingTable(one.task().task(), one.task().attempt(), one.part().partition());
  }

  private Stream<Partition> exchanged() {
    return staged.stream().map(this::partition).filter(Partition::isExchanged).distinct();
  }

  /**
   * Keeps others from detaching partitions. To drop a leaf needs the strongest lock of its parent;
   * to ask for it later could make two loads wait for each other.
   */
  private void lockParents(Connection session) throws SQLException {
    Set<Long> exclusive = exchanged().map(Partition::parent).collect(Collectors.toSet());
    List<String> locks = new ArrayList<>();
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
      locks.add("LOCK TABLE ONLY %s IN %s MODE".formatted(parent[0], mode));
    }
    Sql.runAll(session, locks);
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

  /**
   * Attaches tables in the place of empty leaves, which are dropped. Leaves the user's search path,
   * for event triggers, triggers, and functions of indexes. Each table takes one round trip.
   */
  private void attach(Connection session, List<Staged> attached) throws SQLException {
    List<String[]> parents =
        Sql.rows(
            session,
            PARENTS,
            (Object) texts(attached, one -> String.valueOf(partition(one).parent())));
    Map<Long, List<String>> leafsOwn = leafsOwn(session, attached);
    PostgresSession.useUsersPath(session);
    for (int i = 0; i < attached.size(); i++) {
      Partition leaf = partition(attached.get(i));
      String made = made(attached.get(i));
      List<String> statements = new ArrayList<>();
      statements.add("DROP TABLE " + made);
      statements.add(
          "ALTER TABLE %s RENAME TO %s"
              .formatted(names.inSchema(table(attached.get(i))), Sql.quoted(leaf.name())));
      statements.add(
          "ALTER TABLE %s ATTACH PARTITION %s %s".formatted(parents.get(i)[0], made, leaf.bound()));
      if (leaf.check() != null) {
        statements.add("ALTER TABLE %s DROP CONSTRAINT %s".formatted(made, StagingTable.BOUND));
      }
      statements.addAll(leafsOwn.get(leaf.oid()));
      Sql.runAll(session, statements);
    }
  }

  /** The statements that give tables the properties of the leaves that they replace, by oid. */
  private Map<Long, List<String>> leafsOwn(Connection session, List<Staged> attached)
      throws SQLException {
    return Sql.rows(
            session,
            LEAFS_OWN,
            texts(attached, one -> String.valueOf(partition(one).oid())),
            texts(attached, one -> names.inSchema(table(one))),
            texts(attached, this::made),
            texts(attached, one -> StagingTable.indexPrefix(table(one))),
            Sql.quoted(names.schema()))
        .stream()
        .collect(
            Collectors.groupingBy(
                row -> Long.valueOf(row[0]),
                Collectors.mapping(row -> row[1], Collectors.toList())));
  }

  private String made(Staged one) {
    return names.inSchema(partition(one).name());
  }

  private static String[] texts(List<Staged> staged, Function<Staged, String> text) {
    return staged.stream().map(text).toArray(String[]::new);
  }
}
