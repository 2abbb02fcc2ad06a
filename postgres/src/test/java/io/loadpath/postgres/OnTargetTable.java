package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.engines.service.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests on the table l.t, which holds one old row, with the steps of a load of two new rows. */
@ExtendWith(SharedServer.class)
abstract class OnTargetTable {
  private static final String FORMAT =
      "(FORMAT csv, DELIMITER '|', NULL '', QUOTE E'\\x01', FORCE_NOT_NULL (after_last_delimiter))";

  static final SqlScript FUNCTIONS = SqlScript.file("sql/functions.sql");

  static final Map<String, String> IN_LOADPATH = Map.of("functions", "loadpath");

  /** A file with the two new rows. */
  static Path part;

  private static String password;

  final TestServer test = SharedServer.test();

  /** A session beside that of the load. */
  Connection user;

  private final List<Connection> sessions = new ArrayList<>();

  @BeforeAll
  static void install() throws IOException {
    TestServer test = SharedServer.test();
    password = Files.readString(test.server.connection().passwordFile());
    test.run(IN_LOADPATH, FUNCTIONS);
    part = Files.writeString(test.newFolder().resolve("part-0"), "1|one|\n2|two|\n");
  }

  @BeforeEach
  void makeTarget() throws SQLException {
    user = session();
    run(
        """
        CREATE SCHEMA l;
        CREATE TABLE l.t (a integer NOT NULL, b text);
        INSERT INTO l.t VALUES (0, 'old');
        COMMENT ON TABLE l.t IS 'Loadpath: test';
        CALL loadpath.make_server('l', 'public')
        """);
  }

  @AfterEach
  void drop() throws SQLException {
    for (Connection session : sessions.subList(1, sessions.size())) {
      session.close();
    }
    run(
        "RESET ROLE; DROP PUBLICATION IF EXISTS pub; DROP SUBSCRIPTION IF EXISTS sub; DROP SCHEMA IF EXISTS outside CASCADE;"
            + " CALL loadpath.drop_staging(coalesce(to_regclass('l.t')::oid, 0));"
            + " DROP SERVER IF EXISTS l CASCADE; DROP SCHEMA IF EXISTS l CASCADE;"
            + " DROP EXTENSION IF EXISTS file_fdw");
    assertThat(query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'loadpath\\_%'"))
        .isEmpty();
    user.close();
  }

  /** Begins a load that replaces the rows, in a new session. */
  Connection stage() throws SQLException {
    Connection session = session();
    execute(session, "CALL loadpath.stage_replace('l.t')");
    return session;
  }

  /** Starts a call that waits for a lock, and waits until it does. */
  <T> CompletableFuture<T> waiting(Callable<T> call) throws SQLException {
    String query = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted";
    String before = elsewhere(query);
    CompletableFuture<T> result =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return call.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            task -> new Thread(task, "waiting session").start()); // the common pool may be full
    Await.until(
        "the call waits for a lock", () -> result.isDone() || !elsewhere(query).equals(before));
    return result;
  }

  /** Asks in another database, because any query in this one keeps a load from a swap. */
  private String elsewhere(String query) throws SQLException {
    try (Connection session = connect("postgres")) {
      return rows(session, query).get(0);
    }
  }

  /** Closes a session and waits until its locks are gone. */
  void end(Connection session) throws SQLException {
    String pid = pid(session);
    session.close();
    Await.until(
        "the session ends",
        () -> query("SELECT pid FROM pg_stat_activity WHERE pid = " + pid).isEmpty());
  }

  /** The columns of the table as its owner made them. */
  List<String> columns() throws SQLException {
    return query(
        """
        SELECT attname, format_type(atttypid, atttypmod), attcollation, attnotnull, attstorage, attcompression,
          (SELECT conname FROM pg_constraint WHERE conrelid = attrelid AND contype = 'n' AND conkey = ARRAY[attnum])
        FROM pg_attribute WHERE attrelid = 'l.t'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
        """);
  }

  /** A load that has staged its rows. */
  Connection staged() throws SQLException {
    Connection load = stage();
    fill();
    return load;
  }

  /** Stages the file's rows from another session, as a client does. */
  void fill() throws SQLException {
    try (Connection session = session()) {
      execute(session, "COPY %s FROM '%s' %s".formatted(join(session), part, FORMAT));
      execute(session, "CALL loadpath.file_loaded('l.t', 'part-0', 2); COMMIT");
    }
  }

  /** Begins a transaction that loads a file, and returns the table for its rows. */
  static String join(Connection session) throws SQLException {
    execute(session, "BEGIN");
    return rows(session, "SELECT loadpath.join_load('l.t')").get(0);
  }

  /** Requires that a call fails with all these words. */
  static void requireFailure(ThrowingCallable call, String... words) {
    assertThatThrownBy(call).hasMessageContainingAll(words);
  }

  static void requireOldRows(Connection session) throws SQLException {
    assertThat(rows(session, "SELECT b FROM l.t")).containsExactly("old");
  }

  static void requireNewRows(Connection session) throws SQLException {
    assertThat(rows(session, "SELECT a, b FROM l.t ORDER BY a")).containsExactly("1|one", "2|two");
  }

  static String pid(Connection session) throws SQLException {
    return rows(session, "SELECT pg_backend_pid()").get(0);
  }

  /** Ends a load, and returns the server's notices. */
  static String replace(Connection load, long files, long rows) throws SQLException {
    try (Statement statement = load.createStatement()) {
      statement.execute("CALL loadpath.replace('l.t', %d, %d)".formatted(files, rows));
      return String.valueOf(statement.getWarnings());
    }
  }

  Connection session() throws SQLException {
    Connection session = connect(test.server.connection().database());
    sessions.add(session);
    return session;
  }

  private Connection connect(String database) throws SQLException {
    ConnectionInfo server = test.server.connection();
    String url = server.jdbcUrl(database) + "&preferQueryMode=simple";
    return DriverManager.getConnection(url, server.user(), password);
  }

  void run(String sql) throws SQLException {
    execute(user, sql);
  }

  List<String> query(String sql) throws SQLException {
    return rows(user, sql);
  }

  static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }

  static List<String> rows(Connection session, String query) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        StringJoiner row = new StringJoiner("|");
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }
}
