package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.DecisionLocks;
import io.loadpath.loads.exports.Partition;
import io.loadpath.loads.exports.PastLoad;
import io.loadpath.loads.exports.TargetTable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts from the server about a load's target, for the plan.
 *
 * @param version of the server
 * @param logsNewTables whether the log of the server holds the rows of new tables
 * @param freeSessions sessions that a user can still take
 * @param lockSlots locks of all sessions together
 * @param indexes of the target
 * @param bytes of each leaf that gets rows, by its oid
 * @param locks that the commit takes
 * @param obstacles reasons not to exchange partitions that get rows, by number
 * @param unlikeBytes columns of the order whose collation sorts texts unlike their bytes, with the
 *     collation
 * @param pastLoads by the same way, from the ledger
 */
record TargetFacts(
    String version,
    boolean logsNewTables,
    int freeSessions,
    long lockSlots,
    List<Index> indexes,
    Map<Long, Long> bytes,
    long locks,
    Map<Integer, String> obstacles,
    Map<String, String> unlikeBytes,
    List<PastLoad> pastLoads) {
  /**
   * An index.
   *
   * @param definition method and columns, such as {@code btree (id)}
   */
  record Index(String name, String definition, int columns) {}

  private static final String SETTINGS =
      """
      SELECT current_setting('server_version'), current_setting('wal_level') <> 'minimal',
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0)
          - (SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database) + 1,
        current_setting('max_locks_per_transaction')::bigint
          * (current_setting('max_connections')::bigint + current_setting('max_prepared_transactions')::bigint)""";

  private static final String INDEXES =
      """
      SELECT c.relname, substring(pg_get_indexdef(c.oid) FROM ' USING (.*)$'), i.indnatts
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = ?::bigint::oid ORDER BY c.relname""";

  private static final String LEAVES =
      """
      SELECT oid::bigint, pg_relation_size(oid) FROM pg_class WHERE oid = ANY (?::bigint[]::oid[])""";

  /** The code points of UTF-8 are in the order of its bytes. */
  private static final String UNLIKE_BYTES =
      """
      SELECT a.attname, s.locale
      FROM pg_attribute a JOIN pg_collation k ON k.oid = a.attcollation
        CROSS JOIN (SELECT coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', d.datcollate) AS locale
          FROM pg_database d WHERE datname = current_database()) AS b
        CROSS JOIN LATERAL (SELECT CASE k.collname WHEN 'default' THEN b.locale ELSE k.collname END AS locale) AS s
      WHERE a.attrelid = ?::bigint::oid AND a.attname = ANY (?::text[])
        AND s.locale NOT IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8', 'ucs_basic', 'pg_c_utf8')""";

  /**
   * Asks the server.
   *
   * @param sortBy names of the columns of the order
   * @param filled partitions that get rows
   * @param tables that tasks stage
   * @param obstacles reasons not to exchange partitions, by number
   * @param past loads by the same way
   */
  static TargetFacts of(
      Connection session,
      TargetTable target,
      List<String> sortBy,
      List<Partition> filled,
      int tables,
      Map<Integer, String> obstacles,
      List<PastLoad> past)
      throws IOException, SQLException {
    String[] settings = Sql.rows(session, SETTINGS).get(0);
    Map<Long, Long> bytes = new HashMap<>();
    String[] oids = filled.stream().map(leaf -> String.valueOf(leaf.oid())).toArray(String[]::new);
    for (String[] leaf : Sql.rows(session, LEAVES, (Object) oids)) {
      bytes.put(Long.valueOf(leaf[0]), Long.valueOf(leaf[1] == null ? "0" : leaf[1]));
    }
    Map<String, String> unlikeBytes = new HashMap<>();
    for (String[] column :
        Sql.rows(session, UNLIKE_BYTES, target.oid(), sortBy.toArray(String[]::new))) {
      unlikeBytes.put(column[0], column[1]);
    }
    return new TargetFacts(
        settings[0],
        settings[1].equals("t"),
        Integer.parseInt(settings[2]),
        Long.parseLong(settings[3]),
        Sql.rows(session, INDEXES, target.oid()).stream()
            .map(row -> new Index(row[0], row[1], Integer.parseInt(row[2])))
            .toList(),
        bytes,
        DecisionLocks.needed(session, target.oid(), filled, tables),
        obstacles,
        unlikeBytes,
        past);
  }
}
