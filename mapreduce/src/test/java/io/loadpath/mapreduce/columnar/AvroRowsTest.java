package io.loadpath.mapreduce.columnar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.mapreduce.columnar.ReadRows.Row;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroRowsTest {
  private static final Schema TYPES =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "r", "fields": [
                {"name": "ID", "type": "long"},
                {"name": "n", "type": ["null", "int"]},
                {"name": "flag", "type": ["boolean", "null"]},
                {"name": "f", "type": ["null", "float"]},
                {"name": "d", "type": ["null", "double"]},
                {"name": "s", "type": ["null", "string"]},
                {"name": "e", "type": ["null", {"type": "enum", "name": "e", "symbols": ["RED"]}]},
                {"name": "raw", "type": ["null", "bytes"]},
                {"name": "price", "type": ["null", {"type": "bytes", "logicalType": "decimal",
                  "precision": 12, "scale": 2}]},
                {"name": "fixed", "type": ["null", {"type": "fixed", "name": "x", "size": 4,
                  "logicalType": "decimal", "precision": 9, "scale": 3}]},
                {"name": "day", "type": ["null", {"type": "int", "logicalType": "date"}]},
                {"name": "ms", "type": ["null", {"type": "long", "logicalType":
                  "timestamp-millis"}]},
                {"name": "us", "type": ["null", {"type": "long", "logicalType":
                  "local-timestamp-micros"}]},
                {"name": "parts", "type": {"type": "array", "items": "int"}},
                {"name": "either", "type": ["int", "string"]},
                {"name": "clock", "type": {"type": "int", "logicalType": "time-millis"}}
              ]}
              """);
  private static final String[] COLUMNS = {
    "id:INT8",
    "n:INT4",
    "flag:BOOL",
    "f:FLOAT4",
    "d:FLOAT8",
    "s:TEXT",
    "e:TEXT",
    "raw:BYTEA",
    "price:NUMERIC",
    "fixed:NUMERIC",
    "day:DATE",
    "ms:TIMESTAMPTZ",
    "us:TIMESTAMP"
  };

  @TempDir private Path folder;

  /** Avro's own codecs: readers of these files may have replaced those with names. */
  private static CodecFactory codec(String name) {
    return switch (name) {
      case "snappy" -> CodecFactory.snappyCodec();
      case "zstandard" -> CodecFactory.zstandardCodec(3);
      default -> CodecFactory.fromString(name);
    };
  }

  private Path typed(String codec) throws IOException {
    Path file = folder.resolve(codec + ".avro");
    try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>())) {
      writer.setCodec(codec(codec));
      writer.create(TYPES, file.toFile());
      GenericRecord row = new GenericData.Record(TYPES);
      row.put("parts", List.of(1));
      row.put("either", 1);
      row.put("clock", 1);
      row.put("ID", 1L);
      writer.append(row);
      row.put("ID", Long.MIN_VALUE);
      row.put("n", -5);
      row.put("flag", true);
      row.put("f", 0.1f);
      row.put("d", Double.NEGATIVE_INFINITY);
      row.put("s", "tab\tline\nback\\slash \\N é");
      row.put(
          "e", new GenericData.EnumSymbol(TYPES.getField("e").schema().getTypes().get(1), "RED"));
      row.put("raw", ByteBuffer.wrap(new byte[] {0, (byte) 0xab}));
      row.put("price", ByteBuffer.wrap(BigInteger.valueOf(-12345).toByteArray()));
      row.put(
          "fixed",
          new GenericData.Fixed(
              TYPES.getField("fixed").schema().getTypes().get(1), new byte[] {0, 0, 4, 1}));
      row.put("day", 19_000);
      row.put("ms", -1L);
      row.put("us", 1_700_000_000_000_001L);
      writer.append(row);
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy", "bzip2", "zstandard"})
  void readsEachTypeWithEachCodec(String codec) throws IOException {
    assertThat(ReadRows.texts(typed(codec), COLUMNS))
        .containsExactly(
            "1" + "\t\\N".repeat(12),
            String.join(
                "\t",
                "-9223372036854775808",
                "-5",
                "true",
                "0.1",
                "-Infinity",
                "tab\\\tline\\\nback\\\\slash \\\\N é",
                "RED",
                "\\\\x00ab",
                "-123.45",
                "1.025",
                "2022-01-08",
                "1969-12-31 23:59:59.999000+00",
                "2023-11-14 22:13:20.000001"));
  }

  private Path blocks(int rows) throws IOException {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "r", "fields": [{"name": "n", "type": "int"},
                  {"name": "s", "type": "string"}]}""");
    Path file = folder.resolve("blocks.avro");
    try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>())) {
      writer.setSyncInterval(1000);
      writer.create(schema, file.toFile());
      GenericRecord row = new GenericData.Record(schema);
      for (int i = 0; i < rows; i++) {
        row.put("n", i);
        row.put("s", "x" + i * 31);
        writer.append(row);
      }
    }
    return file;
  }

  @Test
  void readsEachRowOnceWhereverTheFileIsCut() throws IOException {
    Path small = blocks(400);
    ReadRows.assertCutsDoNotMatter(small, 1, "n", "S");
    Path file = blocks(20_000);
    ReadRows.assertCutsDoNotMatter(file, Files.size(file) / 50, "n", "S");
    List<Row> rows = ReadRows.rows(file, List.of(), "n", "S");
    assertThat(rows).hasSize(20_000);
    Set<String> places = new HashSet<>();
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i).text()).isEqualTo(i + "\tx" + i * 31);
      places.add(rows.get(i).place());
    }
    assertThat(places).hasSize(20_000);
    assertThat(rows.get(1).place()).matches("file blocks.avro, row 2 of the block at byte \\d+");
  }

  @Test
  void refusesWhatHasNoPlainValues() throws IOException {
    Path file = typed("null");
    assertThatThrownBy(() -> ReadRows.texts(file, "parts"))
        .hasMessageStartingWith("column parts has the nested type array: leave the column out, or");
    assertThatThrownBy(() -> ReadRows.texts(file, "either"))
        .hasMessageStartingWith(
            "column either has the nested type union: leave the column out, or");
    assertThatThrownBy(() -> ReadRows.texts(file, "clock"))
        .hasMessageStartingWith("column clock has the type time-millis, which is not read");
    assertThatThrownBy(() -> ReadRows.texts(file, "other"))
        .hasMessageStartingWith("has no column other; its columns are ID, n, flag,");
    assertThatThrownBy(() -> ReadRows.texts(file, "ms:TIMESTAMP"))
        .hasMessageStartingWith("column ms has moments");
  }

  @Test
  void refusesATruncatedFile() throws IOException {
    Path file = blocks(2000);
    byte[] bytes = Files.readAllBytes(file);
    Path cut = folder.resolve("short.avro");
    for (int length : new int[] {10, bytes.length / 2, bytes.length - 1}) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> ReadRows.texts(cut, "n"))
          .as("%d bytes", length)
          .isInstanceOf(IOException.class);
    }
  }
}
