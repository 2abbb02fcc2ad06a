package io.loadpath.benchmarks.chaos;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/**
 * What the server holds of a job: the table's rows, its definition, and what the connector may have
 * left.
 */
final class TableState {
  /** Sessions of jobs; none may stay. */
  static final String SESSIONS =
      "SELECT pid, application_name FROM pg_stat_activity WHERE usename = '" + Server.OWNER + "'";

  private final TableSpec table;

  TableState(TableSpec table) {
    this.table = table;
  }

  /** Inserts rows, with the session's rights. */
  void insert(Connection session, List<List<String>> rows) throws SQLException {
    String columns =
        table.columns().stream().map(TableSpec::quoted).collect(Collectors.joining(", "));
    try {
      session
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              "COPY %s (%s) FROM STDIN (DELIMITER '|', NULL '')".formatted(table.sql(), columns),
              new ByteArrayInputStream(DataFile.text(rows)));
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  RowBag rows(Connection session) throws SQLException {
    return RowBag.of(Server.rows(session, table.select()));
  }

  /** Returns all that the owner has said about the tables of the schema, a line each. */
  String definition(Connection session) throws SQLException {
    return texts(
        session,
        """
        WITH tables AS (
          SELECT c.* FROM pg_class c
          WHERE relnamespace = %1$s AND relkind IN ('r', 'p') AND relname !~ '^loadpath_'
            AND NOT (EXISTS (SELECT FROM pg_inherits WHERE inhrelid = oid)
              AND coalesce(obj_description(oid, 'pg_class'), '') LIKE 'Loadpath:%%'))
        SELECT format('table %%s %%s %%s %%s %%s %%s', relname, relkind, relpersistence, relrowsecurity,
          relreplident, relowner::regrole) AS line FROM tables
        UNION ALL SELECT format('column %%s.%%s %%s %%s %%s', t.relname, attnum, attname,
          format_type(atttypid, atttypmod), attnotnull)
          FROM tables t JOIN pg_attribute ON attrelid = t.oid WHERE attnum > 0 AND NOT attisdropped
        UNION ALL SELECT 'index ' || pg_get_indexdef(indexrelid)
          FROM tables t JOIN pg_index ON indrelid = t.oid
        UNION ALL SELECT format('constraint %%s %%s', conname, pg_get_constraintdef(k.oid))
          FROM tables t JOIN pg_constraint k ON conrelid = t.oid
        UNION ALL SELECT 'trigger ' || pg_get_triggerdef(g.oid)
          FROM tables t JOIN pg_trigger g ON tgrelid = t.oid WHERE NOT tgisinternal
        UNION ALL SELECT format('published %%s by %%s', t.relname, pubname)
          FROM tables t JOIN pg_publication_tables ON schemaname = %2$s AND tablename = t.relname
        ORDER BY 1""");
  }

  /** Returns what the connector has left; "" if nothing. */
  String leftovers(Connection session) throws SQLException {
    return texts(
        session,
        """
        SELECT 'prepared transaction ' || gid FROM pg_prepared_xacts
        UNION ALL SELECT 'staging table ' || relname FROM pg_class
          WHERE relnamespace = %1$s AND relkind = 'r' AND relname ~ '^loadpath_[0-9]'
        ORDER BY 1""");
  }

  private String texts(Connection session, String query) throws SQLException {
    String schema = "'" + table.schema().replace("'", "''") + "'";
    String namespace = "(SELECT oid FROM pg_namespace WHERE nspname = " + schema + ")";
    List<List<String>> rows = Server.rows(session, query.formatted(namespace, schema));
    return rows.stream().map(row -> row.get(0)).collect(Collectors.joining("\n"));
  }
}
