package io.loadpath.benchmarks.service;

import static io.loadpath.benchmarks.service.UserFixture.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.ServiceException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A user's server that fails, refuses or is busy while a run has its schema there. */
@Timeout(120)
@ExtendWith(SharedServer.class)
class UserServerErrorsIT {
  @TempDir private Path state;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private TestServer test;
  private PostgresService service;

  @BeforeEach
  void makeRole() {
    test = UserFixture.server();
    test.sql("CREATE ROLE ue LOGIN PASSWORD E'se:cr\\\\et'; GRANT CREATE ON DATABASE shop TO ue");
  }

  @AfterEach
  void dropRole() throws Exception {
    if (service != null) {
      service.close();
    }
    assertThat(schemas()).isEmpty();
    shop("DROP OWNED BY ue; DROP ROLE ue");
  }

  private PostgresService started(String uri) {
    RunPlace place =
        new RunPlace(state, state, Map.of(), new PrintStream(out, true), 0, List.of(), List.of());
    UserDatabase database = new UserDatabase(target(uri), Optional.empty());
    service = PostgresService.of(place.with(Optional.of(database)));
    service.start();
    return service;
  }

  private String schema() {
    return service.environment(null, null).get("LOADPATH_SCHEMA");
  }

  /** Runs SQL in the database shop, as the superuser. */
  private List<String> shop(String sql) throws SQLException {
    try (Connection session = superuser()) {
      return rows(session, sql);
    }
  }

  private Connection superuser() throws SQLException {
    var server = test.server.connection();
    return new io.loadpath.engines.postgres.ConnectionInfo(
            server.host(),
            server.port(),
            server.user(),
            "shop",
            server.passFile(),
            server.passwordFile())
        .connect(Map.of("ApplicationName", "their tool"));
  }

  private static List<String> rows(Connection session, String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (var statement = session.createStatement()) {
      if (statement.execute(sql)) {
        try (var row = statement.getResultSet()) {
          while (row.next()) {
            found.add(row.getString(1));
          }
        }
      }
    }
    return found;
  }

  private List<String> schemas() throws SQLException {
    return shop("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'loadpath_run_%'");
  }

  private List<String> dropAll() throws Exception {
    return LeftSchema.dropAll(state, OnUserDatabase.WITH_PASSWORD, System.err::println);
  }

  @Test
  void theSchemaIsDroppedThoughOthersTookAllSessions() throws Exception {
    started(UserFixture.uri("ue", "shop"));
    test.sql("ALTER ROLE ue CONNECTION LIMIT 1");
    assertThatThrownBy(() -> target("ue", "shop").connect(Map.of()))
        .hasMessageContaining("too many connections");
    assertThatThrownBy(
            () ->
                new TargetCheck(new UserDatabase(target("ue", "shop"), Optional.empty()), state)
                    .facts())
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("end other sessions, or raise max_connections");

    service.close();

    assertThat(schemas()).isEmpty();
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aKilledExportsPreparedTransactionsAreRolledBackAndNoOther() throws Exception {
    started(UserFixture.uri("ue", "shop"));
    String schema = schema();
    shop("CREATE SCHEMA IF NOT EXISTS ue_theirs AUTHORIZATION ue");
    try (Connection export = target("ue", "shop").connect(Map.of())) {
      rows(export, "CREATE TABLE %s.t (n int)".formatted(schema));
      rows(export, "CREATE TABLE ue_theirs.t (n int)");
      prepare(export, schema + ".t", "loadpath_1_2_3_0_0");
      prepare(export, "ue_theirs.t", "loadpath_9_9_9_0_0");

      assertThat(dropAll()).isEmpty();

      assertThat(rows(export, "SELECT gid FROM pg_prepared_xacts"))
          .containsExactly("loadpath_9_9_9_0_0");
      rows(export, "ROLLBACK PREPARED 'loadpath_9_9_9_0_0'");
    }
    assertThat(schemas()).isEmpty();
  }

  private static void prepare(Connection session, String table, String name) throws SQLException {
    rows(
        session,
        "BEGIN; INSERT INTO %s VALUES (1); PREPARE TRANSACTION '%s'".formatted(table, name));
  }

  @Test
  void whoHoldsALockIsNamed() throws Exception {
    started(UserFixture.uri("ue", "shop"));
    shop("CREATE TABLE %s.t (n int)".formatted(schema()));
    try (Connection holder = superuser()) {
      rows(holder, "BEGIN; SELECT * FROM %s.t".formatted(schema()));

      service.close();

      assertThat(out.toString())
          .contains("ue@127.0.0.1:", "of loadpath (their tool) held a lock in it for 10 seconds")
          .contains("end that, then 'bin/loadpath recover'")
          .doesNotContain(UserFixture.PASSWORD);
      assertThat(schemas()).hasSize(1);
      rows(holder, "COMMIT");
    }
    assertThat(dropAll()).isEmpty();
  }

  @Test
  void aRolesTimeLimitsAreNamedAndDoNotEndTheHarnesssSessions() throws Exception {
    test.sql("ALTER ROLE ue SET statement_timeout = '5s'");
    test.sql("ALTER ROLE ue SET idle_in_transaction_session_timeout = '2s'");

    TargetFacts facts =
        new TargetCheck(new UserDatabase(target("ue", "shop"), Optional.empty()), state).facts();
    assertThat(facts.timeLimits().orElseThrow())
        .contains("idle_in_transaction_session_timeout=2s, statement_timeout=5s for the role ue")
        .contains("PostgreSQL at 127.0.0.1:");
    try (Connection session = HarnessSession.open(target("ue", "shop")::connect, Set.of())) {
      assertThat(rows(session, "SHOW statement_timeout")).containsExactly("0");
      assertThat(rows(session, "SHOW idle_in_transaction_session_timeout")).containsExactly("0");
    }
  }

  /** As a server that restarts looks like from here. */
  @Test
  void aServerThatIsAwayForASecondIsWaitedFor() throws Exception {
    cutFor(Duration.ofSeconds(1));
  }

  @Test
  @Tag("cluster")
  void aLinkThatIsCutFor30SecondsLeavesTheSchemaOrNothing() throws Exception {
    try (CutLink link = new CutLink(test.server.connection().port())) {
      started("postgresql://ue@127.0.0.1:%d/shop".formatted(link.port()));
      link.cut();
      service.endSessions(Set.of()); // waits in vain
      assertThatThrownBy(() -> service.beginSample(null, Map.of()))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("PostgreSQL at 127.0.0.1:" + link.port())
          .hasMessageContaining("refused");
      link.join();
      service.beginSample(null, Map.of());
      service.close();
    }
    assertThat(schemas()).isEmpty();
    assertThat(out.toString()).isEmpty();
  }

  private void cutFor(Duration time) throws Exception {
    try (CutLink link = new CutLink(test.server.connection().port())) {
      started("postgresql://ue@127.0.0.1:%d/shop".formatted(link.port()));
      link.cut();
      CompletableFuture<Void> sample =
          CompletableFuture.runAsync(() -> service.beginSample(null, Map.of()));
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
      assertThat(sample).isNotDone();
      link.join();
      sample.get(20, TimeUnit.SECONDS);
      assertThat(schemas()).hasSize(1);
      link.cut(); // and again at the run's end
      CompletableFuture<Void> end = CompletableFuture.runAsync(service::close);
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
      link.join();
      end.get(20, TimeUnit.SECONDS);
    }
    service.close(); // does nothing: the link is gone
    assertThat(schemas()).isEmpty();
    assertThat(out.toString()).isEmpty();
    assertThat(state.resolve("schemas")).doesNotExist();
  }
}
