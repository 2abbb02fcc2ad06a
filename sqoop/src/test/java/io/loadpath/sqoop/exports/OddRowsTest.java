package io.loadpath.sqoop.exports;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.BinaryCopy;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.TextFormat;
import io.loadpath.sqoop.exports.ExportPlan.Marks;
import io.loadpath.sqoop.exports.ExportPlan.Way;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows for binary COPY and for COPY of text: each finds fields with another parser. */
class OddRowsTest {
  private static final String CHARACTERS = "ab,,\n\n\\\\\"\"\r";
  private static final List<ExportColumn> TEXTS_OF_TWO =
      List.of(
          new ExportColumn("x", "text", "text", true), new ExportColumn("y", "text", "text", true));
  private static final int TEXTS = 5_000;
  private static final int LONGEST = 14;
  private static final int HEADER_BYTES = 19;
  private static final String NULL = "∅";

  private static final List<String> VALUES =
      List.of(
          "1",
          "7x",
          " 1",
          "70000",
          "-99999999999999999999",
          "1e400",
          "1.50",
          "t",
          "2024-02-30",
          "01/31/2024",
          "2024-01-01 00:00:00",
          "2024-01-01 00:00:00.5+05:30",
          "2024-01-01 00:00:00 Europe/Berlin",
          "00000000-0000-0000-0000-00000000000f",
          "\\x00ff",
          "\\x0",
          "a text that is longer than forty characters in all");

  private final List<String> rejected = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"'', ''", "!, ''", "'', !", "!, !"})
  void allParsersFindTheSameRows(String noEscape, String noEnclosing) throws IOException {
    Marks marks =
        new Marks(
            ',',
            '\n',
            noEscape.isEmpty() ? '\\' : TextFormat.NONE,
            noEnclosing.isEmpty() ? '"' : TextFormat.NONE,
            "a",
            "a");
    ExportPlan insert = plan(marks, Way.INSERT, TEXTS_OF_TWO);
    ExportPlan update = plan(marks, Way.UPDATE, TEXTS_OF_TWO);
    Random random = new Random(20);
    int rows = 0;
    int wrong = 0;
    for (int i = 0; i < TEXTS; i++) {
      String text = text(random);

      rejected.clear();
      List<String> binary = binary(insert, List.of(chunk(text, 0, text.length())));
      List<String> wrongRows = List.copyOf(rejected);
      rejected.clear();
      assertThat(binary(insert, rowByRow(text, insert))).as(text).isEqualTo(binary);
      assertThat(rejected).as(text).isEqualTo(wrongRows);
      for (ExportPlan plan : List.of(insert, update)) {
        rejected.clear();
        assertThat(text(text, plan)).as(text).isEqualTo(binary);
        assertThat(rejected).as(text).isEqualTo(wrongRows);
      }
      rows += binary.size();
      wrong += rejected.size();
    }
    assertThat(rows).isGreaterThan(TEXTS / 20);
    assertThat(wrong).isGreaterThan(TEXTS / 2);
  }

  /** An inet column makes all rows text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int2",
        "int4",
        "int8",
        "numeric",
        "float4",
        "float8",
        "bool",
        "date",
        "timestamp",
        "timestamptz",
        "uuid",
        "bytea",
        "char",
        "text"
      })
  void textAndBinaryRowsRefuseTheSameValuesInTheSameWords(String type) throws IOException {
    String text = String.join(",\n", VALUES) + ",\n";

    List<String> binary = refused(text, type, "text");
    assertThat(refused(text, type, "inet")).isEqualTo(binary);
    assertThat(binary.size()).isBetween(type.equals("text") ? 0 : 3, VALUES.size() - 1);
  }

  private static List<String> refused(String text, String type, String other) throws IOException {
    ExportPlan plan =
        plan(
            new Marks(',', '\n', TextFormat.NONE, TextFormat.NONE, "", ""),
            Way.INSERT,
            List.of(
                new ExportColumn("v", type, type, type.equals("text")),
                new ExportColumn("z", other, other, true)));
    List<String> refused = new ArrayList<>();
    RowCopy.Rejects rejects = (piece, offset, why) -> refused.add(offset + ": " + why);
    BinaryCopy.Sink sink = (bytes, from, length) -> {};
    RowCopy copy =
        plan.sendsText()
            ? new TextRowCopy(plan, DateOrder.MDY, sink, rejects)
            : new BinaryRowCopy(plan, DateOrder.MDY, sink, rejects);
    send(copy, List.of(chunk(text, 0, text.length())));
    assertThat(copy.rows() + refused.size()).isEqualTo(VALUES.size());
    return refused;
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(LONGEST); length > 0; length--) {
      text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return text.append('\n').toString();
  }

  private static ExportPlan plan(Marks marks, Way way, List<ExportColumn> columns) {
    ExportNames names = new ExportNames("public", "t", "", 0);
    return new ExportPlan(names, columns, marks, 1, way, List.of(), false, 0, "UTC");
  }

  private void reject(int piece, long offset, String why) {
    rejected.add(Long.toString(offset));
  }

  private static RowChunk chunk(String text, int from, int to) {
    return new RowChunk(text.substring(from, to).getBytes(US_ASCII), to - from, 0, from);
  }

  private static List<RowChunk> rowByRow(String text, ExportPlan plan) {
    RowBoundaries boundaries = new RowBoundaries(plan.format());
    List<RowChunk> rows = new ArrayList<>();
    for (int from = 0, to; from < text.length(); from = to) {
      RowChunk rest = chunk(text, from, text.length());
      to = from + boundaries.end(rest, 0);
      rows.add(chunk(text, from, to));
    }
    return rows;
  }

  private static void send(RowCopy copy, List<RowChunk> chunks) throws IOException {
    for (RowChunk chunk : chunks) {
      copy.write(chunk);
    }
    copy.end();
  }

  private List<String> binary(ExportPlan plan, List<RowChunk> chunks) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    send(new BinaryRowCopy(plan, DateOrder.MDY, sent::write, this::reject), chunks);
    ByteBuffer bytes = ByteBuffer.wrap(sent.toByteArray());
    bytes.position(HEADER_BYTES);
    List<String> rows = new ArrayList<>();
    for (int fields = bytes.getShort(); fields >= 0; fields = bytes.getShort()) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < fields; i++) {
        int length = bytes.getInt();
        byte[] field = new byte[Math.max(0, length)];
        bytes.get(field);
        row.add(length < 0 ? NULL : new String(field, US_ASCII));
      }
      rows.add(String.join("|", row));
    }
    return rows;
  }

  private List<String> text(String text, ExportPlan plan) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    send(
        new TextRowCopy(plan, DateOrder.MDY, sent::write, this::reject),
        List.of(chunk(text, 0, text.length())));
    List<String> rows = new ArrayList<>();
    for (String line : sent.toString(US_ASCII).lines().toList()) {
      List<String> row = new ArrayList<>();
      for (String field : line.split("\t", -1)) {
        row.add(
            field.equals("\\N")
                ? NULL
                : field.replace("\\r", "\r").replace("\\n", "\n").replace("\\\\", "\\"));
      }
      rows.add(String.join("|", row.subList(plan.keepsPlaces() ? 2 : 0, row.size())));
    }
    return rows;
  }
}
