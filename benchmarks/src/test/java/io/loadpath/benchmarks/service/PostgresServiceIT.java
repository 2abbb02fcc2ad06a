package io.loadpath.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.cli.Postgres;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The harness and a user who works with the same server. */
@Timeout(120)
@ExtendWith(SharedServer.class)
class PostgresServiceIT {
  private static final String CLIENT = Postgres.class.getName();

  private static TestServer test;
  private static PostgresService service;

  private final List<Process> clients = new ArrayList<>();

  @BeforeAll
  static void startServer() {
    test = SharedServer.test();
    service =
        new PostgresService(new DatabaseServer.Bundled(PostgresServer.of(test.root, test.state)));
    service.start();
  }

  @AfterAll
  static void stopServer() {
    service.close();
    assertThat(test.server.running()).as("it was running before").isTrue();
  }

  @AfterEach
  void endClients() {
    clients.forEach(Process::destroyForcibly);
  }

  private static Connection connect() throws SQLException, IOException {
    return DriverManager.getConnection(
        service.connection().jdbcUrl(),
        service.connection().user(),
        Files.readString(service.connection().passwordFile()));
  }

  private static long pid(Connection session) throws SQLException {
    try (ResultSet row = session.createStatement().executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Starts a client in another process, whose statement goes on for minutes. */
  private Process sleeper(String name, Connection observer) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            CLIENT,
            "sql",
            "-c",
            "SELECT pg_sleep(300) AS " + name);
    builder.environment().putAll(service.environment(null, null));
    clients.add(builder.redirectErrorStream(true).start());
    while (!running(observer).contains(name)) {
      Thread.sleep(20);
    }
    return clients.get(clients.size() - 1);
  }

  /** Returns the names of the sleepers whose statement goes on. */
  private static Set<String> running(Connection observer) throws SQLException {
    Set<String> names = new HashSet<>();
    try (Statement statement = observer.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT split_part(query, ' AS ', 2) FROM pg_stat_activity"
                    + " WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  @Test
  void endsOnlyTheSessionsOfTheSample() throws Exception {
    try (Connection user = connect()) {
      Process earlier = sleeper("earlier", user);
      service.beginSample(null, Map.of());
      Process killed = sleeper("killed", user);
      Process left = sleeper("left_over", user);
      sleeper("another_user", user);
      try (Connection late = connect()) {
        killed.destroyForcibly().waitFor();
        assertThat(running(user)).contains("earlier", "left_over", "another_user");

        service.endSessions(Set.of(left.pid(), earlier.pid()));

        assertThat(running(user)).containsExactlyInAnyOrder("earlier", "another_user");
        assertThat(pid(late)).isPositive();
        assertThat(left.waitFor()).isNotZero();
        assertThat(Processes.alive(earlier.pid())).isTrue();
      }
    }
  }

  @Test
  void isNotStoppedByARunThatFoundItRunning() {
    try (PostgresService other =
        new PostgresService(new DatabaseServer.Bundled(PostgresServer.of(test.root, test.state)))) {
      assertThat(other.running()).isTrue();
      other.start();
      other.settle();
      assertThat(other.processes()).containsExactly(test.server.postmasterPid());
    }
    assertThat(test.server.running()).isTrue();
  }

  /** The extension is in the schema public, so the foreign server does not go with the schema. */
  @Test
  void theForeignServerOfAKilledRunIsDroppedWithItsSchema() throws Exception {
    try (Connection session = connect();
        Statement statement = session.createStatement()) {
      RunSchema left = RunSchema.make(session, "killed");
      statement.execute(
          "CREATE EXTENSION file_fdw SCHEMA public; CREATE SERVER other FOREIGN DATA WRAPPER file_fdw;"
              + " CREATE SERVER %s FOREIGN DATA WRAPPER file_fdw; COMMENT ON SERVER %1$s IS '%s'"
                  .formatted(
                      left.name(), "Loadpath: made for a load, and dropped with its tables"));
      try {
        new SchemaDrop(session, left).run();

        try (ResultSet servers = statement.executeQuery("SELECT srvname FROM pg_foreign_server")) {
          assertThat(servers.next()).isTrue();
          assertThat(servers.getString(1)).isEqualTo("other");
          assertThat(servers.next()).isFalse();
        }
        assertThat(RunSchema.all(session, ""))
            .extracting(RunSchema::name)
            .doesNotContain(left.name());
      } finally {
        statement.execute("DROP EXTENSION file_fdw CASCADE");
      }
    }
  }

  /** A run with --postgres, from another state folder, may use this server at the same time. */
  @Test
  void onlySchemasOfTheServersOwnRunsAreDroppedAtAStart() throws Exception {
    try (Connection session = connect()) {
      RunSchema elsewhere = RunSchema.make(session, RunSchema.newToken());
      RunSchema killed = RunSchema.make(session, "own_" + RunSchema.newToken());

      RunSchema made = new DatabaseServer.Bundled(test.server).makeSchema(session);

      assertThat(RunSchema.all(session, ""))
          .extracting(RunSchema::name)
          .contains(elsewhere.name(), made.name())
          .doesNotContain(killed.name());
      new SchemaDrop(session, elsewhere).run();
      new SchemaDrop(session, made).run();
    }
  }
}
