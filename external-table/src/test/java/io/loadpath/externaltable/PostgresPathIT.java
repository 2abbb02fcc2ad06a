package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
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
  private static final String TABLE = "external_table_postgres.all_card_trans";
  private static final String LEFT =
      """
      SELECT nspname FROM pg_namespace WHERE nspname LIKE 'external_table_postgres%' OR nspname LIKE 'loadpath\\_%'
      UNION ALL
      SELECT srvname FROM pg_foreign_server WHERE srvname LIKE 'external_table_postgres%'
      UNION ALL
      SELECT query FROM pg_stat_activity
      WHERE query LIKE 'CALL %' AND pid <> pg_backend_pid()
      """;

  private static final String FILLED_TABLES =
      """
      SELECT relpersistence FROM pg_class
      WHERE relnamespace = '%s'::regnamespace AND relkind = 'r'
        AND relname LIKE 'all\\_card\\_trans%%' AND pg_relation_size(oid) > 0
      """;

  private static TestServer test;

  private final List<PostgresPath> paths = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    test = TestServer.started();
  }

  @AfterAll
  static void stop() throws IOException {
    test.delete();
  }

  @AfterEach
  void leavesNothing() throws Exception {
    for (PostgresPath path : paths) {
      path.succeed("teardown");
    }
    assertThat(test.sql(LEFT)).isEmpty();
  }

  /** Each way with each logging, each model with each logging, and the models that a way knows. */
  @ParameterizedTest
  @CsvSource({
    "1, none, copy, heap, full",
    "2, gzip-3, copy, partitioned, unlogged",
    "2, none, create-table-as, heap, full",
    "1, gzip-3, create-table-as, heap, unlogged",
    "2, none, insert, heap, unlogged",
    "2, gzip-3, insert, partitioned, full"
  })
  void loadsTheRowsThatWereGeneratedOnceHoweverOftenItRuns(
      int files, String codec, String way, String model, String logging) throws Exception {
    PostgresPath path = path("data", files, Codec.of(codec));
    path.set("way", way).set("model", model).set("logging", logging).with(20_000);
    path.succeed("setup");
    if (way.equals("copy")) {
      path.succeed("setup");
    }
    path.succeed("run");
    String view = "CREATE VIEW external_table_postgres.v AS SELECT FROM " + TABLE + " LIMIT ALL";
    test.sql(view + "; GRANT SELECT ON " + TABLE + " TO PUBLIC");
    path.succeed("run");
    String counts = path.succeed("run");

    requireRows(path, logging);
    assertThat(counts).isEqualTo("input 20000 rows, accepted 20000, rejected 0\n");
    assertThat(path.query("SELECT count(*) FROM external_table_postgres.v"))
        .containsExactly("20000");
    assertThat(path.query("SELECT has_table_privilege('pg_monitor', '" + TABLE + "', 'SELECT')"))
        .containsExactly("t");
    test.sql("DROP VIEW external_table_postgres.v");
  }

  @ParameterizedTest
  @CsvSource({
    "2, gzip-3, copy, partitioned, full",
    "1, none, copy, heap, unlogged",
    "2, none, create-table-as, heap, full",
    "1, gzip-3, create-table-as, heap, unlogged",
    "2, none, insert, heap, full",
    "1, none, insert, partitioned, unlogged"
  })
  void theBareStatementsLoadThemToo(
      int files, String codec, String way, String model, String logging) throws Exception {
    PostgresPath path = path("data", files, Codec.of(codec)).called("external-table-postgres-bare");
    path.set("way", way).set("model", model).set("logging", logging).with(20_000);
    path.succeed("setup");
    assertThat(path.succeed("run")).isEmpty();
    requireRows(path, logging);
  }

  /** What verify says of a path with 20,000 rows, and the persistence of its tables. */
  private static void requireRows(PostgresPath path, String logging) throws Exception {
    JsonNode proof = new ObjectMapper().readTree(path.succeed("verify"));
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(path.expected()))
        .isEmpty();
    assertThat(proof.get("storedBytes").asLong()).isBetween(1_000_000L, 5_000_000L);
    assertThat(path.query(FILLED_TABLES.formatted(path.schema())))
        .isNotEmpty()
        .allMatch(persistence -> persistence.equals(logging.equals("full") ? "p" : "u"));
  }

  @Test
  void makesMonthsAndRangesOfCards() throws Exception {
    PostgresPath path = path("data", 2, Codec.NONE).set("model", "partitioned").with(20_000);
    path.succeed("setup");
    path.succeed("run");

    assertThat(path.query("SELECT count(DISTINCT tableoid) FROM " + TABLE)).containsExactly("72");
    assertThat(
            path.query(
                "SELECT min(purchase_dt) >= '2008-02-01', max(purchase_dt) < '2008-03-01',"
                    + " min(card_no) >= '458'"
                    + " FROM external_table_postgres.all_card_trans_months_2008_02_high"))
        .containsExactly("t|t|t");
  }

  @Test
  void saysThatCreateTableAsMakesNoPartitions() throws Exception {
    PostgresPath path =
        path("data", 1, Codec.NONE).set("model", "partitioned").set("way", "create-table-as");
    path.with(10);

    Outcome setup = path.step("setup");

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains("CREATE TABLE AS makes no partitions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip-3"})
  void readsFromFoldersOfAnyName(String codec) throws Exception {
    PostgresPath path = path("it's a \"folder\" $HOME `;", 2, Codec.of(codec)).with(1000);
    path.succeed("setup");
    path.succeed("run");

    assertThat(path.loaded()).isEqualTo(path.expected());
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
  @ValueSource(strings = {"copy", "create-table-as"})
  void quotesAndOtherLettersAreDataAlsoInAFileWithBadRows(String way) throws Exception {
    PostgresPath path = path("data", 1, Codec.NONE).set("way", way).set("reject-limit", 10);
    path.with(1).succeed("setup");
    String rows =
        "1||1|1|09/14/2009|1|\"St. \\N O'Fallon\\|FL|1|\n"
            + "2|\\N|1|1|2009-09-15|1|a|b|1|\n3|é|1|1|2009-09-15|1|Zürich|ö|1|\n";
    for (String bad : List.of("", "bad\n")) {
      Files.writeString(path.part(0), bad + rows);

      assertThat(path.succeed("run")).contains("accepted 3, rejected " + bad.lines().count());

      assertThat(path.query("SELECT card_type IS NULL, * FROM " + TABLE + " ORDER BY card_no"))
          .containsExactly(
              "t|1||1|1|2009-09-14|1|\"St. \\N O'Fallon\\|FL|1",
              "f|2|\\N|1|1|2009-09-15|1|a|b|1",
              "f|3|é|1|1|2009-09-15|1|Zürich|ö|1");
    }
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
    path.succeed("setup");

    String three = "SELECT FROM external_table_postgres.\"part-00000.tbl.gz\" LIMIT 3";
    assertThat(path.query("SELECT count(*) FROM (" + three + ") AS f")).containsExactly("3");
  }

  private PostgresPath path(String data, int files, Codec codec) throws IOException {
    PostgresPath path = new PostgresPath(test, data, files, codec);
    paths.add(path);
    return path;
  }
}
