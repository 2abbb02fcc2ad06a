package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** An attempt's staging table, next to the target. */
final class StagingTable {
  /** The column with the number of a row's piece in its split. */
  static final String PIECE = "loadpath_piece";

  /** The column with a row's offset in its file's text. */
  static final String OFFSET = "loadpath_offset";

  /** The CHECK of a table that becomes a partition. */
  static final String BOUND = "loadpath_bound";

  private final ExportPlan plan;
  private final ExportNames names;
  private final String table;
  private final List<String> notNull = new ArrayList<>();
  private final Partition exchanged;
  private final String name;
  private String like;
  private final List<String> settings = new ArrayList<>();
  private boolean hidesRows;

  StagingTable(ExportPlan plan, int task, int attempt) {
    this.plan = plan;
    this.names = plan.names();
    this.name = "";
    this.table = names.staging(task, attempt);
    this.exchanged = null;
  }

  /** The table of an attempt for a partition of the plan. */
  StagingTable(ExportPlan plan, int task, int attempt, int partition) {
    this.plan = plan;
    this.names = plan.names();
    this.name = names.stagingTable(task, attempt, partition);
    this.table = names.inSchema(name);
    Partition of = plan.partitions().get(partition);
    this.exchanged = of.isExchanged() ? of : null;
  }

  /** The table, for SQL. */
  String table() {
    return table;
  }

  /**
   * Asks for the properties that the table must have from its target.
   *
   * @throws IOException if the table that it copies is gone
   */
  void ask(Connection session) throws IOException, SQLException {
    for (String[] row :
        Sql.rows(
            session,
            """
            SELECT NULL FROM pg_class WHERE oid = to_regclass(?) AND relrowsecurity
            UNION ALL
            SELECT attname FROM pg_attribute
            WHERE attrelid = to_regclass(?) AND attnotnull AND attname = ANY (?::text[])""",
            names.target(),
            names.target(),
            plan.columns().stream().map(ExportColumn::name).toArray(String[]::new))) {
      if (row[0] == null) {
        hidesRows = true;
      } else {
        notNull.add(row[0]);
      }
    }
    if (exchanged != null) {
      like =
          Sql.value(
              session,
              "SELECT (SELECT oid::regclass FROM pg_class WHERE oid = ?::bigint::oid)",
              exchanged.oid());
      if (like == null) {
        throw new IOException(
            "%s was dropped or exchanged since the load began: run it again"
                .formatted(exchanged.name()));
      }
      askLeaf(session);
    }
  }

  /** Asks for the leaf's properties that LIKE does not copy, and for its tablespace. */
  private void askLeaf(Connection session) throws SQLException {
    for (String[] setting :
        Sql.rows(
            session,
            """
            WITH leaf AS (SELECT * FROM pg_class WHERE oid = ?::bigint::oid),
            options (head, prefix, options) AS (
              SELECT 'SET', '', reloptions FROM leaf
              UNION ALL SELECT 'SET', 'toast.', t.reloptions FROM leaf JOIN pg_class t ON t.oid = leaf.reltoastrelid
              UNION ALL SELECT format('ALTER %I SET', attname), '', attoptions FROM pg_attribute JOIN leaf ON attrelid = leaf.oid
            )
            SELECT 'SET TABLESPACE ' || quote_ident(spcname) FROM leaf JOIN pg_tablespace s ON s.oid = coalesce(nullif(reltablespace, 0),
              (SELECT dattablespace FROM pg_database WHERE datname = current_database()))
            UNION ALL SELECT format('ALTER %I SET STATISTICS %s', attname, attstattarget)
            FROM pg_attribute JOIN leaf ON attrelid = leaf.oid WHERE attnum > 0 AND attstattarget >= 0
            UNION ALL SELECT head || ' (' || string_agg(format('%s%I=%L', prefix, option_name, option_value), ', ') || ')'
            FROM options, pg_options_to_table(options) GROUP BY head, prefix""",
            exchanged.oid())) {
      settings.add(setting[0]);
    }
  }

  /**
   * Makes the empty table, after {@link #ask}, in the session's transaction, so that the COPY into
   * it needs no log. Uses the user's search path, because event triggers may fire.
   *
   * @param owner of the table; null for the session's role
   */
  void create(Connection session, String owner) throws SQLException {
    List<String> changes =
        new ArrayList<>(exchanged == null ? changesAsTarget() : changesAsPartition());
    if (plan.keepsPlaces()) {
      changes.add("ADD COLUMN %s bigint".formatted(PIECE));
      changes.add("ADD COLUMN %s bigint".formatted(OFFSET));
    }
    if (hidesRows) {
      // default privileges must not show others the rows that the target hides; this role sees all
      // rows
      changes.add("ENABLE ROW LEVEL SECURITY");
    }
    List<String> statements = new ArrayList<>();
    statements.add(exchanged == null ? createAsTarget() : createAsPartition());
    if (!changes.isEmpty()) {
      statements.add("ALTER TABLE %s %s".formatted(table, String.join(", ", changes)));
    }
    statements.add(
        "COMMENT ON TABLE %s IS %s"
            .formatted(table, Sql.literal(names.stagingMark() + "into " + names.table())));
    if (owner != null) {
      statements.add("ALTER TABLE %s OWNER TO %s".formatted(table, Sql.quoted(owner)));
    }
    Sql.runAll(session, statements);
  }

  /** The table has only the columns that rows fill. */
  private String createAsTarget() {
    return "CREATE TABLE %s AS SELECT %s FROM %s WITH NO DATA"
        .formatted(table, plan.columnList(), names.target());
  }

  private List<String> changesAsTarget() {
    return notNull.stream()
        .map(column -> "ALTER COLUMN %s SET NOT NULL".formatted(Sql.quoted(column)))
        .toList();
  }

  /** The table has everything that a partition needs, except indexes. */
  private String createAsPartition() {
    return "CREATE TABLE %s (LIKE %s INCLUDING ALL EXCLUDING INDEXES EXCLUDING IDENTITY EXCLUDING STATISTICS)"
        .formatted(table, like);
  }

  private List<String> changesAsPartition() {
    List<String> changes = new ArrayList<>(settings);
    if (exchanged.check() != null) {
      changes.add("ADD CONSTRAINT %s CHECK (%s)".formatted(BOUND, exchanged.check()));
    }
    return changes;
  }

  /**
   * Makes the indexes of the exchanged leaf, after the COPY: on a full table they are made faster,
   * and ATTACH then adopts them. The name of an exchanged leaf's index ends with the oid of the
   * leaf's.
   */
  void index(Connection session) throws SQLException {
    if (exchanged == null) {
      return;
    }
    List<String[]> indexes =
        Sql.rows(
            session,
            """
            SELECT coalesce('ALTER TABLE ' || t.name || ' ADD CONSTRAINT ' || n.name || pg_get_constraintdef(k.oid),
              format('CREATE %sINDEX %sON %s', u.word, n.name, t.name) || substr(pg_get_indexdef(i.indexrelid),
                length(format('CREATE %sINDEX %I ON %s', u.word, c.relname, i.indrelid::regclass)) + 1))
            FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
              CROSS JOIN LATERAL (SELECT CASE WHEN i.indisunique THEN 'UNIQUE ' ELSE '' END) AS u (word)
              CROSS JOIN LATERAL (SELECT ?) AS t (name)
              CROSS JOIN LATERAL (SELECT quote_ident(?::text || i.indexrelid) || ' ') AS n (name)
              LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')
            WHERE i.indrelid = ?::bigint::oid ORDER BY c.relname""",
            table,
            indexPrefix(name),
            exchanged.oid());
    Sql.runAll(session, indexes.stream().map(index -> index[0]).toList());
  }

  /** The start of the names of an exchanged leaf's new indexes; the rest is the old one's oid. */
  static String indexPrefix(String table) {
    return table + "_i";
  }

  /** The COPY into the table of a partition, which writes frozen rows. */
  String copyFrozen() {
    return "COPY %s (%s) FROM STDIN (FORMAT %s, FREEZE, ENCODING 'UTF8')"
        .formatted(table, plan.columnList(), plan.sendsText() ? "text" : "binary");
  }
}
