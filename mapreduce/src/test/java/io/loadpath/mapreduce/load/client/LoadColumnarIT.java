package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads of ORC, Parquet and Avro files into the shared server, in the local runner. */
class LoadColumnarIT extends LoadFixture {
  private static final int ROWS = 20_000;
  private static final int FIRST_DAY = 19_723; // 2024-01-01
  private static final int DAYS = 90;

  private Path files;

  @BeforeEach
  void makeFolder() throws IOException {
    input = "files";
    files = Files.createDirectory(folder.resolve(input));
  }

  private static int day(int row) {
    return FIRST_DAY + (int) ((long) row * 7919 % DAYS);
  }

  private static String note(int row) {
    return row % 10 == 0 ? null : "tab\t, line\n, \\N and é " + row;
  }

  private void writeFile(String kind) throws Exception {
    switch (kind) {
      case "orc" -> writeOrc();
      case "parquet" -> writeParquet();
      default -> writeAvro();
    }
  }

  private void writeOrc() throws Exception {
    TypeDescription schema =
        TypeDescription.fromString("struct<extra:array<int>,note:string,day:date,id:int>");
    VectorizedRowBatch batch = schema.createRowBatch();
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(files.resolve("000000_0").toUri()),
            OrcFile.writerOptions(new Configuration()).setSchema(schema).stripeSize(50_000))) {
      for (int i = 0; i < ROWS; i++) {
        int at = batch.size++;
        if (note(i) == null) {
          batch.cols[1].noNulls = false;
          batch.cols[1].isNull[at] = true;
        } else {
          ((BytesColumnVector) batch.cols[1]).setVal(at, note(i).getBytes(UTF_8));
        }
        ((LongColumnVector) batch.cols[2]).vector[at] = day(i);
        ((LongColumnVector) batch.cols[3]).vector[at] = i;
        if (batch.size == batch.getMaxSize() || i == ROWS - 1) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
    }
    Files.createFile(files.resolve("000001_0")); // Hive writes such ones
  }

  private void writeParquet() throws Exception {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = duck.createStatement()) {
      sql.execute(
          """
          COPY (SELECT [1, 2] AS extra, CASE WHEN i %% 10 = 0 THEN NULL
                ELSE 'tab' || chr(9) || ', line' || chr(10) || ', \\N and é ' || i END AS "Note",
              DATE '1970-01-01' + (%d + i * 7919 %% %d)::INTEGER AS day, i::INTEGER AS id
            FROM range(%d) t(i)) TO '%s' (FORMAT parquet, CODEC 'zstd', ROW_GROUP_SIZE 2048)"""
              .formatted(FIRST_DAY, DAYS, ROWS, files.resolve("a.parquet")));
    }
  }

  private void writeAvro() throws Exception {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "r", "fields": [
                  {"name": "note", "type": ["null", "string"]},
                  {"name": "day", "type": {"type": "int", "logicalType": "date"}},
                  {"name": "id", "type": "int"}]}""");
    try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>())) {
      writer.create(schema, files.resolve("a.avro").toFile());
      GenericRecord row = new GenericData.Record(schema);
      for (int i = 0; i < ROWS; i++) {
        row.put("note", note(i));
        row.put("day", day(i));
        row.put("id", i);
        writer.append(row);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "orc,--sort-by,id",
    "parquet,--sort-by,id",
    "avro,--sort-by,id",
    "orc,--unsorted,",
    "parquet,--unsorted,",
    "avro,--unsorted,"
  })
  void allRowsArrive(String kind, String option, String columns) throws Exception {
    writeFile(kind);

    int code = columns == null ? load(option) : load(option, columns);

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(
            value(
                """
                SELECT count(*) || ' ' || count(DISTINCT id) || ' ' || min(id) || ' ' || max(id)
                  || ' ' || count(*) FILTER (WHERE day <> DATE '1970-01-01' + (%d + id * 7919::bigint %% %d)::int)
                  || ' ' || count(*) FILTER (WHERE note IS DISTINCT FROM CASE WHEN id %% 10 <> 0
                    THEN E'tab\\t, line\\n, \\\\N and é ' || id END)
                FROM loadit.sale"""
                    .formatted(FIRST_DAY, DAYS)))
        .isEqualTo("%d %d 0 %d 0 0".formatted(ROWS, ROWS, ROWS - 1));
    if (columns != null) {
      assertThat(
              value(
                  "SELECT count(*) FROM (SELECT id < lag(id) OVER (ORDER BY ctid) AS falls FROM loadit.m2) t WHERE falls"))
          .isEqualTo("0");
    }
  }

  @ParameterizedTest
  @CsvSource({"orc,000000_0", "parquet,a.parquet", "avro,a.avro"})
  void rejectsAreNamedByTheirRow(String kind, String file) throws Exception {
    sql("ALTER TABLE loadit.sale DETACH PARTITION loadit.m3");
    writeFile(kind);
    int first = 0;
    while (day(first) < FIRST_DAY + 60) { // 2024-03-01
      first++;
    }
    int row = first + 1;

    assertThat(load("--mappers", "1")).isEqualTo(1);

    assertThat(err.toString(UTF_8))
        .contains("%s, row %d".formatted(file, row))
        .contains("no partition takes it");
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("0");

    assertThat(load("--mappers", "1", "--reject-limit", "1000000"))
        .as(err.toString(UTF_8))
        .isZero();
    assertThat(rejects())
        .hasSize(ROWS - Integer.parseInt(value("SELECT count(*) FROM loadit.sale")))
        .anyMatch(line -> line.matches("row %d\\b.*\tno partition takes it\t.*".formatted(row)));
  }

  /** Of 1,300,000 rows, the sample reads each second one, and not the first. */
  @Test
  void footersKnowAKeyThatTheSampleMisses() throws Exception {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = duck.createStatement()) {
      sql.execute(
          """
          COPY (SELECT i::INTEGER AS id, 'x' AS note, CASE WHEN i = 0 THEN DATE '2031-05-17'
              ELSE DATE '2024-01-01' + (i %% 31)::INTEGER END AS day
            FROM range(1300000) t(i)) TO '%s' (FORMAT parquet)"""
              .formatted(files.resolve("a.parquet")));
    }

    assertThat(load("--plan")).isZero();

    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains(
            "Key day from 2024-01-01 to 2031-05-17, by the files' footers no partition takes 2031-05-17: at least one row is certain to be rejected")
        .contains(
            "No partition takes about 1 rows, 0.0001 %, for instance those with day 2031-05-17")
        .contains("CREATE TABLE loadit.sale_203105 PARTITION OF loadit.sale ")
        .contains("The load would fail, because --reject-limit is 0.");

    sql(
        "CREATE TABLE loadit.late PARTITION OF loadit.sale FOR VALUES FROM ('2031-05-01') TO ('2031-06-01')");
    out.reset();
    assertThat(load("--plan")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("Key       day from 2024-01-01 to 2031-05-17, by the files' footers\n")
        .doesNotContain("No partition takes", "would fail");
  }

  @Test
  void duplicatesAreNamedByTheirRows() throws Exception {
    sql("ALTER TABLE loadit.sale ADD PRIMARY KEY (id, day)");
    writeFile("parquet");
    Files.copy(files.resolve("a.parquet"), files.resolve("b.parquet"));

    assertThat(load()).isEqualTo(1);

    assertThat(err.toString(UTF_8))
        .contains("two rows have the same unique key (id, day)")
        .containsPattern("a\\.parquet, row (\\d+).*b\\.parquet, row \\1");
  }
}
