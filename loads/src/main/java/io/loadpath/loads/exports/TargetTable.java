package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.Sql;
import io.loadpath.rows.ColumnType;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.ServerVersion;

/**
 * The catalog's data about an export's target.
 *
 * @param oid in the catalog
 * @param schema in the catalog
 * @param name in the catalog
 * @param columns columns that a row may fill, by name, in order
 */
public record TargetTable(long oid, String schema, String name, Map<String, ExportColumn> columns) {
  private static final Set<String> TABLES = Set.of("r", "p", "f");

  private static final String OF_ALL_TABLES =
      "SELECT pubname FROM pg_publication WHERE puballtables";

  private static final String OF_SCHEMA =
      """
       UNION SELECT pubname FROM pg_publication p JOIN pg_publication_namespace n ON n.pnpubid = p.oid
      WHERE n.pnnspid = to_regnamespace(?)""";

  /**
   * Publications of the table, or of a partitioned table above or below it, and triggers that an
   * INSERT fires. Before version 15, the trigger of a partition that comes from a table above is
   * internal, like those of foreign keys.
   */
  private static final String OBSTACLES_TO_ATTACH =
      """
      WITH tables AS (SELECT relid FROM pg_partition_tree(to_regclass(?)) WHERE NOT isleaf)
      SELECT 'publication ' || quote_ident(pubname) FROM pg_publication p JOIN pg_publication_rel r ON r.prpubid = p.oid
      WHERE r.prrelid IN (SELECT relid FROM pg_partition_ancestors(to_regclass(?)) UNION SELECT relid FROM tables)
      UNION SELECT 'trigger ' || quote_ident(tgname) FROM pg_trigger t
      WHERE tgrelid IN (SELECT relid FROM tables) AND tgenabled <> 'D' AND tgtype & 4 <> 0
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.oid = t.tgconstraint AND k.contype <> 't')
      ORDER BY 1""";

  /**
   * Asks the server.
   *
   * @param schema null for the first schema of the search path that has the table
   * @throws IOException if the table does not exist
   */
  public static TargetTable of(Connection session, String schema, String table)
      throws IOException, SQLException {
    String name = (schema == null ? "" : Sql.quoted(schema) + ".") + Sql.quoted(table);
    String[] oid = new String[1];
    Sql.inTransaction(
        session,
        () -> {
          PostgresSession.useUsersPath(session);
          oid[0] =
              Sql.value(
                  session,
                  "SELECT pg_catalog.to_regclass(?::pg_catalog.text)::pg_catalog.oid",
                  name);
        });
    List<String[]> found =
        Sql.rows(
            session,
            """
            SELECT c.oid, n.nspname, c.relname, c.relkind
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = ?::bigint::oid""",
            oid[0]);
    if (found.isEmpty()) {
      throw new IOException("there is no table %s%s".formatted(name, similar(session, table)));
    }
    String[] row = found.get(0);
    if (!TABLES.contains(row[3])) {
      throw new IOException("%s is not a table: rows cannot be copied into it".formatted(name));
    }
    return new TargetTable(Long.parseLong(row[0]), row[1], row[2], columns(session, row[0]));
  }

  private static String similar(Connection session, String table) throws SQLException {
    List<String[]> names =
        Sql.rows(
            session,
            "SELECT relname FROM pg_class WHERE lower(relname) = lower(?) AND relkind IN ('r', 'p', 'f') LIMIT 1",
            table);
    return names.isEmpty() ? "" : ": did you mean %s?".formatted(names.get(0)[0]);
  }

  private static Map<String, ExportColumn> columns(Connection session, String oid)
      throws SQLException {
    List<String[]> rows =
        Sql.rows(
            session,
            """
            WITH RECURSIVE base AS (
              SELECT a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) AS shown, a.atttypid AS type
              FROM pg_attribute a
              WHERE a.attrelid = ?::bigint::oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
              UNION ALL
              SELECT b.attnum, b.attname, b.shown, t.typbasetype
              FROM base b JOIN pg_type t ON t.oid = b.type AND t.typtype = 'd'
            )
            SELECT b.attname, t.typname, b.shown, t.typcategory
            FROM base b JOIN pg_type t ON t.oid = b.type AND t.typtype <> 'd'
            ORDER BY b.attnum""",
            oid);
    Map<String, ExportColumn> columns = new LinkedHashMap<>();
    for (String[] row : rows) {
      boolean text = row[3].equals("S") || row[1].equals("char");
      boolean mayBeEmpty =
          text || ColumnType.named(row[1]).isEmpty() && takesEmpty(session, row[2]);
      columns.put(row[0], new ExportColumn(row[0], row[1], row[2], mayBeEmpty));
    }
    return columns;
  }

  /** Whether the server reads '' as a value of a type. */
  private static boolean takesEmpty(Connection session, String type) throws SQLException {
    // there from version 16 on
    String function = Sql.value(session, "SELECT to_regproc('pg_catalog.pg_input_is_valid')");
    return function == null
        ? castsEmpty(session, type)
        : holds(session, "SELECT pg_input_is_valid('', ?)", type);
  }

  /** Like {@link #takesEmpty}, for any version; it leaves an error in the server's log. */
  static boolean castsEmpty(Connection session, String type) throws SQLException {
    return holds(session, "SELECT CAST('' AS %s) IS NOT NULL".formatted(type));
  }

  /**
   * Whether a query returns true; false if the server refuses it, because a type may refuse a text.
   */
  private static boolean holds(Connection session, String query, Object... parameters)
      throws SQLException {
    try {
      return Sql.value(session, query, parameters).equals("t");
    } catch (SQLException e) {
      if (session.isClosed() || !ServerError.isForGood(e)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Returns the columns that the files' rows fill.
   *
   * @param option that names them, for messages
   * @param names null for all
   * @throws IOException if a column is missing, or named twice
   */
  public List<ExportColumn> filled(String option, String... names) throws IOException {
    List<ExportColumn> filled = new ArrayList<>();
    if (names == null) {
      filled.addAll(columns.values());
    } else {
      for (String name : names) {
        ExportColumn column = columns.get(name);
        if (column == null) {
          throw new IOException(missing(option, name));
        }
        if (filled.contains(column)) {
          throw new IOException("%s names %s twice".formatted(option, name));
        }
        filled.add(column);
      }
    }
    if (filled.isEmpty()) {
      throw new IOException("%s has no column that files can fill".formatted(name));
    }
    return filled;
  }

  /** The table for SQL. */
  public String forSql() {
    return Sql.quoted(schema) + "." + Sql.quoted(name);
  }

  /** The message about a column that the table lacks. */
  public String missing(String option, String column) {
    return "%s names %s, which is not a column of %s that can be filled; it has %s"
        .formatted(option, column, name, String.join(", ", columns.keySet()));
  }

  /**
   * Requires that the session's role can add partitions, and that nothing would miss their rows.
   *
   * @throws IOException naming the owner, or the publications and triggers
   */
  public void requireAttachable(Connection session) throws IOException, SQLException {
    for (String[] owned :
        Sql.rows(
            session,
            "SELECT relid::regclass, pg_get_userbyid(relowner) FROM pg_partition_tree(to_regclass(?)) JOIN pg_class ON oid = relid WHERE NOT isleaf AND NOT pg_has_role(relowner, 'USAGE')",
            forSql())) {
      throw new IOException(
          "%s belongs to %s, and only its owner can attach new partitions"
              .formatted(owned[0], owned[1]));
    }
    List<String[]> found = Sql.rows(session, OBSTACLES_TO_ATTACH, forSql(), forSql());
    if (!found.isEmpty()) {
      throw new IOException(
          "%s of %s would miss the rows of new partitions: insert them, without exchange"
              .formatted(
                  found.stream().map(row -> row[0]).collect(Collectors.joining(", ")), forSql()));
    }
  }

  /**
   * Requires that no publication includes each new table of the schema: the ledger and the staging
   * tables would stop the subscriber's worker, for all its tables.
   *
   * @throws IOException naming the publications
   */
  void requireUnpublishedSchema(BaseConnection session) throws IOException, SQLException {
    List<String[]> found =
        session.haveMinimumServerVersion(ServerVersion.v15)
            ? Sql.rows(session, OF_ALL_TABLES + OF_SCHEMA, Sql.quoted(schema))
            : Sql.rows(session, OF_ALL_TABLES);
    if (!found.isEmpty()) {
      throw new IOException(
          "publication %s includes each new table of the schema %s, so it would publish the tables that an export makes, which its subscribers lack: let it name its tables (ALTER PUBLICATION … SET TABLE …), or export into a table of another schema"
              .formatted(
                  found.stream().map(row -> row[0]).sorted().collect(Collectors.joining(", ")),
                  schema));
    }
  }
}
