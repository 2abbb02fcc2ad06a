package io.loadpath.sqoop.imports;

import io.loadpath.loads.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables that hold a relation's rows: itself, or the leaves of a partitioned table.
 *
 * @param parts empty for a view, which holds no rows
 * @param readable whether this user sees the same rows through the parts as through the relation:
 *     it may read the parts, and there is no row-level security
 */
record TableParts(List<Part> parts, boolean readable) {
  private static final String TREE =
      """
      WITH RECURSIVE tree AS (
        SELECT ?::oid AS oid
        UNION
        SELECT child.inhrelid FROM pg_inherits AS child JOIN tree ON child.inhparent = tree.oid
        WHERE NOT coalesce((to_jsonb(child) ->> 'inhdetachpending')::boolean, false)
      )
      SELECT format('%I.%I', space.nspname, part.relname),
        part.relkind IN ('r', 'm') AND method.amname = 'heap',
        coalesce(pg_relation_size(part.oid), 0) / current_setting('block_size')::bigint,
        part.oid = ?::oid OR has_schema_privilege(space.oid, 'USAGE')
          AND has_table_privilege(part.oid, 'SELECT')
          AND NOT row_security_active(part.oid) AND NOT row_security_active(?::oid),
        part.relkind = 'r'
      FROM tree JOIN pg_class AS part USING (oid)
        JOIN pg_namespace AS space ON space.oid = part.relnamespace
        LEFT JOIN pg_am AS method ON method.oid = part.relam
      WHERE part.relkind IN ('r', 'm', 'f') AND NOT pg_is_other_temp_schema(part.relnamespace)
      ORDER BY 1
      """;

  private static final String LOCKED =
      """
      SELECT coalesce(array_agg(DISTINCT relation), '{}')::text FROM pg_locks
      WHERE pid = pg_backend_pid() AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND locktype = 'relation'
      """;

  private static final String NEW_PARTS =
      """
      SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
        WHERE inhrelid = ANY (?::oid[]) AND inhparent = ANY (?::oid[]) AND NOT inhrelid = ANY (?::oid[])
          AND relkind IN ('r', 'p', 'f'))
      """;

  /**
   * One table.
   *
   * @param name quoted, with its schema
   * @param hasBlocks whether a range of ctid selects a range of its blocks
   * @param blocks number of its blocks, or 0
   * @param canLock whether LOCK takes its kind
   */
  record Part(String name, boolean hasBlocks, long blocks, boolean canLock) {}

  /**
   * @param oid the relation's number in the catalog
   */
  static TableParts of(Connection session, long oid) throws SQLException {
    List<Part> parts = new ArrayList<>();
    boolean readable = true;
    for (String[] row : Sql.rows(session, TREE, oid, oid, oid)) {
      boolean hasBlocks = "t".equals(row[1]);
      parts.add(
          new Part(row[0], hasBlocks, hasBlocks ? Long.parseLong(row[2]) : 0, "t".equals(row[4])));
      readable &= "t".equals(row[3]);
    }
    return new TableParts(List.copyOf(parts), readable);
  }

  /**
   * The oids of the tables that the session's transaction has locked. A query locks the tables that
   * it names and their partitions at once, and the tables that its functions read when they run.
   */
  static String locked(Connection session) throws SQLException {
    return Sql.value(session, LOCKED);
  }

  /**
   * Whether some tables are partitions or children of others that were found without them.
   *
   * @param tables oids, from {@link #locked}
   * @param found oids of the others
   */
  static boolean haveParts(Connection session, String tables, String found) throws SQLException {
    return Sql.isTrue(session, NEW_PARTS, tables, found, found);
  }

  /** Whether all parts have blocks. */
  boolean allHaveBlocks() {
    return !parts.isEmpty() && parts.stream().allMatch(Part::hasBlocks);
  }

  /** Whether this user may use ctid: rights on single columns do not suffice. */
  static boolean mayReadBlocks(Connection session, long oid) throws SQLException {
    return Sql.isTrue(session, "SELECT has_table_privilege(?::oid, 'SELECT')", oid);
  }

  /** Number of blocks of each part. */
  long[] blocks() {
    return parts.stream().mapToLong(Part::blocks).toArray();
  }

  /** Whether the server reads only the blocks of a range: PostgreSQL does from version 14 on. */
  static boolean readsRanges(Connection session, String table) throws SQLException {
    Sql.run(session, "SAVEPOINT ranges; SET LOCAL enable_seqscan = off");
    boolean found =
        Sql.rows(session, "EXPLAIN SELECT FROM " + table + " WHERE " + range(0, 1)).stream()
            .anyMatch(line -> line[0].contains("Tid Range Scan"));
    Sql.run(session, "ROLLBACK TO ranges");
    return found;
  }

  /** The condition for a range of blocks. */
  static String range(long from, long to) {
    List<String> bounds = new ArrayList<>();
    if (from > 0) {
      bounds.add("ctid >= '(" + from + ",0)'::tid");
    }
    if (to != BlockRanges.Range.OPEN) {
      bounds.add("ctid < '(" + to + ",0)'::tid");
    }
    return String.join(" AND ", bounds);
  }
}
