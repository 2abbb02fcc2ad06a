package io.loadpath.benchmarks.service;

import static io.loadpath.benchmarks.service.UserFixture.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The run's schema in the user's database, and everything around it, which is not the run's. */
@Timeout(120)
@ExtendWith(SharedServer.class)
class UserSchemaIT {
  private static final Map<String, String> WITH_PASSWORD =
      Map.of("PGPASSWORD", UserFixture.PASSWORD);
  private static final String OURS =
      "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'loadpath_run_%'";

  @TempDir private Path state;
  private Connection session;

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

  private void run(String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> rows(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        rows.add(row.getString(1));
      }
    }
    return rows;
  }

  private PostgresService service(Path ofState, String schema, PrintStream out) {
    UserDatabase database = new UserDatabase(target("ann", "shop"), Optional.ofNullable(schema));
    RunPlace place = new RunPlace(ofState, ofState, Map.of(), out, 0, List.of(), List.of());
    return PostgresService.of(place.with(Optional.of(database)));
  }

  private PostgresService started(String schema) {
    PostgresService service = service(state, schema, System.err);
    service.start();
    return service;
  }

  private List<String> dropAll(Map<String, String> environment) throws IOException {
    return LeftSchema.dropAll(state, environment, System.err::println);
  }

  private Map<String, String> variables(PostgresService service) {
    return service.environment(null, null);
  }

  @Test
  void pathsAreLedToTheSchemaWithoutThePassword() throws Exception {
    try (PostgresService service = started(null)) {
      assertThat(service.name()).startsWith("PostgreSQL at 127.0.0.1:");
      assertThat(service.running()).isTrue();
      assertThat(service.processes()).isEmpty();
      Map<String, String> variables = variables(service);
      String schema = variables.get("LOADPATH_SCHEMA");
      assertThat(rows(OURS)).containsExactly(schema);
      assertThat(variables)
          .containsEntry("PGOPTIONS", "-c search_path=" + schema)
          .containsEntry("PGAPPNAME", schema)
          .containsEntry("PGDATESTYLE", "ISO")
          .containsEntry("PGUSER", "ann");
      assertThat(variables.get("LOADPATH_JDBC_URL"))
          .contains("?sslmode=prefer", "&currentSchema=" + schema, "&ApplicationName=" + schema);
      assertThat(variables.toString()).doesNotContain(UserFixture.PASSWORD);
      assertThat(service.settle()).as("ann may not make a checkpoint").isFalse();
      run("CREATE TABLE " + schema + ".rows (n serial); CREATE SCHEMA mine");
    }
    assertThat(rows(OURS)).isEmpty();
    assertThat(rows("SELECT 1 FROM pg_namespace WHERE nspname = 'mine'")).hasSize(1);
    assertThat(state.resolve("schemas")).as("note and passwords").doesNotExist();
  }

  @Test
  void aLentSchemaStaysAndIsEmpty() throws Exception {
    String rights = "default privileges on new relations belonging to role ann in schema mine";
    run("CREATE SCHEMA mine");
    run("ALTER DEFAULT PRIVILEGES IN SCHEMA mine GRANT SELECT ON TABLES TO public");
    try (PostgresService service = started("mine")) {
      assertThat(variables(service)).containsEntry("LOADPATH_SCHEMA", "mine");
      run(
          """
          SET search_path = mine;
          CREATE TYPE kind AS ENUM ('a');
          CREATE TABLE t (n serial PRIMARY KEY, k kind) PARTITION BY RANGE (n);
          CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (1) TO (9);
          CREATE VIEW v AS SELECT n FROM t;
          CREATE MATERIALIZED VIEW m AS SELECT n FROM t;
          CREATE SEQUENCE s;
          CREATE FUNCTION f(t) RETURNS int LANGUAGE sql AS 'SELECT 1';
          CREATE PROCEDURE p() LANGUAGE sql AS 'SELECT 1';
          RESET search_path
          """);
    }
    assertThat(
            rows(
                "SELECT pg_describe_object(classid, objid, 0) FROM pg_depend"
                    + " WHERE refclassid = 'pg_namespace'::regclass AND refobjid = 'mine'::regnamespace"))
        .containsExactly(rights);
  }

  @Test
  void anotherNameIsTriedIfSomeoneHasTheFirst() throws SQLException {
    run("CREATE SCHEMA loadpath_run_taken; COMMENT ON SCHEMA loadpath_run_taken IS 'of others'");

    RunSchema made = RunSchema.make(session, "taken");

    assertThat(made.name()).startsWith("loadpath_run_").isNotEqualTo("loadpath_run_taken");
    assertThat(RunSchema.find(session, "taken", Optional.empty())).hasValue(made);
    new SchemaDrop(session, made).run();
    assertThat(rows(OURS)).containsExactly("loadpath_run_taken");
  }

  /** The other session's name is not visible yet, so the server waits for its end. */
  @Test
  void anotherNameIsTriedIfSomeoneMakesTheFirstAtTheSameMoment() throws Exception {
    try (Connection other = target("ann", "shop").connect(Map.of())) {
      other.setAutoCommit(false);
      other.createStatement().execute("CREATE SCHEMA loadpath_run_same");
      CompletableFuture<RunSchema> made = CompletableFuture.supplyAsync(() -> make("same"));
      UserFixture.server()
          .await(
              "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                  + " AND query LIKE 'CREATE SCHEMA loadpath_run_same%'",
              "1");
      other.commit();

      assertThat(made.get().name()).isNotEqualTo("loadpath_run_same");
      assertThat(rows(OURS)).hasSize(2);
    }
  }

  private static RunSchema make(String token) {
    try (Connection maker = target("ann", "shop").connect(Map.of())) {
      return RunSchema.make(maker, token);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSchemaOnWhichAViewOfTheUserDependsIsLeftAndDroppedLater() throws Exception {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    PostgresService service = service(state, null, new PrintStream(out, true));
    service.start();
    String schema = variables(service).get("LOADPATH_SCHEMA");
    run("CREATE TABLE " + schema + ".rows (n int)");
    run("GRANT CREATE ON SCHEMA public TO ann");
    run("CREATE VIEW public.seen AS SELECT n FROM " + schema + ".rows");
    service.close();

    assertThat(out.toString())
        .contains("this depends on it: view public.seen", "bin/loadpath recover", "ann@127.0.0.1:")
        .doesNotContain(UserFixture.PASSWORD);
    assertThat(rows(OURS)).containsExactly(schema);
    assertThat(dropAll(WITH_PASSWORD)).hasSize(1);
    assertThat(rows("SELECT n FROM public.seen")).isEmpty();

    run("DROP VIEW public.seen");
    assertThat(dropAll(WITH_PASSWORD)).isEmpty();
    assertThat(rows(OURS)).isEmpty();
  }

  @Test
  void aKilledRunsSchemaIsDroppedAndNoOther() throws Exception {
    PostgresService killed = started(null);
    String schema = variables(killed).get("LOADPATH_SCHEMA");
    Path otherState = Files.createDirectory(state.resolve("other"));
    try (PostgresService other = service(otherState, null, System.err)) {
      other.start();
      String others = variables(other).get("LOADPATH_SCHEMA");
      run("CREATE SCHEMA loadpath_run_of_user");

      List<String> messages = dropAll(Map.of("HOME", "/nonexistent"));
      assertThat(messages).hasSize(1);
      assertThat(messages.get(0))
          .contains("no password was provided", "'bin/loadpath recover'", "ann@127.0.0.1:");
      assertThat(rows(OURS)).contains(schema);
      try (var files = Files.walk(state.resolve("schemas"))) {
        assertThat(files.filter(Files::isRegularFile).map(Path::getFileName).map(Path::toString))
            .containsExactly("schema.json");
      }

      assertThat(dropAll(WITH_PASSWORD)).isEmpty();
      assertThat(rows(OURS)).containsExactlyInAnyOrder(others, "loadpath_run_of_user");
      assertThat(state.resolve("schemas")).doesNotExist();
    }
    assertThat(rows(OURS)).containsExactly("loadpath_run_of_user");
  }

  /** The server goes on with the statement of a client that was killed. */
  @Test
  void aKilledRunsSchemaIsNotMadeAfterTheCleanUp() throws Exception {
    try (Connection other = UserFixture.superuser()) {
      other.setAutoCommit(false);
      other.createStatement().execute("LOCK TABLE pg_namespace IN EXCLUSIVE MODE");
      var killed = CompletableFuture.supplyAsync(() -> started(null));
      UserFixture.server().await("SELECT count(*) FROM pg_locks WHERE NOT granted", "1");

      assertThat(dropAll(WITH_PASSWORD)).isEmpty();
      other.rollback();

      assertThatThrownBy(killed::join).hasMessageContaining("terminating connection");
    }
    assertThat(rows(OURS)).isEmpty();
    assertThat(state.resolve("schemas")).doesNotExist();
  }

  /** Its path's teardown cannot run if the server was away, too. */
  @Test
  void aPreparedTransactionOfAKilledRunDoesNotKeepItsSchema() throws Exception {
    PostgresService killed = started(null);
    String schema = variables(killed).get("LOADPATH_SCHEMA");
    run("CREATE SCHEMA mine; CREATE TABLE mine.t (n int); CREATE TABLE " + schema + ".t (n int)");
    run("BEGIN; INSERT INTO " + schema + ".t VALUES (1); PREPARE TRANSACTION 'loadpath_1_us'");
    run("BEGIN; INSERT INTO mine.t VALUES (1); PREPARE TRANSACTION 'loadpath_1_theirs'");
    try {
      assertThat(dropAll(WITH_PASSWORD)).isEmpty();

      assertThat(rows(OURS)).isEmpty();
      assertThat(rows("SELECT gid FROM pg_prepared_xacts WHERE database = 'shop'"))
          .containsExactly("loadpath_1_theirs");
    } finally {
      for (String left :
          rows("SELECT gid FROM pg_prepared_xacts WHERE database = current_database()")) {
        run("ROLLBACK PREPARED '" + left + "'");
      }
    }
  }

  @Test
  void aKilledRunLeavesALentSchemaAsItWas() throws Exception {
    run("CREATE SCHEMA mine");
    PostgresService killed = started("mine");
    run("CREATE TABLE mine.rows (n int)");
    assertThat(variables(killed)).containsEntry("LOADPATH_SCHEMA", "mine");

    assertThat(dropAll(WITH_PASSWORD)).isEmpty();

    assertThat(rows("SELECT relname FROM pg_class WHERE relnamespace = 'mine'::regnamespace"))
        .isEmpty();
  }

  @Test
  void aLentSchemaIsEmptiedAlsoOfWhatAnEventTriggerGaveToAnotherRole() throws Exception {
    run("CREATE SCHEMA mine");
    UserFixture.asSuperuser(
        """
        CREATE ROLE us_team ROLE ann;
        CREATE ROLE us_other;
        CREATE FUNCTION public.give() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
          DECLARE made record;
          BEGIN
            FOR made IN SELECT object_identity FROM pg_event_trigger_ddl_commands() LOOP
              EXECUTE format('ALTER TABLE %s OWNER TO us_team', made.object_identity);
            END LOOP;
          END $$;
        CREATE EVENT TRIGGER give ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
          EXECUTE FUNCTION public.give()
        """);
    try {
      try (PostgresService service = started("mine")) {
        run("CREATE TABLE " + variables(service).get("LOADPATH_SCHEMA") + ".rows (n int)");
        UserFixture.asSuperuser(
            "CREATE TABLE mine.theirs (n int); ALTER TABLE mine.theirs OWNER TO us_other");
      }

      assertThat(rows("SELECT relname FROM pg_class WHERE relnamespace = 'mine'::regnamespace"))
          .containsExactly("theirs");
    } finally {
      UserFixture.asSuperuser(
          "DROP EVENT TRIGGER give; DROP FUNCTION public.give(); DROP OWNED BY us_other, us_team;"
              + " DROP ROLE us_other, us_team");
    }
  }

  /** The extension is the user's, so the foreign server does not go with the run's schema. */
  @Test
  void aKilledRunsForeignServerIsDroppedAndTheUsersStays() throws Exception {
    UserFixture.asSuperuser(
        "CREATE EXTENSION file_fdw; GRANT USAGE ON FOREIGN DATA WRAPPER file_fdw TO ann");
    try {
      run("CREATE SCHEMA mine; CREATE SERVER mine FOREIGN DATA WRAPPER file_fdw");
      started("mine");
      String schema = variables(started(null)).get("LOADPATH_SCHEMA");
      run(
          "CREATE SERVER %s FOREIGN DATA WRAPPER file_fdw; COMMENT ON SERVER %1$s IS '%s'"
              .formatted(schema, "Loadpath: made for a load, and dropped with its tables"));

      assertThat(dropAll(WITH_PASSWORD)).isEmpty();

      assertThat(rows("SELECT srvname FROM pg_foreign_server")).containsExactly("mine");
      assertThat(rows(OURS)).isEmpty();
    } finally {
      UserFixture.asSuperuser("DROP EXTENSION file_fdw CASCADE");
    }
  }

  @Test
  void aLentSchemaWithoutTheMarkIsNotCleared() throws Exception {
    run("CREATE SCHEMA mine");
    started("mine");
    run("DROP TABLE mine.loadpath_run_mark; CREATE TABLE mine.theirs (n int)");

    assertThat(dropAll(WITH_PASSWORD)).isEmpty();

    assertThat(rows("SELECT relname FROM pg_class WHERE relnamespace = 'mine'::regnamespace"))
        .containsExactly("theirs");
  }

  @Test
  void aLentSchemaThatIsFilledAfterTheCheckStaysAsItIs() throws Exception {
    run("CREATE SCHEMA mine; CREATE TABLE mine.theirs (n int)");

    assertThatThrownBy(() -> started("mine"))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("no longer empty, it holds table mine.theirs");
    assertThat(dropAll(WITH_PASSWORD)).isEmpty();

    assertThat(rows("SELECT relname FROM pg_class WHERE relnamespace = 'mine'::regnamespace"))
        .containsExactly("theirs");
  }

  /** A login's settings can make it act as another role, which may not end the login's sessions. */
  @Test
  void sessionsOfALoginThatActsAsAnotherRoleAreEnded() throws Exception {
    UserFixture.server()
        .sql(
            "CREATE ROLE us_login LOGIN PASSWORD E'se:cr\\\\et' IN ROLE ann;"
                + " ALTER ROLE us_login SET role = ann");
    Target target = target("us_login", "shop");
    String application = RunSchema.application("acts");
    try (Connection ours = target.connect(Map.of());
        Connection path = target.connect(Map.of("ApplicationName", application))) {
      SchemaDrop.endSessions(ours, application);

      assertThat(path.isValid(5)).isFalse();
      try (ResultSet role = ours.createStatement().executeQuery("SELECT current_user")) {
        role.next();
        assertThat(role.getString(1)).isEqualTo("ann");
      }
    }
  }

  @Test
  void onlySessionsOfTheRunsPathsAreEnded() throws Exception {
    try (PostgresService service = started(null)) {
      service.beginSample(null, Map.of());
      Map<String, String> variables = variables(service);
      Target target = target("ann", "shop");
      try (Connection path = target.connect(Map.of("ApplicationName", variables.get("PGAPPNAME")));
          Connection user = target.connect(Map.of())) {
        service.endSessions(Set.of());

        assertThat(user.isValid(5)).isTrue();
        assertThat(session.isValid(5)).isTrue();
        assertThat(path.isValid(5)).isFalse();
      }
    }
  }

  @Test
  void aServerThatIsAwayKeepsTheNote() throws IOException {
    Target away = target("postgresql://ann@127.0.0.1:1/shop");
    LeftSchema note = new LeftSchema(away.url(), null, "token", null);
    note.write(state);

    List<String> messages = dropAll(WITH_PASSWORD);

    assertThat(messages).hasSize(1);
    assertThat(messages.get(0)).contains("refused", away.url(), "'bin/loadpath recover'");
    assertThat(state.resolve("schemas/token/schema.json")).exists();
  }

  @Test
  void aLentSchemaThatIsInUseIsRefused() throws Exception {
    run("CREATE SCHEMA mine");
    try (PostgresService service = started("mine")) {
      assertThat(service.running()).isTrue();
      UserDatabase second = new UserDatabase(target("ann", "shop"), Optional.of("mine"));
      assertThatThrownBy(() -> new TargetCheck(second, state).facts())
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("is not empty, it holds table mine.loadpath_run_mark");
    }
  }
}
