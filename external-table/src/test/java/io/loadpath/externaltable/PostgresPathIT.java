package io.loadpath.externaltable;

import static io.loadpath.externaltable.LoadPath.mode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The path external-table-load-postgres against the bundled server. */
@ExtendWith(SharedServer.class)
class PostgresPathIT {
  private static final String TABLE = PostgresPath.SCHEMA + ".external_table_load_postgres";
  private static final String FILLED_TABLES =
      """
      SELECT relpersistence FROM pg_class
      WHERE relnamespace = 'loadpath_run_test'::regnamespace AND relkind = 'r'
        AND relname LIKE 'external\\_table%' AND pg_relation_size(oid) > 0
      """;

  private final TestServer test = SharedServer.test();
  private final List<PostgresPath> paths = new ArrayList<>();

  @AfterEach
  void leavesNothing() {
    paths.forEach(path -> path.succeed("teardown"));
    assertThat(test.sql(PostgresPath.LEFT)).isEmpty();
  }

  /** Each way with each logging, each model with each logging, and the models that a way knows. */
  @ParameterizedTest
  @CsvSource({
    "heap, 2, none, copy full, create-table-as full, insert unlogged",
    "heap, 1, gzip-3, create-table-as unlogged, copy full,",
    "partitioned, 2, gzip-3, copy unlogged, insert full,"
  })
  void loadsTheRowsThatWereGeneratedOnceHoweverOftenItRunsFromAFolderOfAnyName(
      String model, int files, String codec, String first, String second, String third)
      throws IOException {
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, "it's a \"folder\" $HOME `;");
    path.set("model", model).with(20_000, files, codec); // more than a pipe holds
    path.succeed("setup");
    path.succeed("setup");
    load(path, first);
    String view = "CREATE VIEW v AS SELECT FROM " + TABLE + " LIMIT ALL";
    test.sql(view + "; GRANT SELECT ON " + TABLE + " TO PUBLIC");
    for (String next : third == null ? List.of(second) : List.of(second, third)) {
      assertThat(load(path, next)).isEqualTo("input 20000 rows, accepted 20000, rejected 0\n");
    }
    requireProof(path);

    assertThat(
            path.query(
                "SELECT count(*), has_table_privilege('pg_monitor', '"
                    + TABLE
                    + "', 'SELECT') FROM v"))
        .containsExactly("20000|t");
    test.sql("DROP VIEW v");
    String three = "SELECT count(*) FROM (SELECT FROM %s.\"%s\" LIMIT 3) AS f";
    assertThat(path.query(three.formatted(PostgresPath.SCHEMA, path.part(0).getFileName())))
        .as("a query that has enough is no error")
        .containsExactly("3");
    if (model.equals("partitioned")) {
      requireMonthsAndRangesOfCards(path);
    }
  }

  /** A run by a way with a logging, whose rows arrive; returns what it prints. */
  private static String load(PostgresPath path, String wayAndLogging) throws IOException {
    String[] words = wayAndLogging.split(" ");
    String counts = path.set("way", words[0]).set("logging", words[1]).succeed("run").out();
    assertThat(path.loaded()).isEqualTo(path.expected());
    requirePersistence(path, words[1].equals("full"));
    return counts;
  }

  @ParameterizedTest
  @CsvSource({
    "2, gzip-3, copy, partitioned, unlogged",
    "1, none, copy, heap, full",
    "2, none, insert, heap, unlogged",
    "1, gzip-3, create-table-as, heap, unlogged"
  })
  void theBareStatementsLoadThemToo(
      int files, String codec, String way, String model, String logging) throws IOException {
    PostgresPath path = path("external-table/paths/external-table-bare-load-postgres", "data");
    path.set("way", way).set("model", model).set("logging", logging).with(20_000, files, codec);
    path.succeed("setup");
    assertThat(path.succeed("run").out()).isEmpty();
    requireProof(path);
    requirePersistence(path, logging.equals("full"));
  }

  /** What verify says of a path with 20,000 rows. */
  private static void requireProof(PostgresPath path) throws IOException {
    JsonNode proof = new ObjectMapper().readTree(path.succeed("verify").out());
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(path.expected()))
        .isEmpty();
    assertThat(proof.get("storedBytes").asLong()).isBetween(1_000_000L, 5_000_000L);
  }

  private static void requirePersistence(PostgresPath path, boolean logged) {
    assertThat(path.query(FILLED_TABLES))
        .isNotEmpty()
        .allMatch(persistence -> persistence.equals(logged ? "p" : "u"));
  }

  private static void requireMonthsAndRangesOfCards(PostgresPath path) {
    assertThat(path.query("SELECT count(DISTINCT tableoid) FROM " + TABLE)).containsExactly("72");
    assertThat(
            path.query(
                "SELECT min(purchase_dt) >= '2008-02-01', max(purchase_dt) < '2008-03-01',"
                    + " min(card_no) >= '458'"
                    + " FROM "
                    + TABLE
                    + "_months_2008_02_high"))
        .containsExactly("t|t|t");
  }

  @Test
  void saysThatCreateTableAsMakesNoPartitions() throws IOException {
    PostgresPath path = path();
    path.set("model", "partitioned").set("way", "create-table-as").with(10, 1, "none");

    assertThat(path.fail("setup")).contains("CREATE TABLE AS makes no partitions");
  }

  @Test
  void refusesAFolderWithFewerFilesThanWanted() throws IOException {
    PostgresPath path = path();
    path.with(1000, 2, "none");
    Files.delete(path.part(1));

    assertThat(path.fail("setup")).contains(path.data() + " has 1 files part-*, not 2");
  }

  @Test
  void quotesAndOtherLettersAreDataAlsoInAFileWithBadRows() throws IOException {
    PostgresPath path = path();
    path.set("reject-limit", 10).with(1, 1, "none");
    path.succeed("setup");
    String rows =
        "1||1|1|09/14/2009|1|\"St. \\N O'Fallon\\|FL|1|\n"
            + "2|\\N|1|1|2009-09-15|1|a|b|1|\n3|é|1|1|2009-09-15|1|Zürich|ö|1|\n";
    // line by line, a file with bad rows is read alike by each way
    for (String load : List.of("copy", "create-table-as", "copy bad")) {
      String bad = load.endsWith(" bad") ? "bad\n" : "";
      Files.writeString(path.part(0), bad + rows);
      path.set("way", load.replace(" bad", ""));

      assertThat(path.succeed("run").out()).contains("accepted 3, rejected " + bad.lines().count());

      assertThat(path.query("SELECT card_type IS NULL, * FROM " + TABLE + " ORDER BY card_no"))
          .containsExactly(
              "t|1||1|1|2009-09-14|1|\"St. \\N O'Fallon\\|FL|1",
              "f|2|\\N|1|1|2009-09-15|1|a|b|1",
              "f|3|é|1|1|2009-09-15|1|Zürich|ö|1");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void saysSoBeforeTheLoadWhenTheServerMayNotReadTheFiles(boolean file) throws IOException {
    assumeTrue(
        file || "root".equals(System.getProperty("user.name")), "the server's user is the tests'");
    PostgresPath path = path();
    path.with(1000, 2, "gzip-3");
    Path closed = mode(file ? path.part(1) : path.data(), file ? "---------" : "rwx------");

    assertThat(path.fail("setup"))
        .contains(closed.toString(), "Permission denied", "server's user must be able to read");
  }

  private PostgresPath path() throws IOException {
    return path(PostgresPath.EXTERNAL_TABLE, "data");
  }

  private PostgresPath path(String steps, String data) throws IOException {
    PostgresPath path = new PostgresPath(test, steps, data);
    paths.add(path);
    return path;
  }
}
