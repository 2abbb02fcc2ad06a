package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;

/**
 * The locks that {@link StagedPartitions} takes in its transaction. The server's table of locks has
 * a fixed size. A transaction that fills it fails, and so do others.
 */
public final class DecisionLocks {
  /** Each table may have a TOAST table with an index. */
  private static final String RELATIONS =
      "(3 + (SELECT count(*) FROM pg_index WHERE indrelid = c.oid))";

  /** DROP locks each object that goes with the table: its two types, constraints and the like. */
  private static final String OBJECTS =
      """
      (2 + (SELECT count(*) FROM pg_constraint WHERE conrelid = c.oid) + (SELECT count(*) FROM pg_attrdef WHERE adrelid = c.oid)
        + (SELECT count(*) FROM pg_trigger WHERE tgrelid = c.oid) + (SELECT count(*) FROM pg_statistic_ext WHERE stxrelid = c.oid))""";

  /** Locks of the ledger, the catalog and the transaction. */
  private static final int OTHERS = 40;

  private static final String NEEDED =
      """
      WITH RECURSIVE tree (oid) AS (
        SELECT ?::bigint::oid UNION ALL SELECT inhrelid FROM tree JOIN pg_inherits ON inhparent = tree.oid
      )
      SELECT coalesce(sum(locks), 0) FROM (
        SELECT 2 * %1$s + %2$s + 1 FROM pg_class c WHERE oid = ANY (?::bigint[]::oid[])
        UNION ALL SELECT 2 * %1$s FROM pg_class c WHERE oid = ANY (?::bigint[]::oid[])
        UNION ALL SELECT ?::bigint * %1$s FROM pg_class c WHERE oid = ?::bigint::oid
        UNION ALL SELECT %1$s FROM tree JOIN pg_class c USING (oid) WHERE relkind = 'p'
        UNION ALL SELECT %1$s FROM pg_partitioned_table, pg_partition_tree(partdefid) JOIN pg_class c ON c.oid = relid
          WHERE partrelid IN (SELECT oid FROM tree) AND partdefid <> 0
        UNION ALL SELECT %1$s FROM pg_constraint k JOIN pg_class c ON c.oid = k.confrelid WHERE k.conrelid IN (SELECT oid FROM tree) AND contype = 'f' AND conparentid = 0
      ) AS all_locks (locks)"""
          .formatted(RELATIONS, OBJECTS);

  private DecisionLocks() {}

  /**
   * The largest number of locks that a load's decision takes.
   *
   * @param target its oid
   * @param partitions that get rows
   * @param tables that the tasks will stage; more than partitions if some have several writers
   */
  public static long needed(Connection session, long target, List<Partition> partitions, int tables)
      throws SQLException {
    String locks =
        Sql.value(
            session,
            NEEDED,
            target,
            oids(partitions, Partition::isExchanged),
            oids(partitions, partition -> !partition.isExchanged()),
            Math.max(0, tables - partitions.size()),
            target);
    return Long.parseLong(locks) + OTHERS;
  }

  private static String[] oids(List<Partition> partitions, Predicate<Partition> kind) {
    return partitions.stream()
        .filter(kind)
        .map(partition -> String.valueOf(partition.oid()))
        .toArray(String[]::new);
  }

  /**
   * Requires that the server has room for the locks of a load's decision, before the job begins.
   * Takes the same parameters as {@link #needed}.
   *
   * @throws IOException naming the server's setting and a value that suffices
   */
  public static void require(
      Connection session, long target, List<Partition> partitions, int tables)
      throws IOException, SQLException {
    long needed = needed(session, target, partitions, tables);
    String[] row =
        Sql.rows(
                session,
                """
                SELECT locks, sessions, (SELECT count(*) FROM pg_locks WHERE NOT fastpath) FROM (
                  SELECT current_setting('max_locks_per_transaction')::bigint AS locks,
                    current_setting('max_connections')::bigint + current_setting('max_prepared_transactions')::bigint AS sessions) s""")
            .get(0);
    long locks = Long.parseLong(row[0]);
    long sessions = Long.parseLong(row[1]);
    long used = Long.parseLong(row[2]);
    long free = locks * sessions - used;
    if (needed > free) {
      throw new IOException(
          "the load ends with a transaction of up to %d locks, and the server has room for %d: set max_locks_per_transaction = %d (now %d) and restart the server, or load into fewer of the %d partitions at a time"
              .formatted(
                  needed,
                  free,
                  (needed + used + sessions - 1) / sessions,
                  locks,
                  partitions.size()));
    }
  }
}
