package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The option files of jobs that no load path runs, over a few rows. */
@ExtendWith({SharedServer.class, DriverPassword.class})
class OptionJobsIT {
  private static final String OLD =
      "1|VISA|5411|10|09/14/2009|100|Derby|CT|1|\n2||5411|200|09/15/2009|200|Derby|CT|1|\n";
  private static final String NEW =
      "2|VISA|5411|999|09/15/2009|200|Derby|CT|1|\n3|VISA|5411|300|09/16/2009|300|Derby|CT|1|\n";
  private static final String TABLE =
      """
      DROP TABLE IF EXISTS all_card_trans, all_card_trans_loadpath_staging;
      CREATE TABLE all_card_trans (card_no text, card_type text, mcc integer, purchase_amt integer,
        purchase_dt date, merchant_code integer, merchant_city text, merchant_state text,
        merchant_zip integer, UNIQUE (card_no, purchase_dt, merchant_code));
      """;
  private static final String ROWS =
      "SELECT string_agg(concat_ws(' ', card_no, coalesce(card_type, 'NULL'), purchase_amt), ', '"
          + " ORDER BY card_no) FROM all_card_trans";

  private Path folder;

  @BeforeEach
  void makeTable() throws Exception {
    folder = Database.server().newFolder();
    Database.server().sql(TABLE);
  }

  private SqoopJob job(String file, String... more) throws Exception {
    ConnectionInfo connection = Database.connection();
    List<String> words =
        new ArrayList<>(
            List.of("--options-file", ROOT.resolve("sqoop/options").resolve(file).toString()));
    words.addAll(List.of("--connect", connection.jdbcUrl() + "&stringtype=unspecified"));
    words.addAll(List.of("--username", connection.user()));
    words.addAll(List.of("--password-file", "file://" + connection.passwordFile()));
    words.addAll(List.of("--outdir", folder.toString(), "--bindir", folder.toString()));
    if (!file.contains("export") && !file.contains("merge")) {
      words.addAll(List.of("--temporary-rootdir", folder.toString()));
    }
    words.addAll(Arrays.asList(more));
    return SqoopJob.run(words);
  }

  /** Puts what {@link #OLD} has into the table. */
  private static void insertOld() {
    Database.server()
        .sql(
            """
            INSERT INTO all_card_trans VALUES
              ('1', 'VISA', 5411, 10, '2009-09-14', 100, 'Derby', 'CT', 1),
              ('2', NULL, 5411, 200, '2009-09-15', 200, 'Derby', 'CT', 1)""");
  }

  private SqoopJob export(String file, String rows) throws Exception {
    Path files = Files.createDirectories(folder.resolve("in"));
    Files.writeString(files.resolve("part-0"), rows);
    return job(file, "--table", "all_card_trans", "--export-dir", files.toString(), "-m", "1").ok();
  }

  @Test
  void aStagedExportEmptiesWhatADeadOneHasLeft() throws Exception {
    Database.server()
        .sql(
            "CREATE TABLE all_card_trans_loadpath_staging (LIKE all_card_trans);"
                + " INSERT INTO all_card_trans_loadpath_staging (card_no) VALUES ('dead')");

    export("postgres-export-staged.txt", OLD);

    assertThat(Database.server().sql(ROWS)).isEqualTo("1 VISA 10, 2 NULL 200");
    assertThat(Database.server().sql("SELECT count(*) FROM all_card_trans_loadpath_staging"))
        .isEqualTo("0");
  }

  @Test
  void anUpdateLeavesOutWhatMatchesNoRow() throws Exception {
    export("postgres-export.txt", OLD);
    export("postgres-export-update.txt", NEW);

    assertThat(Database.server().sql(ROWS)).isEqualTo("1 VISA 10, 2 VISA 999");
  }

  @Test
  void aMergeInsertsIt() throws Exception {
    insertOld();
    export("postgres-merge-connector.txt", NEW);

    assertThat(Database.server().sql(ROWS)).isEqualTo("1 VISA 10, 2 VISA 999, 3 VISA 300");
  }

  @Test
  void anIncrementalImportReplacesTheRowsOfItsKeysAndNoOtherRowsOfTheirCards() throws Exception {
    insertOld();
    Database.server()
        .sql(
            """
            INSERT INTO all_card_trans VALUES ('2', 'VISA', 5411, 50, '2009-09-15', 300, 'Derby', 'CT', 1);
            ALTER TABLE all_card_trans ADD id bigint GENERATED ALWAYS AS IDENTITY""");
    Path files = folder.resolve("out");
    List<String> words =
        List.of("--table", "all_card_trans", "--target-dir", files.toString(), "-m", "1");
    job("postgres-import-incremental.txt", words.toArray(String[]::new)).ok();
    Database.server()
        .sql(
            """
            UPDATE all_card_trans SET purchase_amt = 7 WHERE id = 2;
            INSERT INTO all_card_trans VALUES ('2', NULL, 5411, 60, '2009-09-16', 200, 'Derby', 'CT', 1)""");
    List<String> next = new ArrayList<>(words);
    next.addAll(List.of("--last-value", "2009-09-15"));

    job("postgres-import-incremental.txt", next.toArray(String[]::new)).ok();

    assertThat(SqoopJob.rows(files))
        .containsExactly(
            "1|VISA|5411|10|2009-09-14|100|Derby|CT|1|1",
            "2|VISA|5411|50|2009-09-15|300|Derby|CT|1|3",
            "2||5411|60|2009-09-16|200|Derby|CT|1|4",
            "2||5411|7|2009-09-15|200|Derby|CT|1|2");
  }

  @Test
  void aQueryIsDividedByItsBoundaryQuery() throws Exception {
    insertOld();
    Database.server()
        .sql(
            "INSERT INTO all_card_trans SELECT '3', 'VISA', mcc, 300, purchase_dt + 1, 300,"
                + " merchant_city, merchant_state, 1 FROM all_card_trans WHERE card_no = '2'");
    Path files = folder.resolve("out");

    job("postgres-import-query.txt", "--target-dir", files.toString(), "-m", "2").ok();

    assertThat(SqoopJob.files(files)).hasSize(2);
    assertThat(SqoopJob.rows(files)).containsExactly("2||200|200", "3|VISA|300|300");
  }
}
