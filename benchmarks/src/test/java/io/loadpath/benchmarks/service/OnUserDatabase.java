package io.loadpath.benchmarks.service;

import static io.loadpath.benchmarks.service.UserFixture.target;

import io.loadpath.engines.postgres.SharedServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests of runs in a user's database, with a session of the user. */
@Timeout(120)
@ExtendWith(SharedServer.class)
abstract class OnUserDatabase {
  static final Map<String, String> WITH_PASSWORD = Map.of("PGPASSWORD", UserFixture.PASSWORD);
  static final String OURS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'loadpath_run_%'";

  @TempDir Path state;
  Connection session;

  @BeforeEach
  void connect() throws SQLException {
    UserFixture.server();
    session = target("ann", "shop").connect(Map.of());
  }

  @AfterEach
  void dropAll() throws SQLException {
    run("DROP SCHEMA IF EXISTS mine CASCADE; DROP VIEW IF EXISTS public.seen");
    for (String left : rows(OURS)) {
      run("DROP SCHEMA " + left + " CASCADE");
    }
    session.close();
  }

  void run(String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  List<String> rows(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        rows.add(row.getString(1));
      }
    }
    return rows;
  }

  PostgresService service(Path ofState, String schema, PrintStream out) {
    UserDatabase database = new UserDatabase(target("ann", "shop"), Optional.ofNullable(schema));
    RunPlace place = new RunPlace(ofState, ofState, Map.of(), out, 0, List.of(), List.of());
    return PostgresService.of(place.with(Optional.of(database)));
  }

  PostgresService started(String schema) {
    PostgresService service = service(state, schema, System.err);
    service.start();
    return service;
  }

  List<String> dropAll(Map<String, String> environment) throws IOException {
    return LeftSchema.dropAll(state, environment, System.err::println);
  }

  Map<String, String> variables(PostgresService service) {
    return service.environment(null, null);
  }
}
