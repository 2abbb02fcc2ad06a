package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.Script;
import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paths postgres-q1 and postgres-external-q1 against the bundled server. */
class PostgresQ1IT {
  private static TestServer test;
  private static Path whole;
  private static Manifest manifest;

  private Path folder;
  private Path data;

  @BeforeAll
  static void start() throws IOException {
    test = TestServer.started();
    whole = test.newFolder();
    manifest =
        Datasets.lineitem(new BigDecimal("0.01"), 2, Codec.NONE).prepare(whole, Progress.silent());
  }

  @AfterAll
  static void stop() throws IOException {
    test.delete();
  }

  @BeforeEach
  void makeFolders() throws IOException {
    folder = test.newFolder();
    data = folder(folder.resolve("it's data"));
    folder(folder.resolve("work"));
    try (Stream<Path> files = Files.list(whole)) {
      for (Path file : files.toList()) {
        Files.copy(file, data.resolve(file.getFileName()));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-q1, Parallel Seq Scan on lineitem",
    "postgres-external-q1, Parallel Append"
  })
  void givesTheExactAnswerInParallelAndLeavesNothing(String path, String scan) throws Exception {
    succeed(path, "setup");
    succeed(path, "run");
    assertThat(answer(path)).isEqualTo(expected());
    assertThat(plan(path)).contains("Workers Planned: 1", scan, "Partial HashAggregate");

    Path part = data.resolve("part-00000.tbl");
    Files.writeString(part, Files.readString(part).replaceFirst("\\.23\\|", ".22|"));
    succeed(path, "setup");
    succeed(path, "run");
    // sum_base_price, the fourth column, is a cent short in one group
    assertThat(sums(answer(path))).isEqualTo(sums(expected()).subtract(new BigDecimal("0.01")));

    succeed(path, "teardown");
    succeed(path, "teardown");
    assertThat(folder.resolve("work")).isEmptyDirectory();
    assertThat(
            test.sql(
                "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'postgres%q1'"
                    + " UNION SELECT srvname FROM pg_foreign_server"))
        .isEmpty();
  }

  private static String plan(String path) throws IOException {
    String script = Files.readString(test.root.resolve("postgres/sql/q1.sql"));
    String table = path.replace('-', '_') + ".lineitem";
    return test.run(
        Map.of("table", table, "delta", "90", "workers", "1"),
        Script.command(script.replace("\nSELECT\n", "\nEXPLAIN SELECT\n")));
  }

  /** Proves the same about its query as {@link OracleFingerprintOnPostgresIT}. */
  @Test
  void theSqlForOracleGivesTheSameAnswer() throws Exception {
    succeed("postgres-q1", "setup");
    SqlPlusScript script = SqlPlusScript.read(Path.of("oracle/11-q1.sql"));
    assertThat(script.statements()).hasSize(1);
    String query =
        script
            .statements()
            .get(0)
            .replace("&owner..&lineitem", "postgres_q1.lineitem")
            .replace("&delta", "90");

    String functions = "src/test/resources/io/loadpath/externaltable/oracle-functions.sql";
    String rows =
        test.run(
            Map.of(),
            Script.file(functions),
            Script.command("SET search_path TO oracle, pg_catalog"),
            Script.command(query),
            Script.command("DROP SCHEMA oracle CASCADE"));

    assertThat(rows.lines().map(row -> List.of(row.split("\\|"))).toList()).isEqualTo(expected());
    succeed("postgres-q1", "teardown");
  }

  @Test
  void failsOnAFileThatVanishedAfterSetup() throws Exception {
    succeed("postgres-external-q1", "setup");
    Files.delete(data.resolve("part-00001.tbl"));

    Outcome run = step("postgres-external-q1", "run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("part-00001.tbl", "No such file");
    succeed("postgres-external-q1", "teardown");
  }

  @Test
  void saysSoBeforehandWhenTheServerMayNotReadTheFiles() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the server's user is the tests'");
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));

    Outcome setup = step("postgres-external-q1", "setup");

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains("Permission denied", "must be able to read", data.toString());
    succeed("postgres-external-q1", "teardown");
  }

  @Test
  void saysSoBeforehandWhenTheTableDoesNotFit() throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    Path df = Files.writeString(tools.resolve("df"), "#!/bin/sh\necho Avail\necho 1000000\n");
    Files.setPosixFilePermissions(df, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<String, String> environment = environment();
    environment.merge("PATH", tools + ":", (path, first) -> first + path);

    Outcome setup = step("postgres-q1", "setup", environment);

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains("the table needs 9 MB", "but 1 MB are free");
  }

  private static List<List<String>> expected() {
    return manifest.q1().get("90");
  }

  private static BigDecimal sums(List<List<String>> answer) {
    return answer.stream()
        .map(row -> new BigDecimal(row.get(3)))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private List<List<String>> answer(String path) throws Exception {
    String json = succeed(path, "verify").text();
    return new ObjectMapper()
        .readValue(json, new TypeReference<Map<String, List<List<String>>>>() {})
        .get("answer");
  }

  private Outcome succeed(String path, String step) throws Exception {
    Outcome outcome = step(path, step);
    assertThat(outcome.exitCode()).as(step + ": " + outcome.err()).isZero();
    return outcome;
  }

  private Outcome step(String path, String step) throws Exception {
    return step(path, step, environment());
  }

  private Outcome step(String path, String step, Map<String, String> environment) throws Exception {
    String module = path.equals("postgres-q1") ? "postgres" : "external-table";
    Path executable = test.root.resolve(module).resolve("paths").resolve(path).resolve(step);
    return new Program(List.of(executable.toString()), environment, folder.resolve("work")).run();
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(test.server.connection().environment());
    environment.put("PATH", System.getenv("PATH"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LOADPATH_ROOT", test.root.toString());
    environment.put("LOADPATH_DATA", data.toString());
    environment.put("LOADPATH_WORK", folder.resolve("work").toString());
    environment.put("LOADPATH_SERVER_DIR", folder.toString());
    return environment;
  }

  private static Path folder(Path path) throws IOException {
    Files.createDirectories(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    return path;
  }
}
