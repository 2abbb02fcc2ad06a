package io.loadpath.mapreduce.columnar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.mapreduce.columnar.ReadRows.Row;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetRowsTest {
  private static final MessageType TYPES =
      MessageTypeParser.parseMessageType(
          """
          message hive_schema {
            optional int64 ID;
            optional int32 small (INTEGER(8,true));
            optional int32 u4 (INTEGER(32,false));
            optional int64 u8 (INTEGER(64,false));
            optional boolean flag;
            optional int32 p4 (DECIMAL(9,2));
            optional int64 p8 (DECIMAL(18,3));
            optional fixed_len_byte_array(16) p16 (DECIMAL(38,4));
            optional binary pb (DECIMAL(20,0));
            optional float f;
            optional double d;
            optional binary s (STRING);
            optional binary plain;
            optional binary raw;
            optional int32 day (DATE);
            optional int64 ms (TIMESTAMP(MILLIS,false));
            optional int64 us (TIMESTAMP(MICROS,false));
            optional int64 ns (TIMESTAMP(NANOS,false));
            optional int64 moment (TIMESTAMP(MICROS,true));
            optional int96 old;
            optional fixed_len_byte_array(16) u (UUID);
            required group parts (LIST) { repeated group list { optional int32 element; } }
            repeated int32 many;
            optional int32 clock (TIME(MILLIS,false));
            required int32 last;
          }
          """);
  private static final String[] COLUMNS = {
    "id:INT8",
    "small:INT2",
    "u4:INT8",
    "u8:NUMERIC",
    "flag:BOOL",
    "p4:NUMERIC",
    "p8:NUMERIC",
    "p16:NUMERIC",
    "pb:NUMERIC",
    "f:FLOAT8",
    "d:FLOAT8",
    "s:TEXT",
    "plain:TEXT",
    "raw:BYTEA",
    "day:DATE",
    "ms:TIMESTAMP",
    "us:TIMESTAMP",
    "ns:TIMESTAMP",
    "moment:TIMESTAMPTZ",
    "old:TIMESTAMP",
    "u:UUID",
    "last:INT4"
  };

  @TempDir private Path folder;

  private ParquetWriter<Group> writer(
      Path file, MessageType type, CompressionCodecName codec, WriterVersion version, String zone)
      throws IOException {
    return ExampleParquetWriter.builder(
            HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), ReadRows.CONF))
        .withType(type)
        .withCompressionCodec(codec)
        .withWriterVersion(version)
        .withRowGroupSize(20_000L)
        .withPageSize(2000)
        .withExtraMetaData(zone == null ? Map.of() : Map.of(ParquetRows.ZONE, zone))
        .build();
  }

  private static Binary int96(String utc) {
    Instant at = Instant.parse(utc);
    long day = Math.floorDiv(at.getEpochSecond(), 86_400);
    long nanos = Math.floorMod(at.getEpochSecond(), 86_400) * 1_000_000_000L + at.getNano();
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(nanos).putInt((int) (day + 2_440_588)).flip();
    return Binary.fromConstantByteBuffer(bytes);
  }

  private static byte[] sixteen(BigInteger value) {
    byte[] bytes = new byte[16];
    Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
    byte[] digits = value.toByteArray();
    System.arraycopy(digits, 0, bytes, 16 - digits.length, digits.length);
    return bytes;
  }

  private Path typed(CompressionCodecName codec, WriterVersion version, String zone)
      throws IOException {
    Path file = folder.resolve(codec + version.toString() + ".parquet");
    Files.deleteIfExists(file);
    try (ParquetWriter<Group> writer = writer(file, TYPES, codec, version, zone)) {
      Group row = new SimpleGroup(TYPES);
      row.add("ID", Long.MIN_VALUE);
      row.add("small", -128);
      row.add("u4", -1);
      row.add("u8", -1L);
      row.add("flag", true);
      row.add("p4", -5);
      row.add("p8", 1234567890123456789L);
      row.add(
          "p16",
          Binary.fromConstantByteArray(
              sixteen(new BigInteger("-99999999999999999999999999999999999999"))));
      row.add(
          "pb", Binary.fromConstantByteArray(new BigInteger("12345678901234567890").toByteArray()));
      row.add("f", 0.1f);
      row.add("d", -1.5);
      row.add("s", "tab\tline\nback\\slash \\N é");
      row.add("plain", "text");
      row.add("raw", Binary.fromConstantByteArray(new byte[] {0, (byte) 0xab}));
      row.add("day", (int) LocalDate.of(-43, 3, 15).toEpochDay());
      row.add("ms", -1L);
      row.add("us", 1_700_000_000_000_001L);
      row.add("ns", 1_700_000_000_000_000_001L);
      row.add("moment", 1_700_000_000_000_000L);
      row.add("old", int96("2024-01-02T03:04:05.000000006Z"));
      row.add(
          "u",
          Binary.fromConstantByteArray(
              sixteen(new BigInteger("123456789abcdef00000000000000001", 16))));
      row.addGroup("parts");
      row.add("last", 1);
      writer.write(row);
      Group nulls = new SimpleGroup(TYPES);
      nulls.addGroup("parts");
      nulls.add("last", 2);
      writer.write(nulls);
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "UNCOMPRESSED, PARQUET_1_0",
    "SNAPPY, PARQUET_1_0",
    "SNAPPY, PARQUET_2_0",
    "GZIP, PARQUET_1_0",
    "GZIP, PARQUET_2_0",
    "ZSTD, PARQUET_1_0",
    "ZSTD, PARQUET_2_0",
    "LZ4_RAW, PARQUET_1_0",
    "UNCOMPRESSED, PARQUET_2_0"
  })
  void readsEachTypeWithEachCodec(CompressionCodecName codec, WriterVersion version)
      throws IOException {
    assertThat(ReadRows.texts(typed(codec, version, null), COLUMNS))
        .containsExactly(
            String.join(
                "\t",
                "-9223372036854775808",
                "-128",
                "4294967295",
                "18446744073709551615",
                "true",
                "-0.05",
                "1234567890123456.789",
                "-9999999999999999999999999999999999.9999",
                "12345678901234567890",
                "0.10000000149011612",
                "-1.5",
                "tab\\\tline\\\nback\\\\slash \\\\N é",
                "text",
                "\\\\x00ab",
                "0044-03-15 BC",
                "1969-12-31 23:59:59.999000",
                "2023-11-14 22:13:20.000001",
                "2023-11-14 22:13:20.000000001",
                "2023-11-14 22:13:20+00",
                "2024-01-02 03:04:05.000000006",
                "12345678-9abc-def0-0000-000000000001",
                "1"),
            "\\N\t".repeat(21) + "2");
  }

  /** Hive turns local times into moments, and notes its time zone. */
  @Test
  void oldTimesAreLocalToTheirWriter() throws IOException {
    Path file = typed(CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, "America/New_York");
    assertThat(ReadRows.texts(file, "old:TIMESTAMP").get(0))
        .isEqualTo("2024-01-01 22:04:05.000000006");
    assertThat(ReadRows.texts(file, "old:TIMESTAMPTZ").get(0))
        .isEqualTo("2024-01-02 03:04:05.000000006+00");
  }

  private Path groups() throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int32 n; optional binary s (STRING); }");
    Path file = folder.resolve("groups.parquet");
    try (ParquetWriter<Group> writer =
        writer(file, type, CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, null)) {
      for (int i = 0; i < 30_000; i++) {
        Group row = new SimpleGroup(type);
        row.add("n", i);
        row.add("s", "x" + i * 31);
        writer.write(row);
      }
    }
    return file;
  }

  @Test
  void readsEachRowOnceWhereverTheFileIsCut() throws IOException {
    Path file = groups();
    ReadRows.assertCutsDoNotMatter(file, Files.size(file) / 50, "n", "S");
    List<Row> rows = ReadRows.rows(file, List.of(), "n", "S");
    assertThat(rows).hasSize(30_000);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i))
          .isEqualTo(new Row(i + "\tx" + i * 31, "file groups.parquet, row " + (i + 1), i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "zstd", "gzip", "lz4", "uncompressed"})
  void readsFilesOfDuckDb(String codec) throws Exception {
    Path file = folder.resolve("duck.parquet");
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = duck.createStatement()) {
      sql.execute(
          """
          COPY (SELECT i AS id, CASE WHEN i %% 3 = 0 THEN NULL ELSE 'Straße ' || (i %% 100) END AS s,
              (i / 100)::DECIMAL(12,2) AS price, DATE '2024-01-01' + i::INTEGER AS day,
              TIMESTAMP '2024-01-01 00:00:00' + to_seconds(i) AS at, i %% 2 = 0 AS flag,
              i / 8 AS d, '\\x00\\xFF'::BLOB AS raw
            FROM range(5000) t(i))
          TO '%s' (FORMAT parquet, CODEC '%s', ROW_GROUP_SIZE 2048)
          """
              .formatted(file, codec));
    }
    List<String> rows =
        ReadRows.texts(
            file,
            "id:INT8",
            "s:TEXT",
            "price:NUMERIC",
            "day:DATE",
            "at:TIMESTAMP",
            "flag:BOOL",
            "d:FLOAT8",
            "raw:BYTEA");
    assertThat(rows).hasSize(5000);
    assertThat(rows.get(0))
        .isEqualTo("0\t\\N\t0.00\t2024-01-01\t2024-01-01 00:00:00\ttrue\t0.0\t\\\\x00ff");
    assertThat(rows.get(4999))
        .isEqualTo(
            "4999\tStraße 99\t49.99\t2037-09-08\t2024-01-01 01:23:19\tfalse\t624.875\t\\\\x00ff");
  }

  @Test
  void refusesWhatHasNoPlainValues() throws IOException {
    Path file = typed(CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, null);
    assertThatThrownBy(() -> ReadRows.texts(file, "parts"))
        .hasMessageStartingWith("column parts has the nested type list: leave the column out, or");
    assertThatThrownBy(() -> ReadRows.texts(file, "many"))
        .hasMessageStartingWith("column many has the nested type list: leave the column out, or");
    assertThatThrownBy(() -> ReadRows.texts(file, "clock"))
        .hasMessageStartingWith(
            "column clock has the type optional int32 clock (TIME(MILLIS,false))");
    assertThatThrownBy(() -> ReadRows.texts(file, "other"))
        .hasMessageStartingWith("has no column other; its columns are ID, small, u4,");
    assertThatThrownBy(() -> ReadRows.texts(file, "moment:TIMESTAMP"))
        .hasMessageStartingWith("column moment has moments");
    assertThatThrownBy(() -> ReadRows.texts(file, "us:TIMESTAMPTZ"))
        .hasMessageStartingWith("column us has local times");
  }

  @Test
  void namesATruncatedFile() throws IOException {
    Path file = groups();
    byte[] bytes = Files.readAllBytes(file);
    Path cut = folder.resolve("short.parquet");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> ReadRows.files(cut, "n"))
        .hasMessageContaining("short.parquet")
        .hasMessageEndingWith("its end is missing: copy it again");
    // a hole in the middle
    byte[] damaged = bytes.clone();
    Arrays.fill(damaged, 4, 2000, (byte) 0x55);
    Files.write(cut, damaged);
    assertThatThrownBy(() -> ReadRows.texts(cut, "n", "s")).isInstanceOf(IOException.class);
  }
}
