package io.loadpath.benchmarks.service;

import static io.loadpath.benchmarks.service.UserFixture.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.libpq.Target;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Schemas that runs have left in the user's database, and the clean-up after them. */
class LeftSchemaIT extends OnUserDatabase {
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
  void aServerThatIsAwayKeepsTheNote() throws IOException {
    Target away = target("postgresql://ann@127.0.0.1:1/shop");
    LeftSchema note = new LeftSchema(away.url(), null, "token", null);
    note.write(state);

    List<String> messages = dropAll(WITH_PASSWORD);

    assertThat(messages).hasSize(1);
    assertThat(messages.get(0)).contains("refused", away.url(), "'bin/loadpath recover'");
    assertThat(state.resolve("schemas/token/schema.json")).exists();
  }
}
