package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The scripts for external tables and SQL*Loader on the Oracle that {@code ORACLE_URL}, {@code
 * ORACLE_USER} and {@code ORACLE_PASSWORD_FILE} name; skipped without.
 *
 * <p>It also needs {@code ORACLE_DBA_USER} and {@code ORACLE_DBA_PASSWORD_FILE}, {@code sqlplus}
 * and {@code sqlldr} on the PATH, the grants of 01-owner.sql, and a database that runs here or
 * mounts {@code /var/tmp} (or what {@code ORACLE_SHARED_FOLDER} names) under that name. Each
 * edition is expected to do what it can: without the option Partitioning the partitioned target is
 * refused, without Parallel execution the insert is noted as serial, without Parallel load
 * SQL*Loader's direct path takes one file; Free, XE and SE2 lack some of them. An Autonomous
 * Database has no folder of ours: only SQL*Loader loads there.
 */
@EnabledIfEnvironmentVariable(
    named = "ORACLE_URL",
    matches = ".+",
    disabledReason = "no Oracle: set ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE")
class OracleLoadIT {
  private static final long ROWS = 20_000;
  private static final String EXTERNAL = "external-table-load-oracle";
  private static final String SQLLDR = "sqlldr-load-oracle";
  private static final String LEFT =
      """
      SELECT table_name FROM user_tables
      WHERE table_name LIKE 'EXTERNAL\\_TABLE\\_ORACLE%' ESCAPE '\\' OR table_name = 'SQLLDR_ORACLE'
      UNION ALL
      SELECT directory_name FROM all_directories
      WHERE directory_name LIKE 'EXTERNAL\\_TABLE\\_ORACLE%' ESCAPE '\\'
      """;

  private Path folder;
  private LoadPath path;

  @BeforeEach
  void makeFolder() throws IOException {
    needs("sqlplus");
    String shared = System.getenv().getOrDefault("ORACLE_SHARED_FOLDER", "/var/tmp");
    // not the test's temporary folder: the database's user must be able to enter it
    folder = Files.createTempDirectory(Path.of(shared), "loadpath-oracle-");
    LoadPath.mode(folder, "rwxr-xr-x");
  }

  @AfterEach
  void leavesNothing() throws Exception {
    if (path != null) {
      path.succeed("teardown");
      path.succeed("teardown");
      assertThat(query(LEFT)).isEmpty();
    }
    if (folder != null) {
      FileTree.delete(folder);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "heap, none, none",
    "partitioned, none, gzip-3",
    "partitioned, basic, none",
  })
  void loadsTheRowsIntoEachModel(String model, String compression, String codec) throws Exception {
    path(EXTERNAL, Map.of("model", model, "compression", compression, "codec", codec));
    if (isRefusedFor(model)) {
      return;
    }
    path.succeed("setup");
    path.succeed("run");

    requireExpectedNotes(checkProof("v$mystat", "v$sysstat"));
    assertThat(
            query(
                "SELECT MAX(compression) || '|' || MAX(partitioned) FROM ("
                    + " SELECT compression, 'NO' AS partitioned FROM user_tables"
                    + " WHERE table_name = 'EXTERNAL_TABLE_ORACLE' AND partitioned = 'NO' UNION ALL"
                    + " SELECT compression, 'YES' FROM user_tab_subpartitions"
                    + " WHERE table_name = 'EXTERNAL_TABLE_ORACLE')"))
        .containsExactly(
            (compression.equals("none") ? "DISABLED" : "ENABLED")
                + (model.equals("heap") ? "|NO" : "|YES"));
  }

  @ParameterizedTest
  @CsvSource({
    "direct, none, heap", "direct, gzip-3, partitioned",
    "conventional, none, heap", "conventional, gzip-3, heap",
  })
  void loadsTheRowsWithSqlLoader(String way, String codec, String model) throws Exception {
    needs("sqlldr");
    Map<String, String> parameters = Map.of("way", way, "codec", codec, "model", model);
    path(SQLLDR, parameters);
    if (way.equals("direct") && !has("Parallel load")) {
      assertThat(path.fail("setup")).contains("no parallel load by direct path");
      path.succeed("teardown");
      path(SQLLDR, parameters, 1);
    }
    if (isRefusedFor(model)) {
      return;
    }
    path.succeed("setup");
    path.succeed("run");

    JsonNode notes = checkProof("v$sysstat").get("notes");
    assertThat(notes.toString().contains("not direct-path")).isEqualTo(way.equals("conventional"));
  }

  /** Whether the database has no such target; then it has to say why. */
  private boolean isRefusedFor(String model) throws Exception {
    boolean refused = model.equals("partitioned") && !has("Partitioning");
    if (refused) {
      assertThat(path.program("setup").run().all()).contains("ORA-00439");
    }
    return refused;
  }

  /** Notes what this database cannot do, and where its figures come from, but nothing else. */
  private static void requireExpectedNotes(JsonNode proof) throws Exception {
    List<String> expected = new ArrayList<>();
    if (proof.get("databaseCpu").get("source").asText().equals("v$sysstat")) {
      expected.add("v$mystat lacks the figures of the parallel servers");
    }
    String forced =
        "SELECT force_logging FROM v$database UNION ALL SELECT t.force_logging FROM user_users u"
            + " JOIN user_tablespaces t ON t.tablespace_name = u.default_tablespace";
    query(forced).stream().filter("YES"::equals).forEach(yes -> expected.add("not NOLOGGING: the"));
    if (!has("Parallel execution")) {
      expected.add("not parallel: the insert ran in one process");
    }
    List<String> notes = new ArrayList<>();
    proof.get("notes").forEach(note -> notes.add(note.asText()));
    // redo that FORCE LOGGING makes is noted with its bytes as well
    notes.removeIf(note -> expected.toString().contains("NOLOGGING") && note.contains(" of redo"));
    assertThat(notes).hasSameSizeAs(expected);
    for (int i = 0; i < notes.size(); i++) {
      assertThat(notes.get(i)).startsWith(expected.get(i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4111111111111111|VISA|5411|10|01/02/2008|1",
    "4111111111111111|VISA|5411|10|2008-01-02|1234567|Fort Lauderdale|FL|33323|",
    "411111111111111111111|VISA|5411|10|01/02/2008|1234567|Fort Lauderdale|FL|33323|",
  })
  void aRowThatIsRejectedFailsTheLoadAndIsInTheBadFile(String row) throws Exception {
    path(EXTERNAL, Map.of());
    path.append(1, row + "\n");
    path.succeed("setup");

    requireFailure("ORA-30653");
    try (Stream<Path> logs = Files.list(path.server().resolve("log"))) {
      assertThat(logs.filter(file -> file.toString().endsWith(".bad"))).hasSize(1);
    }
  }

  @Test
  void aMissingValueFailsTheLoadAndNamesItsColumn() throws Exception {
    path(EXTERNAL, Map.of());
    path.append(1, "4111111111111111|VISA||10|01/02/2008|1234567|Fort Lauderdale|FL|33323|\n");
    path.succeed("setup");

    requireFailure("ORA-01400", "MCC");
  }

  @Test
  void aTruncatedFileFailsTheLoad() throws Exception {
    path(EXTERNAL, Map.of("codec", "gzip-3"));
    byte[] whole = Files.readAllBytes(path.part(1));
    Files.write(path.part(1), Arrays.copyOf(whole, whole.length / 2));
    path.succeed("setup");

    requireFailure("KUP-04095", "inflate-gzip.sh");
  }

  private void requireFailure(String... messages) throws Exception {
    Outcome outcome = path.program("run").run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.all()).contains(messages);
    assertThat(query("SELECT COUNT(*) FROM external_table_oracle")).containsExactly("0");
  }

  @Test
  void sqlLoaderStopsAtARejectedRow() throws Exception {
    needs("sqlldr");
    int files = has("Parallel load") ? 2 : 1;
    path(SQLLDR, Map.of("way", "direct"), files);
    path.append(files - 1, "4111111111111111|VISA|5411|10\n");
    path.succeed("setup");

    assertThat(path.fail("run")).contains(path.part(files - 1).getFileName().toString());
    assertThat(path.work().resolve(files - 1 + ".bad")).exists();
  }

  /** Oracle's clouds name their service; versions before 18c do not know the word. */
  private static boolean isAutonomous() {
    try {
      return query("SELECT SYS_CONTEXT('USERENV', 'CLOUD_SERVICE') FROM dual").get(0) != null;
    } catch (IOException | SQLException e) {
      assertThat(e).hasMessageContaining("USERENV");
      return false;
    }
  }

  /** Whether the database has an option, as v$option calls it. */
  private static boolean has(String option) throws Exception {
    return query("SELECT value FROM v$option WHERE parameter = '" + option + "'")
        .equals(List.of("TRUE"));
  }

  private void path(String name, Map<String, String> parameters) throws Exception {
    path(name, parameters, 2);
  }

  private void path(String name, Map<String, String> parameters, int files) throws Exception {
    assumeFalse(
        name.equals(EXTERNAL) && isAutonomous(),
        "an Autonomous Database has no folder of ours and no preprocessor");
    path = loadPath("external-table/paths/" + name, parameters, files);
  }

  private LoadPath loadPath(String steps, Map<String, String> parameters, int files)
      throws IOException {
    LoadPath path =
        FakeOracle.defaults(new LoadPath(steps, folder.resolve("path"), "data-" + files));
    System.getenv()
        .forEach(
            (key, value) -> {
              if (key.startsWith("ORACLE_") || key.equals("TNS_ADMIN") || key.startsWith("LD_")) {
                path.variable(key, value);
              }
            });
    parameters.forEach(path::set);
    path.with(ROWS, files, parameters.getOrDefault("codec", "none"));
    return path;
  }

  private JsonNode checkProof(String... sources) throws Exception {
    JsonNode proof = new ObjectMapper().readTree(path.succeed("verify").out());
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(path.expected()))
        .isEmpty();
    assertThat(proof.get("storedBytes").asLong()).isPositive();
    assertThat(proof.get("databaseCpu").get("nanos").asLong()).isPositive();
    assertThat(proof.get("databaseCpu").get("source").asText()).isIn((Object[]) sources);
    return proof;
  }

  private static List<String> query(String sql) throws IOException, SQLException {
    try (Connection session = OracleSession.real();
        ResultSet result = session.createStatement().executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(result.getString(1));
      }
      return rows;
    }
  }

  private static void needs(String program) {
    boolean found =
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    assumeTrue(found, "no " + program + " on the PATH");
  }
}
