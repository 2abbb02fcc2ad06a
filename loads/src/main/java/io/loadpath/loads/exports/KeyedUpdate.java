package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the target's rows by keys from the staging tables, and inserts missing ones if requested.
 */
final class KeyedUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(KeyedUpdate.class);
  private static final int TASK = 0;
  private static final int PIECE = 1;
  private static final int OFFSET = 2;
  private static final int PLACE_COLUMNS = 3;

  private final ExportPlan plan;
  private final List<Task> tasks;
  private final String target;
  private final List<String> keys;
  private final List<String> others;

  KeyedUpdate(ExportPlan plan, List<Task> tasks) {
    this.plan = plan;
    this.tasks = tasks;
    this.target = plan.names().target();
    this.keys = plan.keys().stream().map(Sql::quoted).toList();
    this.others =
        plan.columns().stream()
            .filter(column -> !plan.keys().contains(column.name()))
            .map(column -> Sql.quoted(column.name()))
            .toList();
  }

  void run(Connection session) throws IOException, SQLException {
    for (Task task : tasks) {
      Sql.run(session, "ANALYZE " + plan.names().staging(task.task(), task.attempt()));
    }
    // two parallel updates would both insert a missing row, or wait for each other
    Sql.run(session, "LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE".formatted(target));
    requireKeys(session);
    String statement = statement(equalities(session));
    PostgresSession.useUsersPath(session); // for triggers
    String[] counts = Sql.rows(session, statement).get(0);
    PostgresSession.useOwnPath(session);
    LOG.info("Updated {} rows and inserted {}", counts[0], counts[1]);
  }

  /** One statement, so that both halves see the old target. */
  private String statement(Map<String, String> equalities) {
    String source = source(false);
    String same =
        keys.stream()
            .map(
                key ->
                    "t.%s OPERATOR(%s) s.%s"
                        .formatted(key, equalities.getOrDefault(key, "pg_catalog.="), key))
            .collect(Collectors.joining(" AND "));
    String updated =
        others.isEmpty()
            ? "SELECT WHERE false"
            : "UPDATE %s AS t SET %s FROM source AS s WHERE %s RETURNING 1"
                .formatted(target, joined(others, c -> c + " = s." + c), same);
    String all = plan.columnList();
    String inserted =
        plan.insertsMissing()
            ? "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM source AS s WHERE NOT EXISTS (SELECT FROM %s AS t WHERE %s) RETURNING 1"
                .formatted(target, all, all, target, same)
            : "SELECT WHERE false";
    return """
        WITH source AS MATERIALIZED (%s), updated AS (%s), inserted AS (%s)
        SELECT (SELECT pg_catalog.count(*) FROM updated), (SELECT pg_catalog.count(*) FROM inserted)"""
        .formatted(source, updated, inserted);
  }

  /**
   * Returns the key columns, for SQL, whose type has its own '=', and that operator: by its name
   * alone, the user's search path would choose it.
   */
  private Map<String, String> equalities(Connection session) throws SQLException {
    return Sql.rows(
            session,
            """
            WITH RECURSIVE base AS (
              SELECT attname, atttypid AS type FROM pg_attribute
              WHERE attrelid = to_regclass(?) AND attname = ANY (?::text[])
              UNION ALL
              SELECT b.attname, t.typbasetype FROM base b JOIN pg_type t ON t.oid = b.type AND t.typtype = 'd')
            SELECT b.attname, format('%I.%s', n.nspname, o.oprname) FROM base b
              JOIN pg_opclass c ON c.opcintype = b.type AND c.opcdefault
              JOIN pg_am a ON a.oid = c.opcmethod AND a.amname = 'btree'
              JOIN pg_amop m ON m.amopfamily = c.opcfamily AND m.amopstrategy = 3
                AND m.amoplefttype = b.type AND m.amoprighttype = b.type
              JOIN pg_operator o ON o.oid = m.amopopr
              JOIN pg_namespace n ON n.oid = o.oprnamespace""",
            target,
            plan.keys().toArray(String[]::new))
        .stream()
        .collect(Collectors.toMap(row -> Sql.quoted(row[0]), row -> row[1]));
  }

  /** All rows of the staging tables, with their places if requested. */
  private String source(boolean places) {
    return tasks.stream()
        .map(
            task ->
                "SELECT %s%s FROM %s"
                    .formatted(
                        places
                            ? "%d AS loadpath_task, %s, %s, "
                                .formatted(task.task(), StagingTable.PIECE, StagingTable.OFFSET)
                            : "",
                        plan.columnList(),
                        plan.names().staging(task.task(), task.attempt())))
        .collect(Collectors.joining(" UNION ALL "));
  }

  /** Each row must have a key, and all keys must differ. NULL matches no row. */
  private void requireKeys(Connection session) throws IOException, SQLException {
    String place =
        "ARRAY[loadpath_task, %s, %s]".formatted(StagingTable.PIECE, StagingTable.OFFSET);
    List<String[]> wrong =
        Sql.rows(
            session,
            """
            SELECT %s, least[1], least[2], least[3], most[1], most[2], most[3] FROM (
              SELECT %s, min(%s) AS least, max(%s) AS most FROM (%s) AS source
              GROUP BY %s HAVING count(*) > 1 OR %s LIMIT 1) AS wrong"""
                .formatted(
                    joined(keys, c -> c + "::text"),
                    joined(keys),
                    place,
                    place,
                    source(true),
                    joined(keys),
                    keys.stream().map(c -> c + " IS NULL").collect(Collectors.joining(" OR "))));
    if (wrong.isEmpty()) {
      return;
    }
    String[] row = wrong.get(0);
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      if (row[i] == null) {
        throw new IOException(
            "%s: the key column %s is NULL".formatted(place(row, keys.size()), plan.keys().get(i)));
      }
      values.append(i == 0 ? "" : ", ").append(plan.keys().get(i)).append(" = ").append(row[i]);
    }
    throw new IOException(
        "two rows of the input have the key %s: %s, and %s"
            .formatted(values, place(row, keys.size()), place(row, keys.size() + PLACE_COLUMNS)));
  }

  private String place(String[] row, int from) {
    int number = Integer.parseInt(row[from + TASK]);
    Task task = tasks.stream().filter(t -> t.task() == number).findFirst().orElseThrow();
    return "file %s, byte %s"
        .formatted(task.files().get(Integer.parseInt(row[from + PIECE])), row[from + OFFSET]);
  }

  private static String joined(List<String> columns) {
    return String.join(", ", columns);
  }

  private static String joined(List<String> columns, UnaryOperator<String> form) {
    return columns.stream().map(form).collect(Collectors.joining(", "));
  }
}
