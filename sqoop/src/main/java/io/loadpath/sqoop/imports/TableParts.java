package io.loadpath.sqoop.imports;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables that hold a relation's rows: itself, or the leaves of a partitioned table.
 *
 * @param parts empty for a view, which holds no rows
 * @param readable whether this user sees through each part the same rows as through the relation:
 *     it may read the parts, and no row-level security comes between
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
   * @param blocks 0 if it has none
   * @param canLock whether LOCK takes its kind
   */
  record Part(String name, boolean hasBlocks, long blocks, boolean canLock) {}

  /**
   * @param oid the relation's number in the catalog
   */
  static TableParts of(Connection session, long oid) throws SQLException {
    List<Part> parts = new ArrayList<>();
    boolean readable = true;
    try (PreparedStatement query = session.prepareStatement(TREE)) {
      for (int parameter = 1; parameter <= 3; parameter++) {
        query.setLong(parameter, oid);
      }
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          boolean hasBlocks = rows.getBoolean(2);
          long blocks = hasBlocks ? rows.getLong(3) : 0;
          parts.add(new Part(rows.getString(1), hasBlocks, blocks, rows.getBoolean(5)));
          readable &= rows.getBoolean(4);
        }
      }
    }
    return new TableParts(List.copyOf(parts), readable);
  }

  /**
   * The numbers, in the catalog, of the tables that the session's transaction has locked. A query
   * locks the tables that it names, and their partitions; what its functions read, when they run.
   */
  static String locked(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(LOCKED)) {
      row.next();
      return row.getString(1);
    }
  }

  /**
   * Whether some tables are partitions or children of others, which were found without them.
   *
   * @param tables numbers, as {@link #locked} returns them
   * @param found numbers of the others
   */
  static boolean haveParts(Connection session, String tables, String found) throws SQLException {
    try (PreparedStatement query = session.prepareStatement(NEW_PARTS)) {
      query.setString(1, tables);
      query.setString(2, found);
      query.setString(3, found);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }

  /** Whether all parts have blocks. */
  boolean allHaveBlocks() {
    return !parts.isEmpty() && parts.stream().allMatch(Part::hasBlocks);
  }

  /** Whether this user may name ctid: rights on single columns do not suffice. */
  static boolean mayReadBlocks(Connection session, long oid) throws SQLException {
    try (PreparedStatement query =
        session.prepareStatement("SELECT has_table_privilege(?::oid, 'SELECT')")) {
      query.setLong(1, oid);
      try (ResultSet row = query.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Number of blocks of each part. */
  long[] blocks() {
    return parts.stream().mapToLong(Part::blocks).toArray();
  }

  /** Whether the server reads only the blocks of a range: PostgreSQL does from version 14 on. */
  static boolean readsRanges(Connection session, String table) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute("SAVEPOINT ranges; SET LOCAL enable_seqscan = off");
      StringBuilder plan = new StringBuilder();
      String query = "EXPLAIN SELECT FROM " + table + " WHERE " + range(0, 1);
      try (ResultSet lines = statement.executeQuery(query)) {
        while (lines.next()) {
          plan.append(lines.getString(1));
        }
      }
      statement.execute("ROLLBACK TO ranges");
      return plan.toString().contains("Tid Range Scan");
    }
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
