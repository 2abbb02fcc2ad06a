package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.PostgresSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops a table's indexes, and builds them again when rows have been inserted: that is faster than
 * to put each row into them. All of it belongs to one transaction, so a death at any point leaves
 * the indexes as they were.
 */
final class DeferredIndexes {
  private static final Logger LOG = LoggerFactory.getLogger(DeferredIndexes.class);

  /**
   * Statements that drop and make each index, or the constraint that has it. Left out is what they
   * would not bring back in full: what has a comment, statistics, a tablespace, a mark of the
   * table's (CLUSTER, REPLICA IDENTITY) or an extension, or is a part of a partitioned index; and
   * what other objects need, such as a foreign key or a view.
   */
  private static final String STATEMENTS =
      """
      WITH target AS (
        SELECT i.oid AS index, c.oid AS "constraint", x.indrelid::regclass AS name, c.conname
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
          LEFT JOIN pg_constraint c
            ON c.conindid = i.oid AND c.conrelid = x.indrelid AND c.contype IN ('p', 'u', 'x')
        WHERE x.indrelid = to_regclass(?) AND x.indisvalid AND x.indisready
          AND NOT x.indisclustered AND NOT x.indisreplident
          AND i.relkind = 'i' AND NOT i.relispartition AND i.reltablespace = 0
          AND (c.oid IS NULL OR i.reloptions IS NULL)
      ), object AS (
        SELECT index, 'pg_class'::regclass AS class, index AS number FROM target
        UNION ALL
        SELECT index, 'pg_constraint'::regclass, "constraint" FROM target
        WHERE "constraint" IS NOT NULL
      )
      SELECT
        CASE WHEN conname IS NULL THEN format('DROP INDEX %s', index::regclass)
          ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', name, conname) END,
        CASE WHEN conname IS NULL THEN pg_get_indexdef(index)
          ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', name, conname,
            pg_get_constraintdef("constraint")) END
      FROM target
      WHERE index NOT IN (
        SELECT o.index FROM object o JOIN pg_description d ON (d.classoid, d.objoid) = (o.class, o.number)
        UNION ALL
        SELECT o.index FROM object o JOIN pg_depend d ON (d.refclassid, d.refobjid) = (o.class, o.number)
        WHERE d.deptype <> 'i'
        UNION ALL
        SELECT o.index FROM object o JOIN pg_depend d ON (d.classid, d.objid) = (o.class, o.number)
        WHERE d.deptype IN ('e', 'x')
        UNION ALL
        SELECT attrelid FROM pg_attribute
        WHERE attrelid IN (SELECT index FROM target) AND attstattarget >= 0)
      ORDER BY index""";

  private DeferredIndexes() {}

  /**
   * Drops the indexes of a plain table, which is locked against all others until the transaction
   * ends.
   *
   * @return statements for {@link #build}
   */
  static List<String> drop(Connection session, String table) throws SQLException {
    Sql.run(session, "LOCK TABLE %s IN ACCESS EXCLUSIVE MODE".formatted(table));
    List<String> makers = new ArrayList<>();
    List<String[]> indexes = Sql.rows(session, STATEMENTS, table);
    PostgresSession.useUsersPath(session); // for event triggers
    for (String[] index : indexes) {
      Sql.run(session, index[0]);
      makers.add(index[1]);
    }
    return makers;
  }

  /** Builds the indexes. */
  static void build(Connection session, List<String> makers) throws SQLException {
    if (makers.isEmpty()) {
      return;
    }
    // a table with checks to come cannot be altered
    Sql.run(session, "SET CONSTRAINTS ALL IMMEDIATE");
    Sql.run(session, "SET LOCAL default_tablespace = ''");
    for (String maker : makers) {
      LOG.info("Builds an index: {}", maker);
      Sql.run(session, maker);
    }
  }
}
