package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import java.io.IOException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A leaf partition of a load's target, for {@link ExportPlan.Way#ATTACH}.
 *
 * @param parent oid of the table that a new table is attached to, in place of an empty leaf; 0 for
 *     other leaves
 * @param bound of an empty leaf, {@code FOR VALUES …}
 * @param check the constraint of an empty leaf, for SQL; the server attaches a table with this
 *     CHECK without a scan
 * @param definition digest of the catalog's data about an empty leaf that is exchanged for a new
 *     table; "" for others
 */
public record Partition(
    String name, long oid, long parent, String bound, String check, String definition)
    implements Serializable {
  /**
   * A partition that the target has, and that rows are inserted into. {@link EmptyLeaf} finds those
   * that can be exchanged.
   */
  public static Partition existing(String name, long oid) {
    return new Partition(name, oid, 0, "", "", "");
  }

  /** Whether a new table takes the place of an empty leaf. */
  public boolean isExchanged() {
    return !definition.isEmpty();
  }

  /**
   * The table's name for SQL, in a transaction that holds a lock of the target.
   *
   * @throws IOException if the target no longer has it
   */
  String existingTable(Connection session, ExportNames names) throws IOException, SQLException {
    List<String[]> found =
        Sql.rows(
            session,
            """
            SELECT oid::regclass FROM pg_class WHERE oid = ?::bigint::oid AND (oid = to_regclass(?)
              OR relispartition AND to_regclass(?) IN (SELECT relid FROM pg_partition_ancestors(oid)))""",
            oid,
            names.target(),
            names.target());
    if (found.isEmpty()) {
      throw new IOException(
          "%s is no longer a partition of %s: it was detached or dropped since the load began; run it again"
              .formatted(name, names.target()));
    }
    return found.get(0)[0];
  }
}
