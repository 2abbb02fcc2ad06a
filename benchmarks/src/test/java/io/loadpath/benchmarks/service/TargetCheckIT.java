package io.loadpath.benchmarks.service;

import static io.loadpath.benchmarks.service.UserFixture.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers, databases and roles on which a run can work or not. */
@Timeout(120)
@ExtendWith(SharedServer.class)
class TargetCheckIT {
  private static TestServer test;

  @BeforeAll
  static void makeRoles() {
    test = UserFixture.server();
    test.sql("CREATE ROLE tc_poor LOGIN PASSWORD E'se:cr\\\\et'");
    test.sql("CREATE ROLE tc_few LOGIN SUPERUSER CONNECTION LIMIT 3 PASSWORD E'se:cr\\\\et'");
    test.sql("ALTER ROLE tc_few NOSUPERUSER; GRANT CREATE ON DATABASE shop TO tc_few");
    test.sql("CREATE ROLE tc_reader LOGIN PASSWORD E'se:cr\\\\et'");
    test.sql("ALTER ROLE tc_reader SET default_transaction_read_only = on");
    test.sql("CREATE ROLE tc_files LOGIN PASSWORD E'se:cr\\\\et' IN ROLE pg_read_server_files");
    test.sql("GRANT CREATE ON DATABASE shop TO tc_files");
    test.sql("CREATE ROLE tc_space LOGIN PASSWORD E'se:cr\\\\et'");
    test.sql("ALTER ROLE tc_space SET default_tablespace = 'tc_closed'");
    test.sql("GRANT CREATE ON DATABASE shop TO tc_space");
    test.sql("CREATE ROLE tc_quotes LOGIN PASSWORD E'se:cr\\\\et'");
    test.sql("ALTER ROLE tc_quotes SET quote_all_identifiers = on");
    test.sql("CREATE ROLE tc_root LOGIN SUPERUSER PASSWORD E'se:cr\\\\et'");
    try (var session = target("tc_root", "shop").connect(Map.of());
        var statement = session.createStatement()) {
      statement.execute(
          "CREATE SCHEMA tc_full; CREATE TABLE tc_full.t (n int); CREATE SCHEMA tc_closed;"
              + " CREATE SCHEMA \"tc-odd\"; CREATE SCHEMA tc_lent; CREATE SCHEMA tc_shared;"
              + " CREATE SCHEMA tc_anns AUTHORIZATION ann; GRANT ALL ON SCHEMA tc_shared TO PUBLIC;"
              + " ALTER DEFAULT PRIVILEGES IN SCHEMA tc_lent GRANT SELECT ON TABLES TO ann;"
              + " GRANT ALL ON SCHEMA tc_full, \"tc-odd\", tc_lent TO tc_poor;"
              + " CREATE SCHEMA tc_quoted; GRANT ALL ON SCHEMA tc_quoted TO tc_quotes");
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static TargetFacts facts(Target target, Optional<String> schema) throws IOException {
    Path folder = test.newFolder();
    return new TargetCheck(new UserDatabase(target, schema), folder).facts();
  }

  private static TargetFacts facts(String user) throws IOException {
    return facts(target(user, "shop"), Optional.empty());
  }

  @Test
  void aRoleWithoutRightsOnTheServersFilesCanLoadByClients() throws IOException {
    TargetFacts facts = facts("ann");

    assertThat(facts.version()).startsWith("18");
    assertThat(facts.encoding()).isEqualTo("UTF8");
    assertThat(facts.missing(Requirements.SERVER_FILES).orElseThrow())
        .contains("pg_read_server_files and TEMPORARY", "127.0.0.1:", "permission denied");
    assertThat(facts.missing(Requirements.SERVER_PROGRAMS)).isPresent();
    assertThat(facts.missing("gzip")).isEmpty();
    assertThat(facts.freeBytes()).isEmpty();
    facts.requireRoom(Long.MAX_VALUE / 10);
  }

  @Test
  void rightsOnFilesAndProgramsAreFoundByTrying() throws IOException {
    TargetFacts all = facts("tc_root");
    assertThat(all.noFiles()).isEmpty();
    assertThat(all.noPrograms()).isEmpty();
    assertThat(all.freeBytes().orElseThrow()).isPositive();
    all.requireRoom(1000);
    all.requireRoom(Math.round(all.freeBytes().getAsLong() / 2.9));
    assertThatThrownBy(() -> all.requireRoom(Math.round(all.freeBytes().getAsLong() / 2.7)))
        .hasMessageContaining("GB of room");
    assertThat(test.sql("SELECT count(*) FROM pg_class WHERE relname LIKE 'loadpath_reach%'"))
        .isEqualTo("0");
  }

  @Test
  void variantsWithTooManySessionsAreNotRun(@TempDir Path folder) throws IOException {
    String yaml = PathFolder.yaml("one").replace("needs: []", "needs: [postgres]");
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", yaml));
    Variant variant = new Variant(path, Map.of("files", "4"), null, 2, Place.LOCAL);

    assertThat(facts("tc_few").missing(variant).orElseThrow().reason())
        .contains("needs 7 sessions", "has 3 free for this role", "max_connections");
    assertThat(facts("ann").missing(variant)).isEmpty();
  }

  @Test
  void serverFilesNeedFileFdw() throws Exception {
    try (var session = target("tc_root", "shop").connect(Map.of());
        var statement = session.createStatement()) {
      assertThat(facts("tc_files").noFiles().orElseThrow())
          .contains("needs file_fdw on PostgreSQL at", "a superuser runs CREATE EXTENSION");
      statement.execute("CREATE EXTENSION file_fdw");
      assertThat(facts("tc_files").noFiles()).isPresent();
      assertThat(facts("tc_root").noFiles()).isEmpty();
      statement.execute("GRANT USAGE ON FOREIGN DATA WRAPPER file_fdw TO tc_files");
      assertThat(facts("tc_files").noFiles()).isEmpty();
      assertThat(facts("tc_files").noPrograms().orElseThrow())
          .contains("pg_execute_server_program");
      statement.execute("DROP EXTENSION file_fdw");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "tc_poor | - | may not make a schema in it: GRANT CREATE ON DATABASE",
        "tc_reader | - | its transactions are read-only",
        "tc_poor | nowhere | has no schema nowhere",
        "tc_poor | tc_full | is not empty, it holds table tc_full.t",
        "tc_poor | tc_closed | GRANT CREATE, USAGE ON SCHEMA tc_closed TO tc_poor",
        "tc_poor | tc_shared | PUBLIC may make functions in the schema tc_shared",
        "tc_root | tc_anns | ann may make functions in the schema tc_anns",
        "tc_poor | tc-odd | needs quotes in SQL"
      })
  void whereARunCannotWorkIsRefusedByName(String user, String schema, String message) {
    assertThatThrownBy(() -> facts(target(user, "shop"), Optional.ofNullable(schema)))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("PostgreSQL at 127.0.0.1:")
        .hasMessageContaining("database shop");
  }

  @ParameterizedTest
  @CsvSource({"tc_poor, tc_lent", "tc_quotes, tc_quoted"})
  void anEmptySchemaIsEnough(String user, String schema) throws IOException {
    assertThat(facts(target(user, "shop"), Optional.of(schema)).version()).isNotEmpty();
  }

  @Test
  void aDefaultTablespaceInWhichTheRoleMayMakeNoTablesIsRefused() throws Exception {
    assertThat(facts("tc_space").version())
        .as("no such tablespace: it does not count")
        .isNotEmpty();
    test.sql("SET allow_in_place_tablespaces = on; CREATE TABLESPACE tc_closed LOCATION ''");
    try {
      assertThatThrownBy(() -> facts("tc_space"))
          .hasMessageContaining("default_tablespace of the role tc_space is tc_closed")
          .hasMessageContaining("GRANT CREATE ON TABLESPACE tc_closed");
      Target other =
          target(UserFixture.uri("tc_space", "shop") + "?options=-c%20default_tablespace%3D");
      assertThat(facts(other, Optional.empty()).version()).isNotEmpty();
    } finally {
      test.sql("DROP TABLESPACE tc_closed");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nobody | shop | | password authentication failed",
        "ann | nodb | | does not exist; make the database",
        "ann | shop | ?sslmode=require | the server has no TLS",
        "ann | shop | ?host=no.invalid | no host has this name",
        "ann | shop | ?port=1 | refused"
      })
  void aFailedConnectionIsExplainedWithoutThePassword(
      String user, String database, String more, String message) {
    String uri = UserFixture.uri(user, database) + (more == null ? "" : more);
    assertThatThrownBy(() -> facts(target(uri), Optional.empty()))
        .hasMessageContaining("cannot connect to postgresql://" + user + "@")
        .hasMessageContaining(message)
        .hasMessageNotContaining(UserFixture.PASSWORD);
  }

  @Test
  void aServerThatAsksForAPasswordSaysHowToGiveIt() {
    Target none =
        Target.parse(
            UserFixture.uri("ann", "shop"), Optional.empty(), Map.of("HOME", "/nonexistent"));
    assertThatThrownBy(() -> facts(none, Optional.empty())).hasMessageContaining("--password-file");
  }

  /** A stopped server's data folder that is started as a standby. */
  @Test
  void aServerInRecoveryIsRefused() throws Exception {
    TestServer primary = TestServer.started();
    Process standby = null;
    try {
      Path data = primary.server.dataFolder();
      primary.sql("ALTER SYSTEM SET wal_level = replica"); // a standby needs it
      primary.server.stop();
      primary.server.start();
      primary.server.stop();
      primary.secret(data, "standby.signal", "");
      int port = LoopbackPort.free();
      String programs =
          data.resolveSibling(io.loadpath.engines.postgres.PostgresServer.version()).toString();
      List<String> command =
          ServerUser.find()
              .command(
                  List.of(
                      programs + "/bin/postgres",
                      "-D",
                      data.toString(),
                      "-p",
                      Integer.toString(port),
                      "-c",
                      "config_file=" + data.resolveSibling("postgresql.conf")));
      Path log = primary.newFolder().resolve("log");
      standby =
          new ProcessBuilder(command)
              .directory(data.getParent().toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      Await.until(
          () -> "the standby takes connections: " + read(log),
          () -> read(log).contains("ready to accept read-only connections"));
      String password = Files.readString(data.resolveSibling("password"));
      Target target =
          Target.parse(
              "postgresql://loadpath@127.0.0.1:" + port + "/loadpath",
              Optional.empty(),
              Map.of("PGPASSWORD", password));

      assertThatThrownBy(() -> facts(target, Optional.empty()))
          .hasMessageContaining("it is in recovery, as a standby is");
    } finally {
      if (standby != null) {
        standby.destroy();
        standby.waitFor();
      }
      primary.delete();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "transaction | extra_float_digits | pool_mode=transaction",
        "session | extra_float_digits | it is a pooler that passes on no search_path",
        "session | extra_float_digits,options,search_path | ignores the search_path"
      })
  void aPoolerThatLosesSettingsIsRefused(String mode, String ignored, String message)
      throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "pgbouncer"))),
        "PgBouncer is not installed (Debian: apt-get install pgbouncer)");
    Path folder = test.newFolder();
    int port = LoopbackPort.free();
    Path users = test.secret(folder, "users", "\"ann\" \"%s\"".formatted(UserFixture.PASSWORD));
    Path settings =
        Files.writeString(
            folder.resolve("pgbouncer.ini"),
            """
            [databases]
            * = host=127.0.0.1 port=%d
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = scram-sha-256
            auth_file = %s
            pool_mode = %s
            ignore_startup_parameters = %s
            """
                .formatted(test.server.connection().port(), port, users, mode, ignored));
    Owner.mode(settings, "rw-r--r--");
    List<String> command =
        new ArrayList<>(ServerUser.find().command(List.of("pgbouncer", settings.toString())));
    Process pooler =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      Await.until(() -> "PgBouncer listens: " + read(folder.resolve("log")), () -> listens(port));
      Target target = target("postgresql://ann@127.0.0.1:" + port + "/shop");
      assertThatThrownBy(() -> facts(target, Optional.empty())).hasMessageContaining(message);
    } finally {
      pooler.destroy();
      pooler.waitFor();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
