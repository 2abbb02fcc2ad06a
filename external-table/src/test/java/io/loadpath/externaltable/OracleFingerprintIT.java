package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.EveryType;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.FingerprintContract;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Dialect;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fingerprint in Oracle's SQL, as it is written for any table, against Java's: equal over the
 * rows as they are, different as soon as one row is lost, doubled or altered. It runs on the Oracle
 * that {@code ORACLE_URL} names, in one table, which is dropped.
 *
 * <p>Without one, the bundled PostgreSQL runs it, with Oracle's functions added. This proves that
 * the query, by the documented meaning of what it calls, gives the generator's value and changes
 * with each kind of damage: its columns, order, separators, masks and sums are right. It does not
 * prove that Oracle's parser takes it, that Oracle keeps to its documentation, or anything about
 * the database's character set, its 38 digits and SQL*Plus.
 */
@ExtendWith(SharedServer.class)
class OracleFingerprintIT extends FingerprintContract {
  private static final String TABLE = "LOADPATH_FINGERPRINT_IT";
  private static final int MOST_BYTES_OF_A_NAME = 128;

  @TempDir Path folder;
  private Connection connection;
  private Statement statement;

  @BeforeAll
  void openSession() throws Exception {
    boolean real = OracleSession.isThere();
    connection = real ? OracleSession.real() : OracleSession.onPostgres();
    statement = connection.createStatement();
    statement.execute( // another time zone than UTC
        real
            ? "ALTER SESSION SET TIME_ZONE = 'America/St_Johns'"
            : "SET TimeZone = 'America/St_Johns'");
  }

  @AfterAll
  void closeSession() throws SQLException {
    if (!OracleSession.isThere()) {
      statement.execute("DROP SCHEMA oracle CASCADE");
    }
    connection.close();
  }

  /** Oracle's type in the words of the database at hand; Oracle's DATE has a time of day. */
  private static String translate(String type) {
    return OracleSession.isThere()
        ? type
        : type.replaceAll("VARCHAR2\\((\\d+) CHAR\\)", "varchar($1)")
            .replaceAll("^NUMBER\\(", "numeric(")
            .replaceAll("^BINARY_DOUBLE$", "double precision")
            .replaceAll("^DATE$", "timestamp(0)")
            .replaceAll("^TIMESTAMP\\(9\\)", "timestamp(6)")
            .replaceAll("^RAW\\(\\d+\\)$", "bytea");
  }

  @Test
  void isThatOfTheGenerator(@TempDir Path data) throws Exception {
    Fingerprint expected =
        Dataset.allCardTrans(1000, 1, Codec.NONE).prepare(data, Progress.silent()).fingerprint();
    List<List<String>> rows = new ArrayList<>();
    for (String line : Files.readAllLines(data.resolve("part-00000.tbl"))) {
      List<String> row =
          new ArrayList<>(List.of(line.substring(0, line.length() - 1).split("\\|", -1)));
      String[] date = row.get(4).split("/");
      row.set(4, date[2] + "-" + date[0] + "-" + date[1]);
      rows.add(row);
    }

    assertThat(fingerprint(Table.ALL_CARD_TRANS, held(rows), expected)).isEqualTo(expected);
  }

  /** A function that only the test's database has must not be used. */
  @Test
  void usesOnlyTheseFunctions() throws IOException {
    String functions =
        "AS COUNT LOWER LPAD MOD NVL RAWTOHEX INSTR STANDARD_HASH SUBSTR SUM TO_CHAR TO_NUMBER";
    assertThat(Pattern.compile("\\b(\\w+) ?\\(").matcher(query(Table.ALL_CARD_TRANS)).results())
        .extracting(match -> match.group(1))
        .containsOnly(functions.split(" "));
  }

  @Override
  protected boolean holds(EveryType.Damage damage) {
    return !damage.emptyText() && (!damage.nanoseconds() || OracleSession.isThere());
  }

  @Override
  protected List<String> oddNames() {
    List<String> names =
        List.of(
            "; DROP TABLE odd; --",
            "' || (SELECT 1) || '",
            "row_count",
            "whole_row",
            "whole_row_",
            "select",
            "Order No",
            "x".repeat(Column.MAX_NAME_BYTES));
    assertThat(names).allMatch(name -> name.length() < MOST_BYTES_OF_A_NAME);
    return names;
  }

  /** To Oracle, '' is NULL. */
  @Override
  protected List<List<String>> held(List<List<String>> rows) {
    rows.forEach(row -> row.replaceAll(value -> "".equals(value) ? null : value));
    return rows;
  }

  @Override
  protected Fingerprint fingerprint(Table table, List<List<String>> rows, Fingerprint expected)
      throws Exception {
    String columns =
        table.columns().stream()
            .map(
                column ->
                    Dialect.ORACLE.name(column.name())
                        + " "
                        + translate(Dialect.ORACLE.type(column.type())))
            .collect(Collectors.joining(", "));
    statement.execute("CREATE TABLE " + TABLE + " (" + columns + ")");
    try {
      if (!OracleSession.isThere()) {
        statement.execute(
            "CREATE TRIGGER empty_text BEFORE INSERT OR UPDATE ON "
                + TABLE
                + " FOR EACH ROW EXECUTE FUNCTION oracle.empty_text_is_null()");
      }
      insert(table, rows);
      try (ResultSet result = statement.executeQuery(query(table))) {
        result.next();
        return Fingerprint.fromJson(new ObjectMapper().readTree(result.getString(1)));
      }
    } finally {
      statement.execute("DROP TABLE " + TABLE);
    }
  }

  private String query(Table table) throws IOException {
    String path = "datasets/sql/fingerprint-" + table.name() + "-oracle.sql";
    Path file = folder.resolve(table.name());
    Files.writeString(file, new Scripts(Program.ROOT, table).texts(Target.ORACLE).get(path));
    SqlPlusScript script = SqlPlusScript.read(file);
    assertThat(script.variables()).containsExactly("1");
    assertThat(script.statements()).hasSize(1);
    return script.statements().get(0).replace("&1", TABLE);
  }

  private void insert(Table table, List<List<String>> rows) throws SQLException {
    String marks =
        table.columns().stream()
            .map(column -> column.type().kind() == Kind.DOUBLE ? "TO_BINARY_DOUBLE(?)" : "?")
            .collect(Collectors.joining(", "));
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (" + marks + ")")) {
      for (List<String> row : rows) {
        for (int i = 0; i < row.size(); i++) {
          set(insert, i + 1, table.columns().get(i).type(), row.get(i));
        }
        insert.execute();
      }
    }
  }

  private static void set(PreparedStatement insert, int at, Type type, String value)
      throws SQLException {
    if (value == null) {
      insert.setNull(at, Types.NULL);
      return;
    }
    switch (type.kind()) {
      case INTEGER, DECIMAL -> insert.setBigDecimal(at, new BigDecimal(value));
      case BOOLEAN -> insert.setInt(at, value.equals("true") ? 1 : 0);
      case DATE -> insert.setObject(at, LocalDate.parse(value));
      case TIMESTAMP -> {
        LocalDateTime time = LocalDateTime.parse(value.replace(' ', 'T'));
        insert.setObject(at, type.zone() ? time.atOffset(ZoneOffset.UTC) : time);
      }
      case BYTES -> insert.setBytes(at, HexFormat.of().parseHex(value));
      default -> insert.setString(at, value.replace("Infinity", "INF"));
    }
  }
}
