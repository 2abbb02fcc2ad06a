package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The server's files that stored an export's target when its rows arrived. The ledger keeps them as
 * {@code oid:filenode} of the table and of each partition.
 */
final class TargetFiles {
  /** An empty partition has no row of the export. Another load may exchange it. */
  private static final String FILLED = "(relkind <> 'r' OR pg_relation_size(oid) > 0)";

  private final Connection session;
  private final ExportNames names;

  TargetFiles(Connection session, ExportNames names) {
    this.session = session;
    this.names = names;
  }

  private String target() {
    return "to_regclass(" + Sql.literal(names.target()) + ")::oid";
  }

  private String tables() {
    return "(SELECT %1$s UNION SELECT relid FROM pg_partition_tree(%1$s))".formatted(target());
  }

  private String files(String condition) {
    return "(SELECT array_agg(oid || ':' || coalesce(pg_relation_filenode(oid), 0)) FROM pg_class WHERE oid IN %s AND %s)"
        .formatted(tables(), condition);
  }

  /**
   * Notes the files and the transaction's number, in the transaction that decides.
   *
   * @throws IOException if another table has taken the name of the target since the export began
   */
  void note() throws IOException, SQLException {
    long noted =
        Sql.update(
            session,
            "UPDATE %s SET storage = %s, transaction = txid_current() WHERE export = ? AND coalesce(target_id = %s, true)"
                .formatted(names.exports(), files(FILLED), names.targetId()),
            names.export());
    if (noted == 0) {
      throw new IOException(
          "%s is another table than when the export began: run it again".formatted(names.target()));
    }
  }

  /**
   * Returns why the rows of a committed export may be gone from the target, or "". TRUNCATE, and
   * every command that rewrites the table or a part of it, gives it another file. A crash of the
   * server empties an UNLOGGED part in the same file, so there a row of the export must be seen.
   *
   * @param way of the export, maybe one of an earlier version
   */
  String whyGone(String way) throws SQLException {
    List<Task> tasks = new Ledger(session, names).tasks();
    if (Ledger.rows(tasks) == 0) {
      return "";
    }
    String[] row =
        Sql.rows(
                session,
                """
                SELECT storage <@ %1$s, transaction,
                  EXISTS (SELECT FROM pg_class WHERE relpersistence = 'u' AND oid IN %2$s),
                  has_table_privilege(%3$s, 'SELECT') AND NOT row_security_active(%3$s)
                FROM %4$s WHERE export = ?"""
                    .formatted(files("true"), tables(), target(), names.exports()),
                names.export())
            .get(0);
    if ("f".equals(row[0])) {
      return "the table or a part of it was emptied, made again, replaced or rewritten since (TRUNCATE, DROP, RENAME, DETACH, VACUUM FULL)";
    }
    boolean unlogged = row[2].equals("t");
    if (row[3].equals("f")) {
      return unlogged
          ? "a crash empties its unlogged parts, and this role cannot see all rows"
          : "";
    }
    String rows = "SELECT EXISTS (SELECT FROM " + names.target();
    if (unlogged && !way.equals(ExportPlan.Way.UPDATE.name()) && row[1] != null) {
      rows +=
          Stream.concat(Stream.of(Long.valueOf(row[1])), tasks.stream().map(Task::transaction))
              .map(number -> "'" + (number & 0xffffffffL) + "'")
              .collect(Collectors.joining(", ", " WHERE xmin::text IN (", ")"));
    }
    return Sql.value(session, rows + ")").equals("t")
        ? ""
        : "the table no longer holds any of these rows";
  }
}
