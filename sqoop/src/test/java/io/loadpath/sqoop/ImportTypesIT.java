package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudera.sqoop.lib.DelimiterSet;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.sqoop.lib.FieldFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Generated rows of every type, imported with every kind of delimiters, against Sqoop's own
 * formatter.
 */
@SuppressWarnings("deprecation") // FieldFormatter takes a class by its former name
@ExtendWith(SharedServer.class)
class ImportTypesIT {
  private static final int ROWS = 4000;

  /**
   * A column's type, and a value of it made of two random numbers, a and b, and a random text, c.
   */
  private static final String[][] COLUMNS = {
    {"text", "c"},
    {"varchar(40)", "left(c, 40)"},
    {"char(9)", "left(c, 9)"},
    {"name", "left(c, 9)::name"},
    {"int2", "a % 32768"},
    {"int4", "a"},
    {"int8", "a::bigint * b"},
    {"numeric", "a / nullif(b, 0)::numeric"},
    {"numeric(20, 4)", "a / 7.0"},
    {"float4", "a / 3.0"},
    {"float8", "CASE WHEN a % 9 = 0 THEN 'Infinity' WHEN a % 9 = 1 THEN 'NaN' ELSE a / 3.0e10 END"},
    {"money", "a / 100.0"},
    {"boolean", "a % 2 = 0"},
    {"date", "DATE '2000-01-01' + a % 999999"},
    {"time", "TIME '00:00' + b * INTERVAL '1 us'"},
    {"timetz", "TIMETZ '12:00+02' + b * INTERVAL '1 us'"},
    {"timestamp", "TIMESTAMP '2000-01-01' + a * INTERVAL '1 us' * (b % 100000)"},
    {"timestamptz", "TIMESTAMPTZ '2000-01-01Z' + a * INTERVAL '1 us' * (b % 100)"},
    {"interval", "a % 99999 * INTERVAL '1 second 1 day'"},
    {"bytea", "convert_to(c, 'UTF8')"},
    {"uuid", "md5(c)::uuid"},
    {"json", "json_build_object('c', c)"},
    {"jsonb", "jsonb_build_array(c, a)"},
    {"inet", "'10.0.0.0'::inet + abs(a % 999)"},
    {"macaddr", "substr(md5(c), 1, 12)::macaddr"},
    {"bit(7)", "(a % 128)::bit(7)"},
    {"varbit", "b::bit(32)"},
    {"point", "point(a, b)"},
    {"int4range", "int4range(least(a, b), greatest(a, b))"},
    {"int4[]", "ARRAY[a, NULL, b]"},
    {"text[]", "ARRAY[c, NULL, '']"},
    {"boolean[]", "ARRAY[a % 2 = 0]"},
    {"tsvector", "to_tsvector('simple', c)"},
    {"oid", "abs(a)::oid"},
    {"types.mood", "(enum_range(NULL::types.mood))[1 + abs(a % 3)]"},
    {"types.truth", "(a % 3 = 0)::types.truth"},
    {"types.pair", "ROW(a, c)::types.pair"},
  };

  /** Types for which Sqoop has a class that is not String. */
  private static final Set<String> NOT_TEXT =
      Set.of(
          "int2 int4 int8 numeric float4 float8 money boolean types.truth date time timetz timestamp timestamptz bytea bit oid"
              .split(" "));

  private static Connection connection;

  @BeforeAll
  static void fill() throws Exception {
    connection = connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE SCHEMA types;
          CREATE TYPE types.mood AS ENUM ('good', 'b|a,d', 'a \\ "b"');
          CREATE DOMAIN types.truth AS boolean;
          CREATE TYPE types.pair AS (a int, c text);
          """);
      List<String> columns = new ArrayList<>();
      List<String> values = new ArrayList<>();
      for (int i = 0; i < COLUMNS.length; i++) {
        columns.add("c%d %s".formatted(i, COLUMNS[i][0]));
        values.add("CASE WHEN n > 0 THEN %s END".formatted(COLUMNS[i][1]));
      }
      statement.execute("CREATE TABLE types.t (id int, %s)".formatted(String.join(", ", columns)));
      insert(
          "INSERT INTO types.t SELECT id, %s FROM (SELECT ?::int AS id, ?::int AS a, ?::int AS b, ?::text AS c, ?::int AS n)"
              .formatted(String.join(", ", values)));
    }
  }

  private static void insert(String statement) throws SQLException {
    Random random = new Random(14);
    HardText texts = new HardText(random);
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement(statement)) {
      for (int row = 0; row < ROWS; row++) {
        insert.setInt(1, row);
        insert.setInt(2, random.nextInt());
        insert.setInt(3, random.nextInt());
        insert.setString(4, texts.next());
        insert.setInt(5, random.nextInt(6));
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  @AfterAll
  static void drop() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET client_min_messages = error; DROP SCHEMA types CASCADE");
    }
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '`',
      value = {
        "\\0174 \\n none none false `` ``",
        "\\001 \\n none \\\\ false \\\\N \\\\N",
        ", \\n \" \\\\ false null \\\\N",
        "; \\001 ' ~ true none -",
        "§ \\n none none false `` ``",
      })
  void importsWhatSqoopsFormatterWrites(
      String field,
      String line,
      String enclose,
      String escape,
      boolean always,
      String text,
      String other)
      throws Exception {
    Path target = Database.server().newFolder().resolve("imported");
    List<String> arguments =
        new ArrayList<>(List.of("--table", "t", "-m", "3", "--fields-terminated-by", field));
    arguments.addAll(List.of("--lines-terminated-by", line, "--null-string", text));
    arguments.addAll(List.of("--null-non-string", other));
    if (!enclose.equals("none")) {
      arguments.addAll(List.of(always ? "--enclosed-by" : "--optionally-enclosed-by", enclose));
    }
    if (!escape.equals("none")) {
      arguments.addAll(List.of("--escaped-by", escape));
    }
    arguments.addAll(List.of("--", "--schema", "types"));

    SqoopJob.imports(target, arguments).ok();

    DelimiterSet delimiters =
        new DelimiterSet(
            character(field), character(line), character(enclose), character(escape), always);
    String expected = expected(delimiters, text.replace("\\\\", "\\"), other.replace("\\\\", "\\"));
    StringBuilder imported = new StringBuilder();
    for (int part = 0; part < 3; part++) {
      imported.append(Files.readString(target.resolve("part-m-0000" + part)));
    }
    int same = Arrays.mismatch(imported.toString().toCharArray(), expected.toCharArray());
    assertThat(same)
        .as(() -> around(imported.toString(), same) + "\ninstead of\n" + around(expected, same))
        .isEqualTo(-1);
  }

  private static String around(String text, int place) {
    return text.substring(Math.max(0, place - 300), Math.min(text.length(), place + 100));
  }

  /** All rows, in the order of their blocks, as Sqoop formats the text of their values. */
  private static String expected(DelimiterSet delimiters, String text, String other)
      throws SQLException {
    StringBuilder expected = new StringBuilder();
    List<String> columns = new ArrayList<>(List.of("id::text"));
    for (int i = 0; i < COLUMNS.length; i++) {
      // format writes what COPY writes; only truth values are written out, as Sqoop does
      boolean truth = COLUMNS[i][0].matches("boolean|types.truth");
      String written =
          truth ? "c%d::text" : "CASE WHEN c%1$d IS NOT NULL THEN format('%%s', c%1$d) END";
      columns.add(written.formatted(i));
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT %s FROM types.t ORDER BY ctid".formatted(String.join(", ", columns)))) {
      while (rows.next()) {
        for (int i = 0; i < columns.size(); i++) {
          String value = rows.getString(i + 1);
          if (value == null) {
            value = isText(i == 0 ? "int4" : COLUMNS[i - 1][0]) ? text : other;
          }
          expected.append(i == 0 ? "" : String.valueOf(delimiters.getFieldsTerminatedBy()));
          expected.append(FieldFormatter.escapeAndEnclose(value, delimiters));
        }
        expected.append(delimiters.getLinesTerminatedBy());
      }
    }
    return expected.toString();
  }

  /** Whether Sqoop holds a value of the type as text, or knows no class for it. */
  private static boolean isText(String type) {
    return !NOT_TEXT.contains(type.replaceAll("\\(.*", ""));
  }

  private static char character(String argument) {
    return switch (argument) {
      case "none" -> '\0';
      case "\\0174" -> '|';
      case "\\001" -> '\001';
      case "\\n" -> '\n';
      case "\\\\" -> '\\';
      default -> argument.charAt(0);
    };
  }

  private static Connection connect() throws Exception {
    ConnectionInfo info = Database.connection();
    String password = Files.readString(info.passwordFile()).strip();
    return DriverManager.getConnection(info.jdbcUrl(), info.user(), password);
  }
}
