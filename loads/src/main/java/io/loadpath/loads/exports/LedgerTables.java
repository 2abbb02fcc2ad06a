package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The two tables of a schema's {@link Ledger}. */
final class LedgerTables {
  private static final String COMMENT = "Loadpath: exports of Sqoop's into tables of this schema";

  /** A ledger of an earlier version lacks the last column. */
  private static final String IS_WHOLE =
      "SELECT FROM pg_attribute WHERE attrelid = to_regclass(?) AND attname = 'check_millis'";

  private LedgerTables() {}

  /**
   * Makes the tables, if they are missing.
   *
   * @return the names, with the ledger's
   * @throws IOException if another owner has such tables, whose triggers could do anything
   */
  static ExportNames create(Connection session, ExportNames names)
      throws IOException, SQLException {
    boolean hasExports = isThere(session, names.exports());
    boolean hasTasks = isThere(session, names.tasks());
    if (!hasExports || !hasTasks || Sql.rows(session, IS_WHOLE, names.tasks()).isEmpty()) {
      Sql.inTransaction(session, () -> make(session, names));
    }
    String ledger =
        Sql.value(
            session,
            "SELECT d.oid || '_' || to_regclass(?)::oid FROM pg_database d WHERE datname = current_database()",
            names.exports());
    return new ExportNames(names.schema(), names.table(), ledger, 0);
  }

  private static void make(Connection session, ExportNames names) throws SQLException {
    // two sessions that create the same table would violate a unique index of the catalog
    Sql.rows(session, "SELECT pg_advisory_xact_lock(hashtext(?))", names.exports());
    // an earlier version made partitions with such names, which survive the drop of a ledger
    String first =
        Sql.value(
            session,
            """
            SELECT coalesce(max(substring(relname::text FROM '^loadpath_([0-9]{1,9})(?:_[0-9]+){2,3}$')::integer), 0) + 1
            FROM pg_class WHERE relnamespace = to_regnamespace(?)::oid""",
            Sql.quoted(names.schema()));
    PostgresSession.useUsersPath(session); // for event triggers
    Sql.run(
        session,
        """
        CREATE TABLE IF NOT EXISTS %s (
          export integer GENERATED ALWAYS AS IDENTITY (START WITH %s) PRIMARY KEY,
          target text NOT NULL,
          way text NOT NULL,
          source text NOT NULL,
          cluster text NOT NULL,
          cluster_job text,
          state text NOT NULL DEFAULT 'RUNNING',
          failure text,
          seen boolean NOT NULL DEFAULT false,
          started timestamptz NOT NULL DEFAULT clock_timestamp(),
          ended timestamptz
        )"""
            .formatted(names.exports(), first));
    Sql.run(
        session,
        """
        ALTER TABLE %s ADD COLUMN IF NOT EXISTS storage text[], ADD COLUMN IF NOT EXISTS transaction bigint,
          ADD COLUMN IF NOT EXISTS target_id text, ADD COLUMN IF NOT EXISTS digest text, ADD COLUMN IF NOT EXISTS commit_millis bigint"""
            .formatted(names.exports()));
    Sql.run(
        session,
        """
        CREATE TABLE IF NOT EXISTS %s (
          export integer REFERENCES %s ON DELETE CASCADE,
          task integer,
          attempt integer NOT NULL,
          transaction bigint NOT NULL,
          rows bigint NOT NULL,
          bytes bigint NOT NULL,
          millis bigint NOT NULL,
          rejected bigint NOT NULL,
          files text[] NOT NULL,
          rejects text[] NOT NULL,
          PRIMARY KEY (export, task)
        )"""
            .formatted(names.tasks(), names.exports()));
    Sql.run(
        session,
        """
        ALTER TABLE %s ADD COLUMN IF NOT EXISTS partitions text[] NOT NULL DEFAULT '{}',
          ADD COLUMN IF NOT EXISTS check_millis bigint NOT NULL DEFAULT 0"""
            .formatted(names.tasks()));
    for (String table : List.of(names.exports(), names.tasks())) {
      PostgresSession.useOwnPath(session);
      comment(session, table);
    }
  }

  /** Marks a table without a comment: it is new, because tables of other owners are refused. */
  private static void comment(Connection session, String table) throws SQLException {
    if (Sql.value(session, "SELECT obj_description(to_regclass(?), 'pg_class')", table) == null) {
      PostgresSession.useUsersPath(session);
      Sql.run(session, "COMMENT ON TABLE %s IS %s".formatted(table, Sql.literal(COMMENT)));
    }
  }

  /**
   * Whether a table of the ledger exists.
   *
   * @throws IOException if it is not Loadpath's
   */
  static boolean isThere(Connection session, String table) throws IOException, SQLException {
    List<String[]> found =
        Sql.rows(
            session,
            """
            SELECT coalesce(obj_description(c.oid, 'pg_class'), ''), o.rolname,
              o.rolname = current_user OR
                CASE WHEN u.rolsuper THEN o.rolsuper ELSE pg_has_role(c.relowner, 'USAGE') END
            FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
              JOIN pg_roles u ON u.rolname = current_user
            WHERE c.oid = to_regclass(?)""",
            table);
    if (found.isEmpty()) {
      return false;
    }
    String[] row = found.get(0);
    if (!row[0].equals(COMMENT)) {
      throw new IOException("%s is not a table of Loadpath's: rename it".formatted(table));
    }
    if (!row[2].equals("t")) {
      throw new IOException(
          "%s belongs to %s: all exports into the schema must come from that role, or from members of it"
              .formatted(table, row[1]));
    }
    return true;
  }
}
