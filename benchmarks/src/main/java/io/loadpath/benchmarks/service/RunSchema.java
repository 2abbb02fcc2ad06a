package io.loadpath.benchmarks.service;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The schema that a run makes in a database, and drops. All objects of its paths are in it. Its
 * comment is the mark by which a later process knows it.
 *
 * @param name {@code loadpath_run_} and random letters
 */
record RunSchema(String name) {
  private static final String PREFIX = "loadpath_run_";
  private static final String MARK = "Loadpath: made for a run, and dropped at its end";
  private static final int RANDOM_LETTERS = 10;

  /** Makes a new schema. */
  static RunSchema make(Connection session) throws SQLException {
    StringBuilder name = new StringBuilder(PREFIX);
    new SecureRandom().ints(RANDOM_LETTERS, 'a', 'z' + 1).forEach(name::appendCodePoint);
    try (Statement statement = session.createStatement()) {
      statement.execute("CREATE SCHEMA %s; COMMENT ON SCHEMA %1$s IS '%s'".formatted(name, MARK));
    }
    return new RunSchema(name.toString());
  }

  /** Returns the schemas of runs in a database. */
  static List<RunSchema> all(Connection session) throws SQLException {
    List<RunSchema> found = new ArrayList<>();
    try (Statement statement = session.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT nspname FROM pg_namespace
                WHERE starts_with(nspname, '%s') AND obj_description(oid, 'pg_namespace') = '%s'
                """
                    .formatted(PREFIX, MARK))) {
      while (rows.next()) {
        found.add(new RunSchema(rows.getString(1)));
      }
    }
    return found;
  }

  /** Drops the schema with all that is in it. */
  void drop(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(
          "SET client_min_messages TO warning; DROP SCHEMA IF EXISTS %s CASCADE".formatted(name));
    }
  }

  /**
   * Returns a database's variables with those that lead clients to this schema: tables without a
   * schema in their names are in it.
   */
  Map<String, String> environment(Map<String, String> ofDatabase) {
    Map<String, String> variables = new LinkedHashMap<>(ofDatabase);
    variables.put("LOADPATH_SCHEMA", name);
    variables.put("PGOPTIONS", "-c search_path=" + name);
    variables.computeIfPresent(
        "LOADPATH_JDBC_URL",
        (key, url) -> url + (url.contains("?") ? "&" : "?") + "currentSchema=" + name);
    return variables;
  }
}
