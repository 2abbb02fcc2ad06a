package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What BinaryCopyIT cannot see: pieces of text, and the messages for each bad field. */
class RowCopyTest {
  private static final TextFormat PLAIN =
      TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.NEVER);

  private static byte[] binary(int piece, String text, DateOrder order, ColumnType... types)
      throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    List<RowCopy.Column> columns =
        Stream.of(types).map(type -> new RowCopy.Column("c_" + type, type)).toList();
    RowCopy copy = RowCopy.binary(columns, PLAIN, order, sent::write);
    byte[] bytes = text.getBytes(UTF_8);
    for (int at = 0; at < bytes.length; at += piece) {
      int length = Math.min(piece, bytes.length - at);
      byte[] block = new byte[piece];
      System.arraycopy(bytes, at, block, 0, length);
      copy.write(block, 0, length);
    }
    copy.end();
    return sent.toByteArray();
  }

  @Test
  void aRowIsAsTheManualSays() throws IOException {
    byte[] row =
        binary(100, "258|é|", DateOrder.MDY, ColumnType.INT4, ColumnType.TEXT, ColumnType.TEXT);

    assertThat(HexFormat.of().formatHex(row))
        .isEqualTo(
            "5047434f50590aff0d0a00"
                + "00000000"
                + "00000000" // signature, flags, no extension
                + "0003"
                + "00000004"
                + "00000102"
                + "00000002"
                + "c3a9"
                + "ffffffff"
                + "ffff");
  }

  /** With them, the header and the trailer, a client has the same COPY. */
  @ParameterizedTest
  @CsvSource({"1, false", "7, false", "100000, false", "1, true", "7, true", "100000, true"})
  void tuplesAreTheRowsWithTheirOffsets(int piece, boolean escapes) throws IOException {
    char escape = escapes ? '^' : TextFormat.NONE;
    TextFormat format = TextFormat.sqoop('|', '\n', escape, TextFormat.NONE, "", "");
    List<RowCopy.Column> columns =
        List.of(new RowCopy.Column("n", ColumnType.INT4), new RowCopy.Column("t", ColumnType.TEXT));
    String text = "1|a\nx|bad\n22|" + "long".repeat(40_000) + "\n3|\n4|no end";
    ByteArrayOutputStream blocks = new ByteArrayOutputStream();
    ByteArrayOutputStream tuples = new ByteArrayOutputStream();
    List<Long> offsets = new ArrayList<>();
    tuples.write(HexFormat.of().parseHex("5047434f50590aff0d0a00" + "0000000000000000"));
    RowCopy.Rejects leaveOut = row -> assertThat(row.offset()).isEqualTo(4);
    RowCopy inBlocks = RowCopy.binary(columns, format, DateOrder.MDY, leaveOut, blocks::write);
    RowCopy oneByOne =
        RowCopy.tuples(
            columns,
            format,
            DateOrder.MDY,
            leaveOut,
            (bytes, from, to, offset) -> {
              tuples.write(bytes, from, to - from);
              offsets.add(offset);
            });
    for (RowCopy copy : List.of(inBlocks, oneByOne)) {
      for (int times = 0; times < 2; times++) {
        byte[] bytes = text.getBytes(UTF_8);
        for (int at = 0; at < bytes.length; at += piece) {
          copy.write(
              Arrays.copyOfRange(bytes, at, at + piece), 0, Math.min(piece, bytes.length - at));
        }
        copy.endText();
      }
      copy.end();
    }
    tuples.write(HexFormat.of().parseHex("ffff"));

    assertThat(tuples.toByteArray()).isEqualTo(blocks.toByteArray());
    assertThat(offsets).containsExactly(0L, 10L, 160_014L, 160_017L, 0L, 10L, 160_014L, 160_017L);
    assertThat(oneByOne.rows()).isEqualTo(8);
  }

  @Test
  void hexadecimalDigitsBecomeBytes() throws IOException {
    byte[] rows =
        binary(100, "00fF||a0", DateOrder.MDY, ColumnType.HEX, ColumnType.HEX, ColumnType.HEX);

    assertThat(HexFormat.of().formatHex(rows))
        .endsWith("0003" + "00000002" + "00ff" + "ffffffff" + "00000001" + "a0" + "ffff");
    assertThat(ColumnType.named("HEX")).isEmpty();
    assertThat(ColumnType.named("hex")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"+0530", "+05:30", "+05:30:00", " +0530"})
  void offsetsAreWrittenWithAndWithoutColons(String offset) throws IOException {
    assertThat(binary(100, "2009-09-14 10:11:12" + offset, DateOrder.MDY, ColumnType.TIMESTAMPTZ))
        .isEqualTo(binary(100, "2009-09-14 04:41:12Z", DateOrder.MDY, ColumnType.TIMESTAMPTZ));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "INT4;    x;            'x' is not an integer",
        "INT4;    -;            '-' is not an integer",
        "INT4;    ' 1';         ' 1' is not an integer",
        "INT4;    2147483648;   '2147483648' is not from -2147483648 to 2147483647",
        "INT2;    -32769;       '-32769' is not from -32768 to 32767",
        "INT8;    9223372036854775808; is not from -9223372036854775808 to 9223372036854775807",
        "INT8;    12345678901234567890x; is not an integer",
        "INT8;    123456789/0;  '123456789/0' is not an integer",
        "INT8;    12345678:12345678; '12345678:12345678' is not an integer",
        "NUMERIC; 1e;           '1e' is not a decimal number",
        "NUMERIC; .e5;          '.e5' is not a decimal number",
        "NUMERIC; +nan;         '+nan' is not a decimal number",
        "NUMERIC; 1e131072;     '1e131072' is too large or too small for numeric",
        "NUMERIC; 1e-16384;     '1e-16384' is too large or too small for numeric",
        "NUMERIC; 1.2.3;        '1.2.3' is not a decimal number",
        "NUMERIC; .;            '.' is not a decimal number",
        "DATE;    2009-9-14;    '2009-9-14' is not of the form YYYY-MM-DD or MM/DD/YYYY",
        "DATE;    2009-02-29;   '2009-02-29' is not a day",
        "DATE;    13/01/2009;   '13/01/2009' is not a day",
        "DATE;    0000-01-01;   there is no year 0",
        "DATE;    20x9-01-01;   it has characters other than digits",
        "DATE;    0044-02-29 BC; '0044-02-29' is not a day",
        "DATE;    4714-11-23 BC; dates are from 4714-11-24 BC to 5874897-12-31",
        "DATE;    5874898-01-01; dates are from 4714-11-24 BC to 5874897-12-31",
        "DATE;    10000-1-01;   '10000-1-01' is not of the form YYYY-MM-DD",
        "DATE;    infinit;      'infinit' is not of the form YYYY-MM-DD or MM/DD/YYYY",
        "CHAR;    ab;           'ab' is longer than one byte",
        "BOOL;    maybe;        'maybe' is neither true",
        "BOOL;    truest;       'truest' is neither true",
        "FLOAT4;  3.5e38;       '3.5e38' is too large or too small for its type",
        "FLOAT4;  1e-46;        '1e-46' is too large or too small for its type",
        "FLOAT8;  1e309;        '1e309' is too large or too small for its type",
        "FLOAT8;  -1e-400;      '-1e-400' is too large or too small for its type",
        "FLOAT8;  1d;           '1d' is not a number",
        "FLOAT8;  0x1p3;        '0x1p3' is not a number",
        "FLOAT8;  1e;           '1e' is not a number",
        "TIMESTAMP; 2009-09-14 10; '2009-09-14 10' is not of the form YYYY-MM-DD or MM/DD/YYYY and HH:MM:SS",
        "TIMESTAMP; 2009-09-14 24:00:00; is not of the form",
        "TIMESTAMP; 2009-09-14 10:60; is not of the form",
        "TIMESTAMP; 2009-09-14 10:11:12.; is not of the form",
        "TIMESTAMP; 2009-09-14 10:11:12+00; is not of the form",
        "TIMESTAMP; 2009-02-29 10:11:12; '2009-02-29' is not a day",
        "TIMESTAMP; 294277-01-01 00:00:00; is not from 4714-11-24 BC to 294276-12-31",
        "TIMESTAMP; 4714-11-23 23:59:59 BC; '4714-11-23' is not a day",
        "TIMESTAMPTZ; 4714-11-24 00:00:00+01 BC; is not from 4714-11-24 BC to 294276-12-31",
        "TIMESTAMPTZ; 2009-09-14 10:11:12; HH:MM:SS, with an offset from UTC such as +00:00",
        "TIMESTAMPTZ; 2009-09-14 10:11:12+16; with an offset",
        "TIMESTAMPTZ; 2009-09-14 10:11:12+053; with an offset",
        "TIMESTAMPTZ; 2009-09-14 10:11:12+053000; with an offset",
        "TIMESTAMPTZ; 2009-09-14 10:11:12 CET; with an offset",
        "TIMESTAMPTZ; 2009-09-14; with an offset",
        "UUID;    0123456789abcdef0123456789abcdef; is not a UUID",
        "UUID;    0123abcd-4567-89ef-0123-456789abcdeg; is not a UUID",
        "UUID;    0123abcd-4567-89ef-0123_456789abcdef; is not a UUID",
        "BYTEA;   abc;          'abc' is not a bytea",
        "BYTEA;   \\xabc;       '\\xabc' is not a bytea",
        "BYTEA;   \\xag;        '\\xag' is not a bytea",
        "BYTEA;   ab;           'ab' is not a bytea: \\x and pairs of hexadecimal digits",
        "HEX;     abc;          'abc' is not a bytea: pairs of hexadecimal digits",
        "HEX;     \\xab;        '\\xab' is not a bytea",
        "HEX;     0g;           '0g' is not a bytea"
      })
  void namesLineColumnAndValue(ColumnType type, String value, String message) {
    String good =
        switch (type) {
          case DATE, TIMESTAMP -> "2009-09-14";
          case TIMESTAMPTZ -> "2009-09-14 10:11:12.5+02";
          case UUID -> "0123abcd-4567-89ef-0123-456789abcdef";
          case BYTEA -> "\\x00";
          case HEX -> "00";
          default -> "1";
        };
    assertThatThrownBy(() -> binary(7, good + "\n" + value + "\n", DateOrder.MDY, type))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("line 2, column c_" + type + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void aNumberHasAtMost16383DigitsAfterThePoint() throws IOException {
    String longest = "0." + "0".repeat(16_382) + "1";

    assertThat(HexFormat.of().formatHex(binary(99, longest, DateOrder.MDY, ColumnType.NUMERIC)))
        .contains("0001" + "f000" + "0000" + "3fff" + "000a" + "ffff");
    assertThatThrownBy(() -> binary(99, "1\n" + longest + "0", DateOrder.MDY, ColumnType.NUMERIC))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("line 2, column c_NUMERIC: '0.000")
        .hasMessageContaining("is not a decimal number");
  }
}
