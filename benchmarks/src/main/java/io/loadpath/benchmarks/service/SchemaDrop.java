package io.loadpath.benchmarks.service;

import io.loadpath.engines.service.Processes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Drops a run's schema in the user's database: only what the run made, and only if nothing of the
 * user's depends on it. A schema that the user lent stays, empty.
 */
record SchemaDrop(Connection session, RunSchema schema) {
  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final Duration LOCK_LIMIT = Duration.ofSeconds(10);

  private static final String SESSIONS = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND ";

  /** Foreign servers are not in a schema; that of the run has the schema's name, and our mark. */
  private static final String FOREIGN_SERVER =
      """
      SELECT 'pg_foreign_server'::regclass::oid AS classid, oid AS objid FROM pg_foreign_server
      WHERE srvname = ? AND obj_description(oid, 'pg_foreign_server') LIKE 'Loadpath: made%'
      """;

  /**
   * Objects in the schema, except default privileges. In a lent schema, other roles' are the
   * user's; but an event trigger may give what the run makes to another role, and so the run's
   * mark.
   */
  private static final String CONTENT =
      """
      SELECT classid, objid FROM pg_depend d
      WHERE refclassid = 'pg_namespace'::regclass AND classid <> 'pg_default_acl'::regclass
        AND refobjid = (SELECT oid FROM pg_namespace WHERE nspname = ?)
        AND (? OR NOT EXISTS (
          SELECT FROM pg_shdepend s
          WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND s.classid = d.classid AND s.objid = d.objid AND s.deptype = 'o'
            AND refobjid <> (SELECT oid FROM pg_roles WHERE rolname = current_user)
            AND refobjid IS DISTINCT FROM (SELECT relowner FROM pg_class
              WHERE relname = '%s' AND relnamespace = d.refobjid)))
      """
          .formatted(RunSchema.MARK_TABLE);

  /** Objects of other schemas that depend on the content: views, functions, columns, keys. */
  private static final String DEPENDENTS =
      """
      WITH RECURSIVE ours AS (
        (%s UNION %s)
        UNION
        SELECT d.classid, d.objid FROM pg_depend d
        JOIN ours o ON d.refclassid = o.classid AND d.refobjid = o.objid
      )
      SELECT DISTINCT
        CASE WHEN classid = 'pg_rewrite'::regclass
          THEN 'view ' || a.object_names[1] || '.' || a.object_names[2]
          ELSE i.type || ' ' || i.identity END
      FROM ours, pg_identify_object(classid, objid, 0) i,
        pg_identify_object_as_address(classid, objid, 0) a
      WHERE classid IN (
          'pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass, 'pg_rewrite'::regclass,
          'pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_trigger'::regclass, 'pg_policy'::regclass)
        AND COALESCE(i.schema, a.object_names[1]) NOT IN (?, 'pg_toast')
      ORDER BY 1
      """
          .formatted(CONTENT, FOREIGN_SERVER);

  private static final String DROP_EACH =
      """
      SELECT format('DROP %%s IF EXISTS %%s CASCADE', i.type, i.identity)
      FROM (%s) AS found, pg_identify_object(classid, objid, 0) i
      ORDER BY classid <> 'pg_extension'::regclass, i.type
      """;

  private static final String LOCK_TIMEOUT = "55P03";

  /**
   * Locks on the schema and on its tables. A prepared transaction has no process; its lock on its
   * own number tells which one it is.
   */
  private static final String LOCKS =
      """
      FROM pg_locks l
      LEFT JOIN pg_locks own ON l.pid IS NULL AND own.pid IS NULL
        AND own.virtualtransaction = l.virtualtransaction AND own.locktype = 'transactionid'
      LEFT JOIN pg_prepared_xacts x ON x.transaction = own.transactionid
      LEFT JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.granted AND l.pid IS DISTINCT FROM pg_backend_pid()
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (SELECT oid FROM pg_namespace WHERE nspname = ?) IN (
          (SELECT relnamespace FROM pg_class c WHERE c.oid = l.relation),
          CASE WHEN l.classid = 'pg_namespace'::regclass THEN l.objid END)
      """;

  private static final String OWN_PREPARED =
      "SELECT DISTINCT x.gid " + LOCKS + " AND starts_with(x.gid, 'loadpath_')";

  private static final String HOLDERS =
      """
      SELECT DISTINCT COALESCE(
        'the prepared transaction ' || x.gid || ' of ' || x.owner,
        'session ' || l.pid || ' of ' || a.usename || COALESCE(' (' || NULLIF(a.application_name, '') || ')', ''),
        'session ' || l.pid)
      """
          + LOCKS
          + " ORDER BY 1";

  /** Something of the user's keeps the schema. The message is a reason and what to do. */
  static final class BlockedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BlockedException(String message) {
      super(message);
    }
  }

  /**
   * Ends the other sessions of a run, which have this application name and the run's login. A
   * role's settings can make the login act as another role, which may not end them.
   */
  static void endSessions(Connection session, String application) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute("SET ROLE NONE");
      try {
        endSessions(session, "application_name = ? AND usename = session_user", application);
      } finally {
        statement.execute("RESET ROLE");
      }
    }
  }

  /** Ends sessions and waits for their end. PostgreSQL 13 cannot wait itself. */
  static void endSessions(Connection session, String condition, Object... values)
      throws SQLException {
    query(session, "SELECT pg_terminate_backend(pid) " + SESSIONS + condition, values);
    long end = System.nanoTime() + END_LIMIT.toNanos();
    while (System.nanoTime() < end
        && !query(session, "SELECT pid " + SESSIONS + condition, values).isEmpty()) {
      Processes.pause();
    }
  }

  /** Ends every session with a lock in the schema, whoever it belongs to. */
  void endSessionsWithLocks() throws SQLException {
    query(session, "SELECT pg_terminate_backend(l.pid) " + LOCKS, schema.name());
  }

  /** A killed export leaves prepared transactions, whose locks would last for ever. */
  private void endPreparedTransactions() throws SQLException {
    try (Statement statement = session.createStatement()) {
      for (String name : query(session, OWN_PREPARED, schema.name())) {
        statement.execute("ROLLBACK PREPARED '%s'".formatted(name.replace("'", "''")));
      }
    }
  }

  /**
   * Drops the schema and all that is in it.
   *
   * @throws BlockedException if something of the user's depends on it, or has a lock in it
   */
  void run() throws SQLException {
    endPreparedTransactions();
    try {
      drop();
    } catch (SQLException e) {
      if (!LOCK_TIMEOUT.equals(e.getSQLState())) {
        throw e;
      }
      List<String> holders = query(session, HOLDERS, schema.name());
      throw new BlockedException(
          "%s held a lock in it for %d seconds; end that"
              .formatted(
                  holders.isEmpty() ? "another session" : String.join(", ", holders),
                  LOCK_LIMIT.toSeconds()));
    }
  }

  private void drop() throws SQLException {
    session.setAutoCommit(false);
    try (Statement statement = session.createStatement()) {
      statement.execute(
          "SET LOCAL client_min_messages TO warning; SET LOCAL search_path = pg_catalog; SET LOCAL lock_timeout = "
              + LOCK_LIMIT.toMillis());
      requireNoDependents();
      List<String> commands =
          new ArrayList<>(query(session, DROP_EACH.formatted(FOREIGN_SERVER), schema.name()));
      if (schema.lent()) {
        commands.addAll(query(session, DROP_EACH.formatted(CONTENT), schema.name(), false));
      } else {
        commands.add("DROP SCHEMA %s CASCADE".formatted(schema.quoted()));
      }
      for (String command : commands) {
        statement.execute(command);
      }
      session.commit();
    } finally {
      session.rollback();
      session.setAutoCommit(true);
    }
  }

  private void requireNoDependents() throws SQLException {
    List<String> dependents =
        query(session, DEPENDENTS, schema.name(), !schema.lent(), schema.name(), schema.name());
    if (!dependents.isEmpty()) {
      throw new BlockedException(
          "this depends on it: %s; drop that".formatted(String.join(", ", dependents)));
    }
  }

  private static List<String> query(Connection session, String text, Object... values)
      throws SQLException {
    List<String> found = new ArrayList<>();
    try (PreparedStatement statement = session.prepareStatement(text)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
    }
    return found;
  }
}
