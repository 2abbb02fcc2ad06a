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
 * @param name of its table; the schema of a new one is the target's
 * @param oid of its table; 0 if the load makes it
 * @param parent oid of the table that a new table is attached to
 * @param bound of a new table, {@code FOR VALUES …}
 * @param check the constraint of a new table, for SQL; the server attaches a table with this CHECK
 *     without a scan
 * @param definition digest of the catalog's data about an empty leaf that is exchanged for a new
 *     table; "" for others
 */
public record Partition(
    String name, long oid, long parent, String bound, String check, String definition)
    implements Serializable {
  private static final String CLONE = "pg_temp.loadpath_clone";

  /**
   * A partition that the target has, and that rows are inserted into. {@link EmptyLeaf} finds those
   * that can be exchanged.
   */
  public static Partition existing(String name, long oid) {
    return new Partition(name, oid, 0, "", "", "");
  }

  /**
   * A partition that the load will make. The session must be outside a transaction.
   *
   * @param parent oid of the target, or of a partitioned partition of it
   * @throws SQLException if the server refuses the bound
   */
  public static Partition planned(Connection session, String name, long parent, String bound)
      throws SQLException {
    session.setAutoCommit(false);
    try { // a clone of the parent tells the constraint, and no session waits for its locks
      String[] table =
          Sql.rows(
                  session,
                  "SELECT oid::regclass, pg_get_partkeydef(oid), pg_get_partition_constraintdef(oid) FROM pg_class WHERE oid = ?::bigint::oid",
                  parent)
              .get(0);
      Sql.run(
          session,
          "CREATE TEMP TABLE loadpath_clone (LIKE %s) PARTITION BY %s"
              .formatted(table[0], table[1]));
      Sql.run(
          session,
          "CREATE TEMP TABLE loadpath_clone_part PARTITION OF %s %s".formatted(CLONE, bound));
      String own = // a hash partition's constraint names its parent
          Sql.value(
              session,
              """
              SELECT replace(pg_get_partition_constraintdef('pg_temp.loadpath_clone_part'::regclass),
                'satisfies_hash_partition(''' || ?::regclass::oid || '''', 'satisfies_hash_partition(''' || ? || '''')""",
              CLONE,
              String.valueOf(parent));
      return new Partition(name, 0, parent, bound, both(table[2], own), "");
    } finally {
      session.rollback();
      session.setAutoCommit(true);
    }
  }

  /** The constraints of a parent and of a partition; null if there is none. */
  private static String both(String parent, String own) {
    if (parent == null || own == null) {
      return own == null ? parent : own;
    }
    return "(%s) AND (%s)".formatted(parent, own);
  }

  /** Whether the load makes it. */
  public boolean isNew() {
    return oid == 0;
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
