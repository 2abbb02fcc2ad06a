package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The path external-table-postgres against the bundled server. */
class PostgresPathIT {
  private static final Codec GZIP = Codec.gzip(3);
  private static final String LEFT =
      """
      SELECT nspname FROM pg_namespace WHERE nspname = 'external_table_postgres'
      UNION ALL
      SELECT srvname FROM pg_foreign_server WHERE srvname = 'external_table_postgres'
      UNION ALL
      SELECT query FROM pg_stat_activity
      WHERE query LIKE '%INSERT INTO%all_card_trans%' AND pid <> pg_backend_pid()
      """;

  private static Path state;
  private static PostgresServer server;
  private static int count;

  private final List<PostgresPath> paths = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    // not the test's temporary folder: the server's user must be able to enter it
    state = Files.createTempDirectory(Path.of("/var/tmp"), "loadpath-external-table-");
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
    server = PostgresServer.of(PostgresPath.ROOT, state.resolve("state"));
    server.start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    try (Stream<Path> files = Files.walk(state)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @AfterEach
  void leavesNothing() throws Exception {
    for (PostgresPath path : paths) {
      assertThat(path.step("teardown").exitCode()).isZero();
      assertThat(path.query(LEFT)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, none", "2, none", "1, gzip-3", "2, gzip-3"})
  void loadsTheRowsThatWereGenerated(int files, String codec) throws Exception {
    PostgresPath path = path("data", files, Codec.of(codec)).with(20_000);
    succeed(path, "setup");
    succeed(path, "run");

    JsonNode proof = new ObjectMapper().readTree(succeed(path, "verify").text());

    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(path.expected()))
        .isEmpty();
    assertThat(proof.get("storedBytes").asLong()).isBetween(1_000_000L, 4_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip-3"})
  void readsFromFoldersOfAnyName(String codec) throws Exception {
    PostgresPath path = path("it's a \"folder\" $HOME `;", 2, Codec.of(codec)).with(1000);
    succeed(path, "setup");
    succeed(path, "run");

    JsonNode proof = new ObjectMapper().readTree(succeed(path, "verify").text());

    assertThat(Fingerprint.fromJson(proof.get("fingerprint"))).isEqualTo(path.expected());
  }

  @Test
  void setUpTwiceIsAsGoodAsOnce() throws Exception {
    PostgresPath path = path("data", 2, GZIP).with(1000);
    succeed(path, "setup");
    succeed(path, "run");
    succeed(path, "setup");
    succeed(path, "run");

    JsonNode proof = new ObjectMapper().readTree(succeed(path, "verify").text());

    assertThat(Fingerprint.fromJson(proof.get("fingerprint"))).isEqualTo(path.expected());
  }

  @Test
  void failsOnATruncatedGzipFile() throws Exception {
    PostgresPath path = path("data", 2, GZIP).with(50_000);
    byte[] whole = Files.readAllBytes(path.part(1));
    Files.write(path.part(1), java.util.Arrays.copyOf(whole, whole.length / 2));
    succeed(path, "setup");

    Outcome run = path.step("run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("preprocessor: " + path.part(1) + ": ", "the file is damaged, cut off");
    // nothing of the damaged file: each file is one transaction
    assertThat(path.query("SELECT count(*) FROM external_table_postgres.all_card_trans"))
        .isSubsetOf("0", "25000");
  }

  @Test
  void failsOnAFileThatVanishedAfterSetup() throws Exception {
    PostgresPath plain = path("data", 2, Codec.NONE).with(1000);
    succeed(plain, "setup");
    Files.delete(plain.part(1));

    Outcome run = plain.step("run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("part-00001.tbl", "No such file");
  }

  @Test
  void refusesAFolderWithFewerFilesThanWanted() throws Exception {
    PostgresPath path = path("data", 2, Codec.NONE).with(1000);
    Files.delete(path.part(1));

    Outcome setup = path.step("setup");

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains(path.data() + " has 1 files part-*, not 2");
  }

  @ParameterizedTest
  @CsvSource({
    "purchase_dt, 13/31/2009, date/time field value out of range",
    "mcc, 12x, invalid input syntax for type integer",
    "merchant_state, Florida, value too long for type character varying(3)"
  })
  void namesFileLineAndColumnOfAMalformedRow(String column, String value, String message)
      throws Exception {
    PostgresPath path = path("data", 2, Codec.NONE).with(1000);
    String row = "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n";
    String wrong =
        switch (column) {
          case "purchase_dt" -> row.replace("09/14/2009", value);
          case "mcc" -> row.replace("7641", value);
          default -> row.replace("|FL|", "|" + value + "|");
        };
    Files.writeString(path.part(1), wrong, StandardOpenOption.APPEND);
    succeed(path, "setup");

    Outcome run = path.step("run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(message, "part-00001.tbl, line 501, column " + column);
  }

  @Test
  void takesQuotesAndBackslashesAsTheyStand() throws Exception {
    PostgresPath path = path("data", 1, Codec.NONE).with(1);
    Files.writeString(
        path.part(0),
        "1||1|1|09/14/2009|1|\"St. \\N O'Fallon\\|FL|1|\n2|\\N|1|1|2009-09-15|1|a|b|1|\n");
    succeed(path, "setup");
    succeed(path, "run");

    assertThat(path.query("SELECT * FROM external_table_postgres.all_card_trans ORDER BY card_no"))
        .containsExactly(
            "1|NULL|1|1|2009-09-14|1|\"St. \\N O'Fallon\\|FL|1", "2|\\N|1|1|2009-09-15|1|a|b|1");
  }

  @Test
  void saysSoBeforeTheLoadWhenTheServerMayNotReadAFile() throws Exception {
    PostgresPath path = path("data", 2, GZIP).with(1000);
    Files.setPosixFilePermissions(path.part(1), PosixFilePermissions.fromString("---------"));

    Outcome setup = path.step("setup");

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err())
        .contains("part-00001.tbl.gz", "Permission denied", "server's user must be able to read");
  }

  @Test
  void saysSoBeforeTheLoadWhenTheServerMayNotEnterTheFolder() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "the server's user is the tests'");
    PostgresPath path = path("data", 1, Codec.NONE).with(1000);
    Files.setPosixFilePermissions(path.data(), PosixFilePermissions.fromString("rwx------"));

    Outcome setup = path.step("setup");

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err())
        .contains(
            path.data().toString(), "Permission denied", "server's user must be able to read");
  }

  @Test
  void aQueryThatHasEnoughIsNoError() throws Exception {
    PostgresPath path = path("data", 1, GZIP).with(100_000);
    succeed(path, "setup");

    String three = "SELECT FROM external_table_postgres.\"part-00000.tbl.gz\" LIMIT 3";
    assertThat(path.query("SELECT count(*) FROM (" + three + ") AS f")).containsExactly("3");
  }

  @Test
  void aKilledRunLeavesNothing() throws Exception {
    PostgresPath path = path("data", 2, GZIP).with(1_000_000);
    succeed(path, "setup");
    Process run = path.start("run");
    String loading =
        "SELECT pid FROM pg_stat_activity WHERE query LIKE '%INSERT INTO%all_card_trans%'"
            + " AND pid <> pg_backend_pid()";
    while (path.query(loading).isEmpty()) {
      assertThat(run.isAlive()).as("run ended before it was seen at work").isTrue();
      Thread.sleep(20);
    }

    run.descendants().forEach(ProcessHandle::destroyForcibly);
    run.destroyForcibly().waitFor();

    succeed(path, "teardown");
  }

  private PostgresPath path(String data, int files, Codec codec) throws IOException {
    PostgresPath path =
        new PostgresPath(state.resolve("test" + ++count), data, server.connection(), files, codec);
    paths.add(path);
    return path;
  }

  private static Outcome succeed(PostgresPath path, String step) throws Exception {
    Outcome outcome = path.step(step);
    assertThat(outcome.exitCode()).as(step + ": " + outcome.err()).isZero();
    return outcome;
  }
}
