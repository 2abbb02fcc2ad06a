package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Column;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Kind;
import io.loadpath.datasets.Progress;
import io.loadpath.datasets.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

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
  private static final int ROWS = 1000;
  private static final int CARD_TYPE = 1;
  private static final int DATE = 4;
  private static final int CITY = 6;
  private static final List<Column> COLUMNS = Table.ALL_CARD_TRANS.columns();
  private static final DateTimeFormatter FILE_DATE = DateTimeFormatter.ofPattern("MM/dd/yyyy");
  private static final Path SQL =
      Path.of("../datasets/sql/fingerprint-all-card-trans-oracle.sql").toAbsolutePath().normalize();

  @TempDir private static Path folder;

  private Connection connection;
  private List<String[]> rows;
  private Fingerprint expected;

  /** A session that makes, fills and drops the table. */
  abstract Connection connect() throws Exception;

  /** The statement that makes the table, in the words of the database at hand. */
  abstract String translate(String createTable);

  /** What the database needs after the table is made. */
  void prepare(Statement statement, String table) throws SQLException {}

  /** Stops everything that {@link #connect} started, after the session is closed. */
  void release() throws IOException {}

  @BeforeAll
  void makeTable() throws Exception {
    connection = connect();
    SqlPlusScript target = SqlPlusScript.read(Path.of("oracle/03-target-heap.sql"));
    String create =
        target
            .statements()
            .get(0)
            .replace("&owner..&target_table", TABLE)
            .replace("&logging", "NOLOGGING")
            .replace("&compression", "NOCOMPRESS");
    try (Statement statement = connection.createStatement()) {
      statement.execute(translate(create));
      prepare(statement, TABLE);
    }
  }

  @AfterAll
  void dropTable() throws Exception {
    if (connection != null) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("DROP TABLE " + TABLE);
      }
      connection.close();
    }
    release();
  }

  @BeforeEach
  void readRows() throws IOException {
    Path data = folder.resolve("data");
    expected =
        Datasets.allCardTrans(ROWS, 1, Codec.NONE).prepare(data, Progress.silent()).fingerprint();
    rows = new ArrayList<>();
    for (String line : Files.readAllLines(data.resolve("part-00000.tbl"))) {
      rows.add(line.substring(0, line.length() - 1).split("\\|", -1));
    }
  }

  @Test
  void isThatOfTheGenerator() throws Exception {
    assertThat(fingerprint()).isEqualTo(expected);
  }

  @Test
  void ofNoRowsIsThatOfNoRows() throws Exception {
    rows.clear();

    assertThat(fingerprint()).isEqualTo(Fingerprint.empty(Table.ALL_CARD_TRANS));
  }

  @Test
  void seesOneRowLost() throws Exception {
    rows.remove(500);

    assertThat(differences()).contains("999 rows instead of 1000", "column card_no differs");
  }

  @Test
  void seesOneRowDoubled() throws Exception {
    rows.add(rows.get(3));

    assertThat(differences()).contains("1001 rows instead of 1000", "column card_no differs");
  }

  @Test
  void seesOneByteChanged() throws Exception {
    rows.get(7)[CITY] = "#" + rows.get(7)[CITY].substring(1);

    assertThat(differences()).containsExactly("column merchant_city differs");
  }

  @Test
  void seesOneDateShiftedByADay() throws Exception {
    String[] row = rows.get(9);
    row[DATE] = LocalDate.parse(row[DATE], FILE_DATE).plusDays(1).format(FILE_DATE);

    assertThat(differences()).containsExactly("column purchase_dt differs");
  }

  @Test
  void seesTwoValuesSwappedBetweenRows() throws Exception {
    String one = rows.get(1)[0];
    rows.get(1)[0] = rows.get(2)[0];
    rows.get(2)[0] = one;

    assertThat(differences()).containsExactly("values are swapped between rows");
  }

  /** To Oracle '' and NULL are one value: neither can be lost to the other, nor told from it. */
  @Test
  void takesAnEmptyTextForNullAsOracleDoes() throws Exception {
    rowWithoutType()[CARD_TYPE] = "";
    Fingerprint empty = fingerprint();
    rowWithoutType()[CARD_TYPE] = null;

    assertThat(empty).isEqualTo(fingerprint()).isEqualTo(expected);
  }

  @Test
  void seesNullWhereATextWasAndATextWhereNullWas() throws Exception {
    String[] row = rows.stream().filter(r -> !r[CARD_TYPE].isEmpty()).findFirst().orElseThrow();
    String type = row[CARD_TYPE];
    row[CARD_TYPE] = null;
    assertThat(differences()).containsExactly("column card_type differs");
    row[CARD_TYPE] = type;

    rowWithoutType()[CARD_TYPE] = " ";
    assertThat(differences()).containsExactly("column card_type differs");
  }

  @Test
  void usesOnlyTheseFunctions() throws IOException {
    Set<String> called =
        Pattern.compile("\\b(\\w+) ?\\(")
            .matcher(query())
            .results()
            .map((MatchResult match) -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(called)
        .containsExactlyInAnyOrder(
            "AS",
            "COUNT",
            "LOWER",
            "LPAD",
            "MOD",
            "NVL",
            "RAWTOHEX",
            "STANDARD_HASH",
            "SUBSTR",
            "SUM",
            "TO_CHAR",
            "TO_NUMBER");
  }

  private String[] rowWithoutType() {
    return rows.stream()
        .filter(row -> row[CARD_TYPE] == null || row[CARD_TYPE].isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private List<String> differences() throws Exception {
    return fingerprint().differencesFrom(expected);
  }

  /** Puts the rows into the table, and lets the database compute their fingerprint. */
  private Fingerprint fingerprint() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM " + TABLE);
      insert();
      try (ResultSet result = statement.executeQuery(query())) {
        result.next();
        return Fingerprint.fromJson(new ObjectMapper().readTree(result.getString(1)));
      }
    }
  }

  private void insert() throws SQLException {
    String[] marks = new String[COLUMNS.size()];
    Arrays.fill(marks, "?");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + TABLE + " VALUES (" + String.join(", ", marks) + ")")) {
      for (String[] row : rows) {
        for (int i = 0; i < row.length; i++) {
          set(insert, i + 1, COLUMNS.get(i).kind(), row[i]);
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static void set(PreparedStatement insert, int place, Kind kind, String value)
      throws SQLException {
    switch (kind) {
      case INTEGER -> insert.setInt(place, Integer.parseInt(value));
      case DATE -> insert.setObject(place, LocalDate.parse(value, FILE_DATE));
      default -> {
        if (value == null) {
          insert.setNull(place, Types.VARCHAR);
        } else {
          insert.setString(place, value);
        }
      }
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
