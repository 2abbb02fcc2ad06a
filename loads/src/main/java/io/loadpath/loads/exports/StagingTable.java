package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
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

  private final ExportPlan plan;
  private final ExportNames names;
  private final String table;
  private final List<String> notNull = new ArrayList<>();
  private boolean hidesRows;

  StagingTable(ExportPlan plan, int task, int attempt) {
    this.plan = plan;
    this.names = plan.names();
    this.table = names.staging(task, attempt);
  }

  /** The table, for SQL. */
  String table() {
    return table;
  }

  /** Asks for the properties that the table must have from its target. */
  void ask(Connection session) throws SQLException {
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
  }

  /**
   * Makes the empty table, after {@link #ask}, in the session's transaction, so that the COPY into
   * it needs no log. Uses the user's search path, because event triggers may fire.
   *
   * @param owner of the table; null for the session's role
   */
  void create(Connection session, String owner) throws SQLException {
    Sql.run(
        session,
        "CREATE TABLE %s AS SELECT %s FROM %s WITH NO DATA"
            .formatted(table, plan.columnList(), names.target()));
    for (String column : notNull) {
      Sql.run(
          session,
          "ALTER TABLE %s ALTER COLUMN %s SET NOT NULL".formatted(table, Sql.quoted(column)));
    }
    if (plan.keepsPlaces()) {
      Sql.run(
          session,
          "ALTER TABLE %s ADD COLUMN %s bigint, ADD COLUMN %s bigint"
              .formatted(table, PIECE, OFFSET));
    }
    if (hidesRows) {
      // default privileges must not show others the rows that the target hides; this role sees all
      // rows
      Sql.run(session, "ALTER TABLE %s ENABLE ROW LEVEL SECURITY".formatted(table));
    }
    Sql.run(
        session,
        "COMMENT ON TABLE %s IS %s"
            .formatted(table, Sql.literal(names.stagingMark() + "into " + names.table())));
    if (owner != null) {
      Sql.run(session, "ALTER TABLE %s OWNER TO %s".formatted(table, Sql.quoted(owner)));
    }
  }
}
