package io.loadpath.benchmarks.service;

import static io.loadpath.benchmarks.service.UserFixture.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.ServiceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The run's schema in the user's database, and everything around it, which is not the run's. */
class UserSchemaIT extends OnUserDatabase {
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
