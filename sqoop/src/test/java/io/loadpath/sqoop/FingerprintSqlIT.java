package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Manifest;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.tables.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fingerprint in PostgreSQL's SQL against that of the datasets module. */
@ExtendWith(SharedServer.class)
class FingerprintSqlIT {
  private static final String SCHEMA = "\"Proofs.of\"";
  private static final String QUOTED = SCHEMA + ".\"Finger \"\"prints\"\"\"";

  private static Fingerprint expected;
  private static Path manifest;

  @BeforeAll
  static void fill() throws Exception {
    LoadPath path = new LoadPath("sqoop-import-jdbc", 1);
    expected = path.generate(10_000, 1);
    manifest = path.file().resolveSibling(Manifest.FILE_NAME);
    Database.server().sql("CREATE SCHEMA " + SCHEMA);
    Database.server()
        .run(
            Map.of("table", QUOTED, "partition_by", "", "file", path.file().toString()),
            script("postgres/tables/all-card-trans.sql"),
            script("sqoop/sql/postgres/02-lines.sql"),
            script("postgres/tables/all-card-trans-format.sql"),
            script("sqoop/sql/postgres/04-load.sql"));
  }

  @AfterAll
  static void drop() {
    Database.server().sql("DROP SCHEMA " + SCHEMA + " CASCADE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 WHERE false",
        "ALTER TABLE t ALTER mcc TYPE numeric(6), ALTER merchant_zip TYPE numeric"
      })
  void isThatOfTheFilesWithManyDifferentValuesAndWithNumericColumns(String change)
      throws Exception {
    assertThat(fingerprintAfter(change)).isEqualTo(expected);
    assertThat(proofAfter(change))
        .isEqualTo(new Fingerprint(expected.rows(), expected.row(), Map.of()));
  }

  @Test
  void ofNoRowsIsThatOfNoRows() throws Exception {
    assertThat(fingerprintAfter("TRUNCATE t"))
        .isEqualTo(proofAfter("TRUNCATE t"))
        .isEqualTo(Fingerprint.empty(Table.ALL_CARD_TRANS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "DELETE FROM t WHERE ctid = (SELECT max(ctid) FROM t); 9999 rows instead of 10000",
        "INSERT INTO t SELECT * FROM t LIMIT 1; 10001 rows instead of 10000",
        "UPDATE t SET merchant_city = overlay(merchant_city PLACING '#' FROM 1 FOR 1)"
            + " WHERE ctid = (SELECT max(ctid) FROM t); column merchant_city differs",
        "UPDATE t SET card_no = card_no || ' ' WHERE ctid = (SELECT max(ctid) FROM t);"
            + " column card_no differs",
        "UPDATE t SET card_type = ''"
            + " WHERE ctid = (SELECT max(ctid) FROM t WHERE card_type IS NULL);"
            + " column card_type differs",
        "UPDATE t SET card_type = NULL"
            + " WHERE ctid = (SELECT max(ctid) FROM t WHERE card_type IS NOT NULL);"
            + " column card_type differs",
        "UPDATE t SET purchase_dt = purchase_dt + 1 WHERE ctid = (SELECT max(ctid) FROM t);"
            + " column purchase_dt differs"
      })
  void differsWhereOneRowDiffers(String change, String difference) throws Exception {
    Fingerprint proof = proofAfter(change);

    assertThat(proof).isEqualTo(fingerprintAfter(change));
    assertThat(proof.differencesFrom(expected)).contains(difference);
  }

  @Test
  void differsWhereValuesAreSwappedBetweenRows() throws Exception {
    String swap =
        """
        UPDATE t AS swapped SET merchant_zip = other.merchant_zip
        FROM t AS other
        WHERE swapped.ctid IN (SELECT min(ctid) FROM t UNION SELECT max(ctid) FROM t)
          AND other.ctid IN (SELECT min(ctid) FROM t UNION SELECT max(ctid) FROM t)
          AND swapped.ctid <> other.ctid
        """;

    assertThat(proofAfter(swap).differencesFrom(expected))
        .containsExactly("values are swapped between rows");
  }

  /** The text of the whole row stays the same, and the columns show the difference. */
  @Test
  void differsWhereADelimiterBecomesPartOfAnotherText() throws Exception {
    String update =
        "UPDATE t SET merchant_city = '%s', merchant_state = '%s'"
            + " WHERE ctid = (SELECT max(ctid) FROM t)";
    Fingerprint before = fingerprintAfter(update.formatted("a|b", "c"));

    Fingerprint proof =
        fingerprintAfter(
            update.formatted("a", "b|c"), "{\"fingerprint\": " + before.toJson() + "}");

    assertThat(proof.row()).isEqualTo(before.row());
    assertThat(proof.differencesFrom(before))
        .containsExactly("column merchant_city differs", "column merchant_state differs");
  }

  private static Fingerprint fingerprintAfter(String change) throws Exception {
    return fingerprintAfter(change, "{}");
  }

  /** The fingerprint as verify computes it, which knows what the rows must be. */
  private static Fingerprint proofAfter(String change) throws Exception {
    return fingerprintAfter(change, Files.readString(manifest));
  }

  /** The fingerprint of the table, here t, in a transaction that makes a change and is undone. */
  private static Fingerprint fingerprintAfter(String change, String manifest) throws Exception {
    String json =
        Database.server()
            .run(
                Map.of("table", QUOTED, "manifest", manifest),
                SqlScript.command("BEGIN"),
                SqlScript.command(change.replaceAll("\\bt\\b", Matcher.quoteReplacement(QUOTED))),
                script("datasets/sql/fingerprint-all-card-trans-postgres.sql"),
                SqlScript.command("ROLLBACK"));
    return Fingerprint.fromJson(new ObjectMapper().readTree(json));
  }

  private static SqlScript script(String file) {
    return SqlScript.file(ROOT.resolve(file).toString());
  }
}
