package io.loadpath.sqoop.imports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.core.BaseConnection;

/**
 * A transaction of the client that keeps one snapshot for all mappers and protects the imported
 * table: TRUNCATE and every command that rewrites the table wait until it ends.
 */
final class Snapshot implements AutoCloseable {
  /** Keeps the server from ending the idle session; an old server does not know the setting. */
  private static final String NO_TIMEOUT =
      """
      SELECT set_config(name, '0', false) FROM pg_settings
      WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')
      """;

  /**
   * Returns one row if the relation can be locked: LOCK needs one of these kinds, and SELECT on the
   * whole relation. The name is null if rows may come through a view's functions or through
   * policies, whose tables LOCK does not find.
   */
  private static final String CAN_LOCK =
      """
      SELECT CASE WHEN relkind <> 'v' AND NOT row_security_active(relation.oid)
        THEN format('%I.%I', space.nspname, relation.relname) END
      FROM pg_class AS relation JOIN pg_namespace AS space ON space.oid = relnamespace
      WHERE relation.oid = ?::oid AND relkind IN ('r', 'p', 'v')
        AND has_table_privilege(relation.oid, 'SELECT')
      """;

  private static final String OID = "SELECT ?::pg_catalog.regclass::pg_catalog.oid";

  private static final String TRANSACTION =
      "SELECT virtualtransaction FROM pg_catalog.pg_locks WHERE pid = pg_catalog.pg_backend_pid() LIMIT 1";

  private final BaseConnection session;
  private final String name;
  private final long oid;
  private final String lockedTable;

  private Snapshot(BaseConnection session, String name, long oid, String lockedTable) {
    this.session = session;
    this.name = name;
    this.oid = oid;
    this.lockedTable = lockedTable;
  }

  /**
   * Begins the transaction.
   *
   * @param session this object closes it
   * @param table quoted name, or null
   */
  static Snapshot take(BaseConnection session, String table) throws SQLException {
    try {
      Sql.rows(session, NO_TIMEOUT);
      PostgresSession.useUsersPath(session);
      long oid = table == null ? 0 : Long.parseLong(Sql.value(session, OID, table));
      PostgresSession.useOwnPath(session);
      List<String[]> lockable = Sql.rows(session, CAN_LOCK, oid);
      boolean lock = !lockable.isEmpty();
      PostgresSession.useUsersPath(session);
      session.setReadOnly(true);
      session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      session.setAutoCommit(false);
      // before the snapshot, so that no TRUNCATE can come between them
      if (lock) {
        Sql.run(session, "LOCK TABLE " + table + " IN ACCESS SHARE MODE");
      }
      String name = Sql.value(session, "SELECT pg_catalog.pg_export_snapshot()");
      if (table != null && !lock) {
        Sql.run(session, "SELECT FROM " + table + " LIMIT 0");
      }
      return new Snapshot(session, name, oid, lock ? lockable.get(0)[0] : null);
    } catch (SQLException e) {
      session.close();
      throw e;
    }
  }

  /** The table's oid, or 0. */
  long oid() {
    return oid;
  }

  /** Name, with its schema, of the table that a lock protects, or null. */
  String lockedTable() {
    return lockedTable;
  }

  /** This transaction's name in {@code pg_locks}. */
  String transaction() throws SQLException {
    return Sql.value(session, TRANSACTION);
  }

  /** The name by which other sessions import the snapshot. */
  String name() {
    return name;
  }

  /** The session, in the snapshot. It belongs to this object. */
  Connection session() {
    return session;
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
