package io.loadpath.sqoop;

import io.loadpath.engines.postgres.ConnectionInfo;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A table with a column of every type, {@code c0}, {@code c1} and so on, and generated rows. */
final class EveryType {
  private static final int ROWS = 4000;

  /**
   * A column's type, and a value of it made of two random numbers, a and b, and a random text, c.
   */
  static final String[][] COLUMNS = {
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

  private EveryType() {}

  /** Makes the schema {@code types} and its table {@code t}. */
  static void fill(Connection connection) throws SQLException {
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

  /** Drops the schema. */
  static void drop(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET client_min_messages = error; DROP SCHEMA types CASCADE");
    }
  }

  /** A session of the shared server. */
  static Connection open() throws Exception {
    ConnectionInfo info = Database.connection();
    String password = Files.readString(info.passwordFile()).strip();
    return DriverManager.getConnection(info.jdbcUrl(), info.user(), password);
  }
}
