package io.loadpath.mapreduce.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.rows.ColumnType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.PrimitiveBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnRangeTest {
  private static final int FIRST_DAY = (int) LocalDate.of(2024, 1, 1).toEpochDay();

  @TempDir private Path folder;

  /** Returns the range of a column, which is a word such as {@code id:INT4}. */
  private static Optional<ColumnRange> range(Path file, String column) throws IOException {
    Piece whole = new Piece(file.toUri().toString(), Files.size(file), 0);
    return ReadRows.files(file, "other", column).blocks(whole, 1, ReadRows.CONF).stream()
        .map(FileBlock::range)
        .reduce(Optional.of(ColumnRange.NONE), ColumnRange::join);
  }

  /** Writes rows from -5 up, with NULL in each third, and a column of NULL alone. */
  private Path orc(int rows) throws IOException {
    Path file = folder.resolve("a.orc");
    TypeDescription schema =
        TypeDescription.fromString(
            "struct<other:int,ID:bigint,day:date,none:int,moment:timestamp>");
    VectorizedRowBatch batch = schema.createRowBatch();
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(ReadRows.CONF)
                .setSchema(schema)
                .compress(CompressionKind.NONE)
                .stripeSize(20_000)
                .rowIndexStride(1000))) {
      for (int i = 0; i < rows; i++) {
        int at = batch.size++;
        for (int column = 1; column < batch.cols.length; column++) {
          boolean isNull = i % 3 == 2 || column > 2;
          batch.cols[column].noNulls &= !isNull;
          batch.cols[column].isNull[at] = isNull;
        }
        ((LongColumnVector) batch.cols[1]).vector[at] = i - 5;
        ((LongColumnVector) batch.cols[2]).vector[at] = FIRST_DAY + i % 90;
        if (batch.size == batch.getMaxSize() || i == rows - 1) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
    }
    return file;
  }

  @Test
  void orcFilesHaveRangesOfNumbersAndDates() throws IOException {
    Path file = orc(30_001);
    assertThat(range(file, "id:INT8")).contains(new ColumnRange(-5, 29_995));
    assertThat(range(file, "id:INT2")).contains(new ColumnRange(-5, 29_995));
    assertThat(range(file, "day:DATE")).contains(new ColumnRange(FIRST_DAY, FIRST_DAY + 88));
    assertThat(range(file, "none:INT4")).contains(ColumnRange.NONE);
    Files.delete(file);
    assertThat(range(orc(0), "id:INT8")).contains(ColumnRange.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id:NUMERIC", "id:DATE", "id:TEXT", "id", "day:INT4", "moment:TIMESTAMP"})
  void valuesThatTheTargetChangesHaveNoRange(String column) throws Exception {
    assertThat(range(orc(10), column)).isEmpty();
    assertThat(range(parquet(10), column)).isEmpty();
  }

  /**
   * Removes the ranges from the end of a file, and keeps the numbers of values.
   *
   * @param kinds whether the statistics are still those of numbers and dates
   */
  private Path withoutStatistics(Path file, boolean kinds) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
    int last = all.limit() - 1;
    int postscriptAt = last - all.get(last);
    OrcProto.PostScript postscript =
        OrcProto.PostScript.parseFrom(all.slice(postscriptAt, last - postscriptAt));
    int footerAt = postscriptAt - (int) postscript.getFooterLength();
    OrcProto.Footer.Builder footer =
        OrcProto.Footer.parseFrom(all.slice(footerAt, postscriptAt - footerAt)).toBuilder();
    for (OrcProto.ColumnStatistics.Builder column : footer.getStatisticsBuilderList()) {
      if (column.hasIntStatistics()) {
        column.clearIntStatistics();
        if (kinds) {
          column.setIntStatistics(OrcProto.IntegerStatistics.getDefaultInstance());
        }
      }
      if (column.hasDateStatistics()) {
        column.clearDateStatistics();
        if (kinds) {
          column.setDateStatistics(OrcProto.DateStatistics.getDefaultInstance());
        }
      }
    }
    byte[] end = footer.build().toByteArray();
    byte[] newPostscript = postscript.toBuilder().setFooterLength(end.length).build().toByteArray();
    Path changed = folder.resolve("b.orc");
    try (OutputStream out = Files.newOutputStream(changed)) {
      out.write(all.array(), 0, footerAt);
      out.write(end);
      out.write(newPostscript);
      out.write(newPostscript.length);
    }
    return changed;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void orcFilesWithoutStatisticsHaveNoRange(boolean kinds) throws IOException {
    Path file = withoutStatistics(orc(100), kinds);
    assertThat(ReadRows.texts(file, "id:INT8")).hasSize(100);
    assertThat(range(file, "id:INT8")).isEmpty();
    assertThat(range(file, "day:DATE")).isEmpty();
  }

  /** Writes the same rows as {@link #orc}, in groups of which one has only NULL as its day. */
  private Path parquet(int rows) throws Exception {
    Path file = folder.resolve("a.parquet");
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = duck.createStatement()) {
      sql.execute(
          """
          COPY (SELECT 1 AS other, CASE WHEN i %% 3 < 2 THEN i - 5 END AS "ID",
              CASE WHEN i %% 3 < 2 AND i >= 2048 OR i < 10 THEN DATE '2024-01-01' + (i %% 90)::INTEGER END AS day,
              NULL::INTEGER AS none, (i + 3000000000)::UINTEGER AS u4, i::DECIMAL(9,2) AS price,
              NULL::TIMESTAMP AS moment, CASE WHEN i >= 2048 THEN i END AS late
            FROM range(%d) t(i)) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)"""
              .formatted(rows, file));
    }
    return file;
  }

  @Test
  void parquetFilesHaveRangesOfNumbersAndDates() throws Exception {
    Path file = parquet(30_001);
    assertThat(range(file, "id:INT8")).contains(new ColumnRange(-5, 29_995));
    assertThat(range(file, "day:DATE")).contains(new ColumnRange(FIRST_DAY, FIRST_DAY + 88));
    assertThat(range(file, "late:INT8")).contains(new ColumnRange(2048, 30_000));
    assertThat(range(file, "none:INT4")).contains(ColumnRange.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"u4:INT8", "price:INT4", "price:NUMERIC"})
  void parquetFilesHaveNoRangeOfOtherNumbers(String column) throws Exception {
    assertThat(range(parquet(10), column)).isEmpty();
  }

  @Test
  void parquetFilesOfAnotherOrderHaveNoRange() {
    FileColumn column = new FileColumn("id", ColumnType.INT4);
    PrimitiveBuilder<PrimitiveType> type = Types.optional(PrimitiveTypeName.INT32);
    assertThat(ParquetColumn.keepsNumbers(column, type.named("id"))).isTrue();
    type.columnOrder(ColumnOrder.undefined());
    assertThat(ParquetColumn.keepsNumbers(column, type.named("id"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void parquetFilesWithoutStatisticsHaveNoRange(boolean isEnabled) throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int32 other; optional int32 id; optional int32 small (INTEGER(16,true)); }");
    Path file = folder.resolve("s.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(
                HadoopOutputFile.fromPath(
                    new org.apache.hadoop.fs.Path(file.toUri()), ReadRows.CONF))
            .withType(type)
            .withStatisticsEnabled("id", isEnabled)
            .withStatisticsEnabled("small", isEnabled)
            .build()) {
      for (int i = 7; i < 10; i++) {
        writer.write(new SimpleGroup(type).append("other", 1).append("id", i).append("small", -i));
      }
    }
    Optional<ColumnRange> id = Optional.of(new ColumnRange(7, 9)).filter(range -> isEnabled);
    Optional<ColumnRange> small = Optional.of(new ColumnRange(-9, -7)).filter(range -> isEnabled);
    assertThat(range(file, "id:INT4")).isEqualTo(id);
    assertThat(range(file, "small:INT4")).isEqualTo(small);
  }
}
