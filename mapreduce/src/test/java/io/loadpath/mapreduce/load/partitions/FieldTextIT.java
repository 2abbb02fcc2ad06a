package io.loadpath.mapreduce.load.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.FieldText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.ZoneId;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.core.BaseConnection;

/** The server writes the bytes, and must read the text as the same value. */
@ExtendWith(SharedServer.class)
class FieldTextIT {
  private static final int HEAD_BYTES = 19 + 2;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int2; -5",
        "int4; 2147483647",
        "int8; -9223372036854775808",
        "numeric; -12345678.9012",
        "numeric; 0.000010",
        "numeric; 100000000",
        "numeric; NaN",
        "float4; 1.5",
        "float8; -1e300",
        "bool; true",
        "date; 1999-12-31",
        "date; infinity",
        "date; 0044-03-15 BC",
        "timestamp; 2024-02-29 23:59:59.000001",
        "timestamp; -infinity",
        "timestamptz; 2024-07-01 00:30:00+00",
        "timestamptz; 1990-07-01 00:30:00.5+00",
        "timestamptz; infinity",
        "uuid; 123e4567-e89b-12d3-a456-426614174000",
        "bytea; \\x00ff",
        "text; Zürich",
        "text; ''"
      })
  void theServerReadsTheText(String type, String literal) throws Exception {
    try (BaseConnection session = TestTarget.connect();
        Statement statement = session.createStatement()) {
      statement.execute("SET TimeZone = 'Asia/Tokyo'");
      String value = "'%s'::%s".formatted(literal.replace("''", ""), type);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      session.getCopyAPI().copyOut("COPY (SELECT " + value + ") TO STDOUT (FORMAT binary)", out);
      byte[] copy = out.toByteArray();
      int length = ByteBuffer.wrap(copy).getInt(HEAD_BYTES);
      String text =
          FieldText.of(
              ColumnType.named(type).orElseThrow(),
              copy,
              HEAD_BYTES + Integer.BYTES,
              length,
              ZoneId.of("Asia/Tokyo"));
      try (ResultSet result =
          statement.executeQuery(
              "SELECT '%s'::%s = %s, '%s'::%s".formatted(text, type, value, text, type))) {
        result.next();
        assertThat(result.getBoolean(1)).as(text + " is " + result.getString(2)).isTrue();
      }
    }
  }
}
