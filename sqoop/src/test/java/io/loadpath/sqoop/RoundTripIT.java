package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.rows.ColumnType;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated rows of every type, which an import and an export bring into a second table. */
@ExtendWith(SharedServer.class)
class RoundTripIT {
  // no generated texts
  private static final String NULL_TEXT = "NULL";
  private static final String NULL_OTHER = "NIL";

  private static final String TYPES =
      "SELECT attname, typname FROM pg_attribute JOIN pg_type t ON t.oid = atttypid"
          + " WHERE attrelid = 'types.t'::regclass AND attnum > 0 ORDER BY attnum";

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

  @BeforeAll
  static void fill() throws Exception {
    try (Connection connection = Database.open()) {
      fill(connection);
    }
  }

  @AfterAll
  static void drop() {
    sql("SET client_min_messages = error; DROP SCHEMA types CASCADE");
  }

  /** Makes the schema {@code types} and its table {@code t}. */
  private static void fill(Connection connection) throws SQLException {
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
          connection,
          "INSERT INTO types.t SELECT id, %s FROM (SELECT ?::int AS id, ?::int AS a, ?::int AS b, ?::text AS c, ?::int AS n)"
              .formatted(String.join(", ", values)));
    }
  }

  private static void insert(Connection connection, String statement) throws SQLException {
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

  @AfterEach
  void dropCopy() {
    sql("DROP TABLE types.copy");
  }

  private static String sql(String statements) {
    return Database.server().sql(statements);
  }

  /** Columns of all types, or of those that the export sends as binary. */
  private static List<String> columns(boolean binary) {
    List<String> columns = new ArrayList<>();
    for (String line : sql(TYPES).lines().toList()) {
      String[] column = line.split("\\|");
      if (!binary || ColumnType.named(column[1]).isPresent()) {
        columns.add(column[0]);
      }
    }
    return columns;
  }

  /** The digest of each column, one a line. */
  private static String fingerprint(String table, List<String> columns) {
    String digests =
        columns.stream()
            .map("'%1$s ' || md5(string_agg(ROW(%1$s)::text, ' ' ORDER BY id))"::formatted)
            .collect(Collectors.joining(", "));
    return sql("SELECT count(*), %s FROM types.%s".formatted(digests, table)).replace('|', '\n');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "insert;false;| \\n \\\\ none;zstd;part-m-00000.zst",
        "two-phase;false;\\001 \\n \\\\ \\042;none;part-m-00000",
        "insert;true;, \\n \\\\ \\042;gzip;part-m-00000.gz",
        "two-phase;true;: \\001 ~ ';zstd;part-m-00000.zst",
        "insert;false;, \\n \\\\ always;none;part-m-00000",
      })
  void rowsOfEveryTypeAreTheSameAfterAnImportAndAnExport(
      String way, boolean binary, String format, String codec, String file) throws Exception {
    List<String> columns = columns(binary);
    sql(
        "CREATE TABLE types.copy AS SELECT %s FROM types.t WITH NO DATA"
            .formatted(String.join(", ", columns)));
    Path files = Database.server().newFolder().resolve("files");

    SqoopJob.imports(
            files,
            arguments(
                "",
                format,
                "t",
                "--columns",
                String.join(",", columns),
                codec.equals("none") ? "--as-textfile" : "--compression-codec=" + codec))
        .ok();
    SqoopJob export =
        SqoopJob.exports(
                files, arguments("input-", format, "copy", "-Dloadpath.export.commit=" + way))
            .ok();

    assertThat(fingerprint("copy", columns)).isEqualTo(fingerprint("t", columns));
    assertThat(files.resolve(file)).exists();
    assertThat(export.log().contains("Sends text, not binary")).isEqualTo(!binary);
  }

  /**
   * @param format what ends fields and lines, escapes and encloses
   */
  private static List<String> arguments(
      String prefix, String format, String table, String... more) {
    String[] marks = format.split(" ");
    List<String> all = new ArrayList<>(List.of(more));
    all.addAll(List.of("--table", table, "-m", "2"));
    all.addAll(List.of("--" + prefix + "fields-terminated-by", marks[0]));
    all.addAll(List.of("--" + prefix + "lines-terminated-by", marks[1]));
    all.addAll(List.of("--" + prefix + "escaped-by", marks[2]));
    all.addAll(List.of("--" + prefix + "null-string", NULL_TEXT));
    all.addAll(List.of("--" + prefix + "null-non-string", NULL_OTHER));
    if (marks[3].equals("always")) {
      all.addAll(List.of("--" + prefix + "enclosed-by", "\""));
    } else if (!marks[3].equals("none")) {
      all.addAll(List.of("--" + prefix + "optionally-enclosed-by", marks[3]));
    }
    all.addAll(List.of("--", "--schema", "types"));
    return all;
  }
}
