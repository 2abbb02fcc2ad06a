package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fingerprint in Oracle's SQL against that of the generator: equal over the rows as they are,
 * different as soon as one row is lost, doubled or altered.
 *
 * <p>The query is that of datasets/sql/fingerprint-all-card-trans-oracle.sql, letter for letter;
 * only SQL*Plus's own commands and the {@code ;} that ends the statement are left out, and {@code
 * &1} is replaced as SQL*Plus replaces it. The table is that of
 * external-table/oracle/03-target-heap.sql in the same way.
 *
 * <p>Two databases run it: {@link OracleFingerprintIT} a real Oracle, and {@link
 * OracleFingerprintOnPostgresIT} PostgreSQL with Oracle's functions, which says what that proves.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OracleFingerprintTests {
  private static final String TABLE = "LOADPATH_FINGERPRINT_IT";
  private static final List<Column> COLUMNS = Table.ALL_CARD_TRANS.columns();
  private static final DateTimeFormatter FILE_DATE = DateTimeFormatter.ofPattern("MM/dd/yyyy");
  private static final Path SQL = Path.of("../datasets/sql/fingerprint-all-card-trans-oracle.sql");

  private Connection connection;
  private Statement statement;
  private Fingerprint expected;

  /** A session that makes, fills and drops the table. */
  abstract Connection connect() throws Exception;

  /** The statement that makes the table, in the words of the database at hand. */
  abstract String translate(String createTable);

  /** What the database needs after the table is made. */
  void prepare(Statement statement, String table) throws SQLException {}

  /** Removes what {@link #connect} made. */
  void release(Statement statement) throws SQLException {}

  @BeforeAll
  void makeTable(@TempDir Path folder) throws Exception {
    connection = connect();
    statement = connection.createStatement();
    String create = SqlPlusScript.read(Path.of("oracle/03-target-heap.sql")).statements().get(0);
    statement.execute(
        translate(
            create
                .replace("&owner..&target_table", TABLE)
                .replace("&logging", "NOLOGGING")
                .replace("&compression", "NOCOMPRESS")));
    prepare(statement, TABLE);
    expected =
        Datasets.allCardTrans(1000, 1, Codec.NONE).prepare(folder, Progress.silent()).fingerprint();
    insert(Files.readAllLines(folder.resolve("part-00000.tbl")));
    connection.setAutoCommit(false);
  }

  @AfterEach
  void takeTheDamageBack() throws SQLException {
    connection.rollback();
  }

  @AfterAll
  void dropTable() throws SQLException {
    if (connection != null) {
      connection.setAutoCommit(true);
      statement.execute("DROP TABLE " + TABLE);
      release(statement);
      connection.close();
    }
  }

  /** Oracle takes '' and NULL for one value, so one in place of the other changes nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE rows_of SET mcc = mcc",
        "UPDATE rows_of SET card_type = '' WHERE card_type IS NULL"
      })
  void isThatOfTheGenerator(String change) throws Exception {
    assertThat(fingerprintAfter(change)).isEqualTo(expected);
  }

  @Test
  void ofNoRowsIsThatOfNoRows() throws Exception {
    assertThat(fingerprintAfter("DELETE FROM rows_of"))
        .isEqualTo(Fingerprint.empty(Table.ALL_CARD_TRANS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "DELETE FROM rows_of WHERE first; 999 rows instead of 1000",
        "INSERT INTO rows_of SELECT * FROM rows_of WHERE first; 1001 rows instead of 1000"
      })
  void seesARowLostOrDoubledInAllColumns(String change, String difference) throws Exception {
    List<String> differences = new ArrayList<>(List.of(difference));
    COLUMNS.forEach(column -> differences.add("column " + column.name() + " differs"));

    assertThat(fingerprintAfter(change).differencesFrom(expected)).isEqualTo(differences);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SET merchant_city = '#' || SUBSTR(merchant_city, 2) WHERE first;"
            + " column merchant_city differs",
        "SET purchase_dt = purchase_dt + INTERVAL '1' DAY WHERE first; column purchase_dt differs",
        "SET card_type = NULL WHERE card_no ="
            + " (SELECT MIN(card_no) FROM rows_of WHERE card_type IS NOT NULL);"
            + " column card_type differs",
        "SET card_type = ' ' WHERE card_no ="
            + " (SELECT MIN(card_no) FROM rows_of WHERE card_type IS NULL);"
            + " column card_type differs",
        "SET card_no = (SELECT MIN(card_no) FROM rows_of WHERE card_no <> r.card_no"
            + " AND card_no IN (lowest, highest)) WHERE card_no IN (lowest, highest);"
            + " values are swapped between rows"
      })
  void seesOneValueAlteredOrSwapped(String change, String difference) throws Exception {
    assertThat(fingerprintAfter("UPDATE rows_of r " + change).differencesFrom(expected))
        .containsExactly(difference);
  }

  @Test
  void usesOnlyTheseFunctions() throws IOException {
    assertThat(Pattern.compile("\\b(\\w+) ?\\(").matcher(query()).results().map(m -> m.group(1)))
        .containsOnly(
            "AS",
            "COUNT",
            "LOWER",
            "LPAD",
            "MOD",
            "NVL",
            "RAWTOHEX",
            "INSTR",
            "STANDARD_HASH",
            "SUBSTR",
            "SUM",
            "TO_CHAR",
            "TO_NUMBER");
  }

  /** Changes the rows, and lets the database compute their fingerprint. */
  private Fingerprint fingerprintAfter(String change) throws Exception {
    statement.executeUpdate(
        change
            .replace("first", "card_no = lowest")
            .replace("lowest", "(SELECT MIN(card_no) FROM rows_of)")
            .replace("highest", "(SELECT MAX(card_no) FROM rows_of)")
            .replace("rows_of", TABLE));
    try (ResultSet result = statement.executeQuery(query())) {
      result.next();
      return Fingerprint.fromJson(new ObjectMapper().readTree(result.getString(1)));
    }
  }

  private void insert(List<String> lines) throws SQLException {
    String marks = "?, ".repeat(COLUMNS.size() - 1) + "?";
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (" + marks + ")")) {
      for (String line : lines) {
        String[] row = line.substring(0, line.length() - 1).split("\\|", -1);
        for (int i = 0; i < row.length; i++) {
          switch (COLUMNS.get(i).type().kind()) {
            case INTEGER -> insert.setInt(i + 1, Integer.parseInt(row[i]));
            case DATE -> insert.setObject(i + 1, LocalDate.parse(row[i], FILE_DATE));
            default -> insert.setString(i + 1, row[i]);
          }
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** The script's only statement, without SQL*Plus commands. */
  private static String query() throws IOException {
    SqlPlusScript script = SqlPlusScript.read(SQL);
    assertThat(script.commands()).allMatch(command -> command.matches("(EXIT|SET|WHENEVER) .*"));
    assertThat(script.statements()).hasSize(1);
    return script.statements().get(0).replace("&1", TABLE);
  }
}
