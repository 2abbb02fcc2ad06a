package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.ConnectionSetting;
import io.loadpath.engines.service.ServiceException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The schema of a run in a database. All objects of its paths are in it. The run makes it and drops
 * it; or the user lends it empty, and gets it back empty. A comment is the mark by which a later
 * process knows it: the comment of the schema, or of a table in a lent one.
 *
 * @param name {@code loadpath_run_} and random letters, or the name that the user gave
 * @param lent whether it is the user's
 */
record RunSchema(String name, boolean lent) {
  private static final String PREFIX = "loadpath_run_";
  private static final String MARK = "Loadpath: made for a run, and dropped at its end";
  static final String MARK_TABLE = "loadpath_run_mark";
  private static final int RANDOM_LETTERS = 10;
  private static final int NAMES = 5;
  private static final String TABLE_EXISTS = "42P07";

  /** A schema exists, or another session makes it at this moment. */
  private static final Set<String> NAME_IS_TAKEN = Set.of("42P06", "23505");

  /** Returns new random letters for a name and a mark. */
  static String newToken() {
    StringBuilder token = new StringBuilder();
    new SecureRandom().ints(RANDOM_LETTERS, 'a', 'z' + 1).forEach(token::appendCodePoint);
    return token.toString();
  }

  /** Makes a new schema, under another name if someone else has made the first one. */
  static RunSchema make(Connection session, String token) throws SQLException {
    String name = PREFIX + token;
    for (int tries = 1; ; tries++) {
      try {
        execute(
            session,
            "CREATE SCHEMA %s; COMMENT ON SCHEMA %1$s IS '%s'".formatted(name, mark(token)));
        return new RunSchema(name, false);
      } catch (SQLException e) {
        if (!NAME_IS_TAKEN.contains(e.getSQLState()) || tries == NAMES) {
          throw e;
        }
        name = PREFIX + newToken();
      }
    }
  }

  /**
   * Marks the user's empty schema as that of a run.
   *
   * @throws ServiceException if it is no longer empty: what is in it is the user's
   */
  static RunSchema borrow(Connection session, String name, String token) throws SQLException {
    RunSchema schema = new RunSchema(name, true);
    session.setAutoCommit(false);
    try {
      execute(
          session,
          "CREATE TABLE %s.%s (); COMMENT ON TABLE %1$s.%2$s IS '%s'"
              .formatted(schema.quoted(), MARK_TABLE, mark(token)));
      schema.requireOnlyMark(session);
      session.commit();
      return schema;
    } catch (SQLException e) {
      if (TABLE_EXISTS.equals(e.getSQLState())) {
        throw notEmpty(name, "the mark of another run");
      }
      throw e;
    } finally {
      session.rollback();
      session.setAutoCommit(true);
    }
  }

  private void requireOnlyMark(Connection session) throws SQLException {
    String question =
        """
        SELECT pg_describe_object(classid, objid, objsubid) FROM pg_depend
        WHERE refclassid = 'pg_namespace'::regclass AND classid <> 'pg_default_acl'::regclass
          AND refobjid = (SELECT oid FROM pg_namespace WHERE nspname = ?)
          AND objid NOT IN (SELECT oid FROM pg_class
            WHERE relname = ? AND relnamespace = refobjid) LIMIT 1
        """;
    try (PreparedStatement statement = session.prepareStatement(question)) {
      statement.setString(1, name);
      statement.setString(2, MARK_TABLE);
      try (ResultSet row = statement.executeQuery()) {
        if (row.next()) {
          throw notEmpty(name, row.getString(1));
        }
      }
    }
  }

  private static ServiceException notEmpty(String name, String content) {
    return new ServiceException(
        "the schema %s is no longer empty, it holds %s: give an empty one"
            .formatted(name, content));
  }

  private static String mark(String token) {
    return MARK + " (" + token + ")";
  }

  /**
   * Returns the schemas that runs made in a database.
   *
   * @param tokens the beginning of their tokens
   */
  static List<RunSchema> all(Connection session, String tokens) throws SQLException {
    List<RunSchema> found = new ArrayList<>();
    try (Statement statement = session.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT nspname FROM pg_namespace
                WHERE starts_with(nspname, '%s')
                  AND starts_with(obj_description(oid, 'pg_namespace'), '%s')
                """
                    .formatted(PREFIX + tokens, MARK))) {
      while (rows.next()) {
        found.add(new RunSchema(rows.getString(1), false));
      }
    }
    return found;
  }

  /**
   * Finds the schema of one run by its mark.
   *
   * @param lent the user's schema; empty if the run made one
   */
  static Optional<RunSchema> find(Connection session, String token, Optional<String> lent)
      throws SQLException {
    String query =
        lent.isEmpty()
            ? """
              SELECT nspname FROM pg_namespace WHERE obj_description(oid, 'pg_namespace') = ?
              """
            : """
              SELECT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
              WHERE obj_description(c.oid, 'pg_class') = ? AND nspname = ?
              """;
    try (PreparedStatement statement = session.prepareStatement(query)) {
      statement.setString(1, mark(token));
      if (lent.isPresent()) {
        statement.setString(2, lent.get());
      }
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? Optional.of(new RunSchema(rows.getString(1), lent.isPresent()))
            : Optional.empty();
      }
    }
  }

  /** Returns the application name of the sessions of its run's paths. */
  static String application(String token) {
    return PREFIX + token;
  }

  private static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns its name as an identifier in SQL. */
  String quoted() {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Returns a database's variables with those that lead clients to this schema: tables without a
   * schema in their names are in it. Clients send UTF-8.
   */
  Map<String, String> environment(Map<String, String> ofDatabase) {
    Map<String, String> variables = new LinkedHashMap<>(ofDatabase);
    variables.put("LOADPATH_SCHEMA", name);
    // psql would take the database's encoding for that of the files
    variables.put("PGCLIENTENCODING", "UTF8");
    variables.put("PGDATESTYLE", "ISO"); // psql writes dates as the role's settings say
    variables.merge(
        ConnectionSetting.OPTIONS.variable(),
        "-c search_path=" + name,
        (users, ours) -> users + " " + ours);
    variables.computeIfPresent(
        "LOADPATH_JDBC_URL",
        (key, url) -> url + (url.contains("?") ? "&" : "?") + "currentSchema=" + name);
    return variables;
  }
}
