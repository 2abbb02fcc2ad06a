package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows for binary COPY and for COPY of text, whole and row by row. */
class OddRowsTest {
  private static final String CHARACTERS = "ab,,\n\n\\\\\"\"\r";
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
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  /** A format; {@code !} stands for no escape and no enclosing character. */
  private static TextFormat format(char escape, char enclosing, String none) {
    return TextFormat.sqoop(
        ',',
        '\n',
        escape == '!' ? TextFormat.NONE : escape,
        enclosing == '!' ? TextFormat.NONE : enclosing,
        none,
        none);
  }

  private RowCopy copy(boolean binary, TextFormat format, ColumnType... types) {
    List<RowCopy.Column> columns =
        Arrays.stream(types).map(type -> new RowCopy.Column("c", type)).toList();
    RowCopy.Rejects rejects = row -> rejected.add(row.offset() + ": " + row.wrong());
    rejected.clear();
    sent.reset();
    return binary
        ? RowCopy.binary(columns, format, DateOrder.MDY, rejects, sent::write)
        : RowCopy.text(
            columns, format, DateOrder.MDY, rejects, at -> "p\t" + at + "\t", sent::write);
  }

  @ParameterizedTest
  @CsvSource({"\\, \"", "!, \"", "\\, !", "!, !"})
  void textAndBinaryRowsAreTheSame(char escape, char enclosing) throws IOException {
    TextFormat format = format(escape, enclosing, "a");
    ColumnType[] texts = {ColumnType.TEXT, ColumnType.TEXT};
    Random random = new Random(20);
    int rows = 0;
    int wrong = 0;
    for (int i = 0; i < TEXTS; i++) {
      String text = text(random);
      RowCopy whole = copy(true, format, texts);
      whole.write(text.getBytes(UTF_8), 0, text.length());
      whole.end();
      List<String> binary = binary();
      List<String> wrongRows = List.copyOf(rejected);

      RowCopy single = copy(true, format, texts);
      sendRowByRow(single, format, text);
      assertThat(binary()).as(text).isEqualTo(binary);
      assertThat(rejected).as(text).hasSameSizeAs(wrongRows);

      RowCopy asText = copy(false, format, texts);
      asText.write(text.getBytes(UTF_8), 0, text.length());
      asText.end();
      assertThat(asTexts()).as(text).isEqualTo(binary);
      assertThat(rejected).as(text).isEqualTo(wrongRows);
      rows += binary.size();
      wrong += rejected.size();
    }
    assertThat(rows).isGreaterThan(TEXTS / 20);
    assertThat(wrong).isGreaterThan(TEXTS / 2);
  }

  /** Each row is a text, as the last one found to be whole says. */
  private static void sendRowByRow(RowCopy copy, TextFormat format, String text)
      throws IOException {
    RowBoundaries boundaries = new RowBoundaries(format);
    byte[] bytes = text.getBytes(UTF_8);
    int last = 0;
    for (int next = boundaries.next(bytes, 0, bytes.length); next >= 0; ) {
      assertThat(boundaries.last(bytes, 0, next)).isEqualTo(next);
      copy.write(bytes, last, next);
      copy.endText();
      last = next;
      next = boundaries.next(bytes, last, bytes.length);
    }
    assertThat(boundaries.last(bytes, 0, bytes.length)).isEqualTo(last);
    copy.write(bytes, last, bytes.length);
    copy.end();
  }

  @ParameterizedTest
  @EnumSource(ColumnType.class)
  void textAndBinaryRowsRefuseTheSameValuesInTheSameWords(ColumnType type) throws IOException {
    byte[] text = (String.join(",\n", VALUES) + ",\n").getBytes(UTF_8);
    List<List<String>> refused = new ArrayList<>();
    for (boolean binary : new boolean[] {true, false}) {
      RowCopy copy = copy(binary, format('!', '!', ""), type, ColumnType.TEXT);
      copy.write(text, 0, text.length);
      copy.end();
      assertThat(copy.rows() + rejected.size()).isEqualTo(VALUES.size());
      refused.add(List.copyOf(rejected));
    }
    assertThat(refused.get(1)).isEqualTo(refused.get(0));
    assertThat(rejected.size())
        .isBetween(
            type == ColumnType.TEXT ? 0 : 3, VALUES.size() - (type == ColumnType.HEX ? 0 : 1));
  }

  /** The server refuses it, so that no other text than the file's can arrive. */
  @ParameterizedTest
  @CsvSource({"\\, \"", "!, \"", "\\, !", "!, !"})
  void aByteThatIsNoTextIsSentAsItIs(char escape, char enclosing) throws IOException {
    byte[] row = "a\u00ffb,\u00ff\u00ff\n".getBytes(ISO_8859_1);
    for (boolean binary : new boolean[] {true, false}) {
      RowCopy copy = copy(binary, format(escape, enclosing, ""), ColumnType.TEXT, ColumnType.TEXT);
      copy.write(row, 0, row.length);
      copy.end();

      assertThat(rejected).isEmpty();
      assertThat(sent.toString(ISO_8859_1)).contains("a\u00ffb", "\u00ff\u00ff");
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(LONGEST); length > 0; length--) {
      text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return text.append('\n').toString();
  }

  private List<String> binary() {
    ByteBuffer bytes = ByteBuffer.wrap(sent.toByteArray());
    bytes.position(HEADER_BYTES);
    List<String> rows = new ArrayList<>();
    for (int fields = bytes.getShort(); fields >= 0; fields = bytes.getShort()) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < fields; i++) {
        int length = bytes.getInt();
        byte[] field = new byte[Math.max(0, length)];
        bytes.get(field);
        row.add(length < 0 ? NULL : new String(field, UTF_8));
      }
      rows.add(String.join("|", row));
    }
    return rows;
  }

  private List<String> asTexts() {
    List<String> rows = new ArrayList<>();
    for (String line : sent.toString(UTF_8).lines().toList()) {
      List<String> row = new ArrayList<>();
      for (String field : line.replaceFirst("^p\t\\d+\t", "").split("\t", -1)) {
        row.add(
            field.equals("\\N")
                ? NULL
                : field.replace("\\r", "\r").replace("\\n", "\n").replace("\\\\", "\\"));
      }
      rows.add(String.join("|", row));
    }
    return rows;
  }
}
