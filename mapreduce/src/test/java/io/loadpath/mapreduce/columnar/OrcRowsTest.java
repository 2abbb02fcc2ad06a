package io.loadpath.mapreduce.columnar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.mapreduce.columnar.ReadRows.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.TimeZone;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.common.type.HiveDecimal;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.DateColumnVector;
import org.apache.orc.storage.ql.exec.vector.DecimalColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrcRowsTest {
  private static final String TYPES =
      "struct<ID:bigint,small:tinyint,flag:boolean,price:decimal(15,2),f:float,d:double,s:string,"
          + "v:varchar(9),c:char(4),day:date,at:timestamp,moment:timestamp with local time zone,"
          + "raw:binary,parts:array<int>>";
  private static final String[] COLUMNS = {
    "id:INT8",
    "small:INT2",
    "flag:BOOL",
    "price:NUMERIC",
    "f:FLOAT4",
    "d:FLOAT8",
    "s:TEXT",
    "v:TEXT",
    "c:TEXT",
    "day:DATE",
    "at:TIMESTAMP",
    "moment:TIMESTAMPTZ",
    "raw:BYTEA"
  };

  @TempDir private Path folder;
  private boolean proleptic = true;

  /** Puts values into a batch's row; null is NULL. */
  private void put(VectorizedRowBatch batch, Object... values) {
    int row = batch.size++;
    for (int i = 0; i < values.length; i++) {
      ColumnVector vector = batch.cols[i];
      Object value = values[i];
      if (vector instanceof DateColumnVector dates) {
        dates.changeCalendar(proleptic, false);
      }
      if (value == null) {
        vector.noNulls = false;
        vector.isNull[row] = true;
      } else if (vector instanceof LongColumnVector longs) {
        longs.vector[row] = ((Number) value).longValue();
      } else if (vector instanceof DoubleColumnVector doubles) {
        doubles.vector[row] = ((Number) value).doubleValue();
      } else if (vector instanceof DecimalColumnVector decimals) {
        decimals.set(row, HiveDecimal.create((String) value));
      } else if (vector instanceof TimestampColumnVector times) {
        times.set(row, (Timestamp) value);
      } else {
        byte[] bytes = value instanceof byte[] raw ? raw : value.toString().getBytes(UTF_8);
        ((BytesColumnVector) vector).setVal(row, bytes);
      }
    }
  }

  private Writer writer(Path file, String types, CompressionKind codec, VectorizedRowBatch[] batch)
      throws IOException {
    TypeDescription schema = TypeDescription.fromString(types);
    batch[0] = schema.createRowBatch();
    return OrcFile.createWriter(
        new org.apache.hadoop.fs.Path(file.toUri()),
        OrcFile.writerOptions(ReadRows.CONF)
            .setSchema(schema)
            .setProlepticGregorian(proleptic)
            .compress(codec)
            .stripeSize(20_000)
            .rowIndexStride(1000));
  }

  private Path typed(CompressionKind codec) throws IOException {
    Path file = folder.resolve(codec + ".orc");
    VectorizedRowBatch[] batch = new VectorizedRowBatch[1];
    try (Writer writer = writer(file, TYPES, codec, batch)) {
      long day = LocalDate.of(2024, 2, 29).toEpochDay();
      Timestamp at = Timestamp.valueOf("2024-07-01 23:59:59.123456789");
      put(
          batch[0],
          Long.MIN_VALUE,
          -128,
          1,
          "-1234567890123.50",
          0.1f,
          1e300,
          "tab\tline\nback\\slash \\N",
          "é",
          "ab",
          day,
          at,
          Timestamp.from(java.time.Instant.parse("2024-01-02T03:04:05Z")),
          new byte[] {0, (byte) 0xff});
      put(
          batch[0],
          0,
          0,
          0,
          "0",
          -0f,
          Double.NaN,
          "",
          "",
          "",
          LocalDate.of(1, 1, 1).toEpochDay(),
          Timestamp.valueOf("1969-12-31 23:59:58.5"),
          new Timestamp(-1001),
          new byte[0]);
      put(batch[0], new Object[14]);
      writer.addRowBatch(batch[0]);
    }
    return file;
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionKind.class,
      names = {"NONE", "ZLIB", "SNAPPY", "LZ4", "ZSTD"})
  void readsEachTypeWithEachCodec(CompressionKind codec) throws IOException {
    assertThat(ReadRows.texts(typed(codec), COLUMNS))
        .containsExactly(
            String.join(
                "\t",
                "-9223372036854775808",
                "-128",
                "true",
                "-1234567890123.50",
                "0.1",
                "1.0E300",
                "tab\\\tline\\\nback\\\\slash \\\\N",
                "é",
                "ab",
                "2024-02-29",
                "2024-07-01 23:59:59.123456789",
                "2024-01-02 03:04:05+00",
                "\\\\x00ff"),
            String.join(
                "\t",
                "0",
                "0",
                "false",
                "0.00",
                "-0.0",
                "NaN",
                "",
                "",
                "",
                "0001-01-01",
                "1969-12-31 23:59:58.500000",
                "1969-12-31 23:59:58.999000+00",
                "\\\\x"),
            "\\N\t".repeat(12) + "\\N");
  }

  /** Local times are the same wherever the file is read. */
  @Test
  void localTimesDoNotDependOnTheReadersTimeZone() throws IOException {
    TimeZone zone = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
      Path file = typed(CompressionKind.NONE);
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      assertThat(ReadRows.texts(file, "at:TIMESTAMP", "day"))
          .startsWith(
              "2024-07-01 23:59:59.123456789\t2024-02-29",
              "1969-12-31 23:59:58.500000\t0001-01-01");
    } finally {
      TimeZone.setDefault(zone);
    }
  }

  /** Hive before version 4 counts days before 1582-10-15 by the Julian calendar. */
  @Test
  void datesOfTheJulianCalendarKeepTheirDayAndMonth() throws IOException {
    proleptic = false;
    Path file = folder.resolve("julian.orc");
    VectorizedRowBatch[] batch = new VectorizedRowBatch[1];
    try (Writer writer = writer(file, "struct<day:date>", CompressionKind.ZLIB, batch)) {
      put(
          batch[0],
          new GregorianCalendar(1500, Calendar.FEBRUARY, 29)
              .toZonedDateTime()
              .toLocalDate()
              .toEpochDay());
      writer.addRowBatch(batch[0]);
    }
    // the year 1500 has a 29th of February in the Julian calendar alone: ORC takes the next day
    assertThat(ReadRows.texts(file, "day:DATE")).containsExactly("1500-03-01");
  }

  private Path stripes() throws IOException {
    Path file = folder.resolve("stripes.orc");
    VectorizedRowBatch[] batch = new VectorizedRowBatch[1];
    try (Writer writer =
        writer(
            file, "struct<n:int,s:string,none:string,same:string>", CompressionKind.NONE, batch)) {
      for (int i = 0; i < 30_000; i++) {
        put(batch[0], i, "x" + i * 31, null, "same");
        if (batch[0].size == 1000) {
          writer.addRowBatch(batch[0]);
          batch[0].reset();
        }
      }
    }
    return file;
  }

  @Test
  void readsEachRowOnceWhereverTheFileIsCut() throws IOException {
    Path file = stripes();
    ReadRows.assertCutsDoNotMatter(file, Files.size(file) / 50, "n", "S");
    List<Row> rows = ReadRows.rows(file, List.of(), "n", "S", "none", "same");
    assertThat(rows).hasSize(30_000);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i))
          .isEqualTo(
              new Row(i + "\tx" + i * 31 + "\t\\N\tsame", "file stripes.orc, row " + (i + 1), i));
    }
  }

  @Test
  void refusesWhatHasNoPlainValues() throws IOException {
    Path file = typed(CompressionKind.ZLIB);
    assertThatThrownBy(() -> ReadRows.texts(file, "parts"))
        .hasMessageStartingWith("column parts has the nested type array: leave the column out, or");
    assertThatThrownBy(() -> ReadRows.texts(file, "id", "price2"))
        .hasMessageStartingWith("has no column price2; its columns are ID, small, flag, price, f");
    assertThatThrownBy(() -> ReadRows.texts(file, "moment:TIMESTAMP"))
        .hasMessageStartingWith("column moment has moments");
    assertThatThrownBy(() -> ReadRows.texts(file, "at:TIMESTAMPTZ"))
        .hasMessageStartingWith("column at has local times");
  }

  @Test
  void refusesTransactionalTables() throws IOException {
    Path acid = folder.resolve("acid.orc");
    VectorizedRowBatch[] batch = new VectorizedRowBatch[1];
    writer(
            acid,
            "struct<operation:int,originalTransaction:bigint,bucket:int,rowId:bigint,currentTransaction:bigint,row:struct<id:int>>",
            CompressionKind.ZLIB,
            batch)
        .close();
    assertThatThrownBy(() -> ReadRows.texts(acid, "id"))
        .hasMessageStartingWith("it belongs to a transactional table of Hive");

    for (String name :
        List.of(
            "base_0000002/000000_0",
            "delta_0000001_0000001_0000/000000_0",
            "delete_delta_0000002_0000002/000000_0",
            "base_12_v0000023/x",
            "bucket_00000")) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.copy(typed(CompressionKind.NONE), file);
      Files.delete(folder.resolve("NONE.orc"));
      assertThatThrownBy(() -> ReadRows.files(file, "id"))
          .hasMessageContaining(name)
          .hasMessageContaining("transactional");
    }
  }

  @Test
  void namesATruncatedFile() throws IOException {
    Path file = stripes();
    byte[] bytes = Files.readAllBytes(file);
    Path shortened = folder.resolve("short.orc");
    Files.write(shortened, Arrays.copyOf(bytes, bytes.length - 100));
    assertThatThrownBy(() -> ReadRows.files(shortened, "n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("short.orc")
        .hasMessageEndingWith("its end is missing: copy it again");
  }
}
