package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.postgresql.core.BaseConnection;

/**
 * Looks at the user's server before a run writes anything there. A server, a database or a role on
 * which no run can work is refused by name, with the next thing to do.
 */
public final class TargetCheck {
  /** The driver also logs errors that it throws. */
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

  static {
    DRIVER.setLevel(Level.OFF);
  }

  private static final int OLDEST = 13;
  private static final int VERSION_FACTOR = 10_000;
  private static final long KIB = 1024;

  /** A name that needs no quotes, so that every path can write it as it is. */
  private static final String PLAIN_NAME = "[a-z_][a-z0-9_]{0,62}";

  private static final String QUESTION =
      """
      SELECT current_setting('server_version_num')::int AS number,
        current_setting('server_version') AS version,
        pg_is_in_recovery() AS in_recovery,
        current_setting('transaction_read_only')::bool AS read_only,
        (SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()) AS encoding,
        has_database_privilege(current_database(), 'CREATE') AS may_create,
        pg_has_role(current_user, 'pg_execute_server_program', 'USAGE') AS programs,
        current_setting('max_prepared_transactions')::int > 0 AS prepared,
        current_user AS role,
        (SELECT quote_ident(spcname) FROM pg_tablespace
         WHERE spcname = current_setting('default_tablespace')
           AND oid <> (SELECT dattablespace FROM pg_database WHERE datname = current_database())
           AND NOT has_tablespace_privilege(oid, 'CREATE')) AS closed_tablespace
      """;

  private static final String TIME_LIMITS =
      """
      SELECT string_agg(format('%s=%s', name, current_setting(name)), ', ' ORDER BY name) FROM pg_settings
      WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')
        AND setting <> '0'
      """;

  private static final String FREE_SESSIONS =
      """
      SELECT LEAST(
        current_setting('max_connections')::int
          - CASE WHEN r.rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::int END
          - CASE WHEN r.rolsuper THEN 0 ELSE COALESCE(current_setting('reserved_connections', true)::int, 0) END
          - (SELECT COALESCE(sum(numbackends), 0) FROM pg_stat_database),
        CASE WHEN r.rolsuper OR r.rolconnlimit < 0 THEN 1000000
          ELSE r.rolconnlimit - (SELECT count(*) FROM pg_stat_activity WHERE usename = session_user) END,
        CASE WHEN r.rolsuper OR d.datconnlimit < 0 THEN 1000000
          ELSE d.datconnlimit - (SELECT numbackends FROM pg_stat_database WHERE datname = current_database()) END)
      FROM pg_roles r, pg_database d
      WHERE r.rolname = session_user AND d.datname = current_database()
      """;

  /** Whether the role can make a foreign server of file_fdw. */
  private static final String FILE_FDW =
      """
      SELECT COALESCE(
        (SELECT has_foreign_data_wrapper_privilege(oid, 'USAGE') FROM pg_foreign_data_wrapper
         WHERE fdwname = 'file_fdw'),
        (SELECT bool_or(rolsuper OR trusted OR NOT superuser)
         FROM pg_available_extension_versions, pg_roles
         WHERE name = 'file_fdw' AND rolname = current_user),
        false)
      """;

  private final UserDatabase database;
  private final Target target;
  private final Path folder;
  private final PoolerCheck pooler;

  /**
   * @param folder a folder that other users can read, for a file that the server tries to read
   */
  public TargetCheck(UserDatabase database, Path folder) {
    this.database = database;
    this.target = database.target();
    this.folder = folder;
    this.pooler = new PoolerCheck(this::connect);
  }

  /**
   * Returns {@code place} with the facts of the user's server, if they named one.
   *
   * @throws ServiceException if a run can do nothing there
   */
  public static RunPlace checked(RunPlace place, String runId) throws IOException {
    if (place.database().isEmpty()) {
      return place;
    }
    UserDatabase users = place.database().get();
    Folders folders = new Folders(Folders.ofRun(place.state(), runId).resolve("target"));
    folders.make();
    try {
      TargetFacts facts = new TargetCheck(users, folders.server()).facts();
      facts.timeLimits().ifPresent(place.out()::println);
      return place.with(
          Optional.of(new UserDatabase(users.target(), users.schema(), Optional.of(facts))));
    } finally {
      folders.delete(false);
      Folders.deleteEmpty(Folders.ofRun(place.state(), runId));
    }
  }

  /**
   * Returns what a run can do there.
   *
   * @throws ServiceException if it can do nothing
   */
  public TargetFacts facts() throws IOException {
    try (Connection session = connect(Map.of())) {
      refuse(pooler.divides(session.unwrap(BaseConnection.class)));
      return facts(session);
    } catch (SQLException e) {
      throw refused(e.getMessage());
    }
  }

  private Connection connect(Map<String, String> properties) {
    try {
      return target.connect(properties);
    } catch (SQLException e) {
      throw new ServiceException(ConnectionFailure.explain(target, e), e);
    }
  }

  private ServiceException refused(String reason) {
    return new ServiceException(
        "%s, database %s, cannot be the target: %s"
            .formatted(database.name(), target.database(), reason));
  }

  private void refuse(Optional<String> reason) {
    if (reason.isPresent()) {
      throw refused(reason.get());
    }
  }

  private TargetFacts facts(Connection session) throws SQLException, IOException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(QUESTION)) {
      row.next();
      requireWrites(row);
      if (database.schema().isPresent()) {
        requireEmpty(session, database.schema().get(), row.getString("role"));
      } else if (!row.getBoolean("may_create")) {
        throw refused(
            "the role %s may not make a schema in it: GRANT CREATE ON DATABASE, or give an empty schema by --schema NAME"
                .formatted(row.getString("role")));
      }
      if (row.getString("closed_tablespace") != null) {
        throw refused(
            "default_tablespace of the role %s is %s, where it may not make tables: GRANT CREATE ON TABLESPACE %2$s, or add ?options=-c%%20default_tablespace%%3D to the URI"
                .formatted(row.getString("role"), row.getString("closed_tablespace")));
      }
      long free = freeSessions(session); // the next session may take a moment to end
      refuse(pooler.losesSearchPath());
      Optional<String> noFiles = noFiles(session);
      return new TargetFacts(
          database.name(),
          row.getString("version"),
          row.getString("encoding"),
          noFiles,
          noFiles.or(
              () ->
                  row(
                      row,
                      "programs",
                      "needs a role with pg_execute_server_program on %s, which starts the preprocessor"
                          .formatted(database.name()))),
          row(
              row,
              "prepared",
              "needs prepared transactions: set max_prepared_transactions of %s to 10 or more and restart it, or use another commit method"
                  .formatted(database.name())),
          timeLimits(session, row.getString("role")),
          free,
          freeBytes(session));
    }
  }

  private static Optional<String> row(ResultSet row, String column, String otherwise) {
    try {
      return row.getBoolean(column) ? Optional.empty() : Optional.of(otherwise);
    } catch (SQLException e) {
      return Optional.of(otherwise);
    }
  }

  private void requireWrites(ResultSet row) throws SQLException {
    if (row.getInt("number") < OLDEST * VERSION_FACTOR) {
      throw refused(
          "it is PostgreSQL %s; a run needs %d or later"
              .formatted(row.getString("version"), OLDEST));
    }
    if (row.getBoolean("in_recovery")) {
      throw refused("it is in recovery, as a standby is, and takes no writes: name the primary");
    }
    if (row.getBoolean("read_only")) {
      throw refused(
          "its transactions are read-only: default_transaction_read_only is on for the server, the database or the role %s; set it to off there, or add ?options=-c%%20default_transaction_read_only%%3Doff to the URI"
              .formatted(row.getString("role")));
    }
  }

  private Optional<String> timeLimits(Connection session, String role) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(TIME_LIMITS)) {
      row.next();
      return Optional.ofNullable(row.getString(1))
          .map(
              found ->
                  "warning: %s ends what takes long: it has %s for the role %s; a path that fails of it needs another value, such as ?options=-c%%20statement_timeout%%3D0 in the URI"
                      .formatted(database.name(), found, role));
    }
  }

  private void requireEmpty(Connection session, String schema, String role) throws SQLException {
    String question =
        """
        SELECT set_config('quote_all_identifiers', 'off', false) = 'off' AND quote_ident(nspname) = nspname, has_schema_privilege(oid, 'CREATE'),
          has_schema_privilege(oid, 'USAGE'),
          (SELECT pg_describe_object(classid, objid, objsubid) FROM pg_depend
           WHERE refclassid = 'pg_namespace'::regclass AND refobjid = n.oid
             AND classid <> 'pg_default_acl'::regclass LIMIT 1),
          (SELECT CASE oid WHEN 0 THEN 'PUBLIC' ELSE oid::regrole::text END
           FROM (SELECT grantee AS oid FROM aclexplode(nspacl) WHERE privilege_type = 'CREATE' AND grantee <> nspowner
             UNION ALL SELECT nspowner FROM pg_roles WHERE rolsuper AND rolname = current_user) AS other
           WHERE oid NOT IN (SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user)
           LIMIT 1)
        FROM pg_namespace n WHERE nspname = ?
        """;
    try (PreparedStatement statement = session.prepareStatement(question)) {
      statement.setString(1, schema);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw refused(
              "it has no schema %s: give the name of an empty one, or leave --schema out"
                  .formatted(schema));
        }
        if (!row.getBoolean(1) || !schema.matches(PLAIN_NAME)) {
          throw refused(
              "the name of the schema %s needs quotes in SQL: name one of lower-case letters, digits and _"
                  .formatted(schema));
        }
        if (!row.getBoolean(2) || !row.getBoolean(3)) {
          throw refused(
              "the role %s may not make tables in the schema %s: GRANT CREATE, USAGE ON SCHEMA %2$s TO %1$s"
                  .formatted(role, schema));
        }
        if (row.getString(4) != null) {
          throw refused(
              "the schema %s is not empty, it holds %s: give an empty one"
                  .formatted(schema, row.getString(4)));
        }
        if (row.getString(5) != null) { // functions.sql refuses it, too
          throw refused(
              "%s may make functions in the schema %s, which %s would run: give one in which no other role may"
                  .formatted(row.getString(5), schema, role));
        }
      }
    }
  }

  /** Tries to read a new file on this machine through the server, and leaves nothing there. */
  private Optional<String> noFiles(Connection session) throws SQLException, IOException {
    String content = UUID.randomUUID().toString();
    Path file = Files.writeString(folder.resolve("reach"), content);
    try {
      String read = copied(session, "FROM '%s'".formatted(file.toString().replace("'", "''")));
      return read.equals(content)
          ? noFileFdw(session)
          : Optional.of(
              "needs a PostgreSQL that reads the files of this machine; %s has others"
                  .formatted(database.name()));
    } catch (SQLException e) {
      return Optional.of(
          "needs a PostgreSQL that reads the files of this machine, and a role with pg_read_server_files and TEMPORARY on the database; %s: %s"
              .formatted(database.name(), firstLine(e)));
    } finally {
      Files.delete(file);
    }
  }

  private Optional<String> noFileFdw(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(FILE_FDW)) {
      row.next();
      return row.getBoolean(1)
          ? Optional.empty()
          : Optional.of(
              "needs file_fdw on %s: a superuser runs CREATE EXTENSION file_fdw in the database %s, and GRANT USAGE ON FOREIGN DATA WRAPPER file_fdw TO the role"
                  .formatted(database.name(), target.database()));
    }
  }

  private static String firstLine(SQLException e) {
    return e.getMessage().lines().findFirst().orElse("");
  }

  /** Returns the last line that COPY reads. */
  private static String copied(Connection session, String from) throws SQLException {
    session.setAutoCommit(false);
    try (Statement statement = session.createStatement()) {
      statement.execute("CREATE TEMPORARY TABLE loadpath_reach (n serial, line text)");
      statement.execute("COPY loadpath_reach (line) " + from);
      try (ResultSet row =
          statement.executeQuery("SELECT line FROM loadpath_reach ORDER BY n DESC LIMIT 1")) {
        return row.next() ? row.getString(1) : "";
      }
    } finally {
      session.rollback();
      session.setAutoCommit(true);
    }
  }

  private static long freeSessions(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(FREE_SESSIONS)) {
      row.next();
      return row.getLong(1) + 1; // this one ends
    }
  }

  /** Asks df on the server's host, which only few roles may; no answer is no error. */
  private static OptionalLong freeBytes(Connection session) {
    String place =
        "(SELECT COALESCE(NULLIF(pg_tablespace_location(dattablespace), ''), current_setting('data_directory'))"
            + " FROM pg_database WHERE datname = current_database())";
    try (Statement statement = session.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT quote_literal('df -Pk ''' || replace(%s, '''', '''\\''''') || '''')"
                    .formatted(place))) {
      row.next();
      String[] words = copied(session, "FROM PROGRAM " + row.getString(1)).split(" +");
      return OptionalLong.of(Long.parseLong(words[words.length - 3]) * KIB);
    } catch (SQLException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return OptionalLong.empty();
    }
  }
}
