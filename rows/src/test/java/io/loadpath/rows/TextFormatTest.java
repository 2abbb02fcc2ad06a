package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.rows.TextFormat.DelimiterAtEnd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a number and a text, in the formats that Sqoop's files have. */
class TextFormatTest {
  private static final List<RowCopy.Column> COLUMNS =
      List.of(
          new RowCopy.Column("id", ColumnType.INT4), new RowCopy.Column("name", ColumnType.TEXT));
  private static final TextFormat HIVE = format('\u0001', '\n', "", "", "\\N", false);
  private static final TextFormat ESCAPED = format(',', '\n', "\\", "", "\\N", false);
  private static final TextFormat ENCLOSED = format(',', '\n', "\\", "\"", "null", false);
  private static final TextFormat SQOOP = format(',', '\n', "\\", "\"", "\\N", true);
  private static final TextFormat STRANGE = format('\0', '\r', "", "", "none", false);

  private final List<RowException> rejected = new ArrayList<>();

  private static TextFormat format(
      char delimiter, char end, String escape, String enclosing, String none, boolean parsed) {
    return new TextFormat(
        delimiter,
        end,
        first(escape),
        first(enclosing),
        none,
        none,
        parsed,
        DelimiterAtEnd.NEVER,
        true);
  }

  private static char first(String text) {
    return text.isEmpty() ? TextFormat.NONE : text.charAt(0);
  }

  /** Sends texts in pieces and returns the rows, as {@code id|name} with ∅ for NULL. */
  private String rows(TextFormat format, int piece, String... texts) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    RowCopy copy = RowCopy.binary(COLUMNS, format, DateOrder.MDY, rejected::add, sent::write);
    for (String text : texts) {
      byte[] bytes = text.getBytes(UTF_8);
      for (int at = 0; at < bytes.length; at += piece) {
        int end = Math.min(at + piece, bytes.length);
        // only this piece may be read
        byte[] block = new byte[bytes.length];
        System.arraycopy(bytes, at, block, at, end - at);
        copy.write(block, at, end);
      }
      copy.endText();
    }
    copy.end();
    List<String> rows = decoded(sent.toByteArray());
    assertThat(copy.rows()).isEqualTo(rows.size());
    return String.join(" ", rows);
  }

  private static List<String> decoded(byte[] sent) {
    ByteBuffer bytes = ByteBuffer.wrap(sent, 19, sent.length - 19);
    List<String> rows = new ArrayList<>();
    while (bytes.getShort() == COLUMNS.size()) {
      String id = bytes.getInt() < 0 ? "∅" : Integer.toString(bytes.getInt());
      int length = bytes.getInt();
      byte[] name = new byte[Math.max(0, length)];
      bytes.get(name);
      rows.add(id + "|" + (length < 0 ? "∅" : new String(name, UTF_8)));
    }
    assertThat(bytes.remaining()).isZero();
    return rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 1000})
  void readsEachFormatWhereverItIsCut(int piece) throws IOException {
    assertThat(rows(HIVE, piece, "1\u0001one\n\\N\u0001\\N\n\u0001\n4\u0001\\\"\n"))
        .isEqualTo("1|one ∅|∅ ∅| 4|\\\"");
    assertThat(rows(ESCAPED, piece, "1,a\\,b\\\nc\\\\\n\\N,\\N\n2,\\\\N\n,N\n3,\"\n"))
        .isEqualTo("1|a,b\nc\\ ∅|∅ 2|\\N ∅|N 3|\"");
    assertThat(
            rows(ENCLOSED, piece, "\"1\",\"a,b\nc\\\"\"\n\"\",\"\"\n2,null\n3,\"null\"\n4,a\"b\n"))
        .isEqualTo("1|a,b\nc\" ∅| 2|∅ 3|null 4|a\"b");
    assertThat(rows(SQOOP, piece, "1,\\\\N\n2,\"\\\\N\"\n\\\\N,\\N\n")).isEqualTo("1|∅ 2|∅ ∅|N");
    assertThat(rows(STRANGE, piece, "1\0one\ntwo\r2\0none\rnone\0nones\r"))
        .isEqualTo("1|one\ntwo 2|∅ ∅|nones");
    assertThat(rejected).isEmpty();
  }

  @Test
  void keepsEveryCharacterOfEveryPlane() throws IOException {
    StringBuilder name = new StringBuilder();
    for (int c = 1; c <= Character.MAX_CODE_POINT; c += 251) {
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        name.appendCodePoint(c);
      }
    }
    String escaped = name.toString().replaceAll("([\\\\,\n])", "\\\\$1");

    assertThat(rows(ESCAPED, 100, "1," + escaped + "\n")).isEqualTo("1|" + name);
    assertThat(rows(format('\u0002', '\n', "", "", "", false), 100, "1\u0002" + name + "\n"))
        .isEqualTo("1|" + name);
  }

  @Test
  void keepsRowsOfAnyLength() throws IOException {
    String name = "x".repeat(300_000);
    for (TextFormat format : List.of(TextFormat.plain(',', "", DelimiterAtEnd.NEVER), ESCAPED)) {
      assertThat(rows(format, 1 << 16, "1,a\n2,%s\n3,b\n4,%s%s".formatted(name, name, name)))
          .isEqualTo("1|a 2|%s 3|b 4|%s%s".formatted(name, name, name));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 9, 1000})
  void leavesOutWrongRowsAndSaysWhereTheyAre(int piece) throws IOException {
    String text = "1,one\nx,two\n3,three,3\n4\n5,five\r\n6,six\n77777777777,long\n8,eight";

    for (TextFormat format : List.of(TextFormat.plain(',', "", DelimiterAtEnd.NEVER), ENCLOSED)) {
      rejected.clear();
      assertThat(rows(format, piece, text, "1,again\nyy,\n2,last\n"))
          .isEqualTo("1|one 6|six 8|eight 1|again 2|last");
      assertThat(rejected)
          .extracting(row -> row.offset() + ": " + row.getMessage())
          .containsExactly(
              "6: line 2, column id: 'x' is not an integer",
              "12: line 3 has 3 fields, the table 2 columns",
              "22: line 4 has 1 field, the table 2 columns",
              "24: line 5 ends with CR LF: rows must end with LF",
              "38: line 7, column id: '77777777777' is not from -2147483648 to 2147483647",
              "8: line 2, column id: 'yy' is not an integer");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 1000})
  void rejectsFieldsThatDoNotEnd(int piece) throws IOException {
    assertThat(rows(ENCLOSED, piece, "1,\"a\"b\n2,b\n3,\"c\n4,d", "5,e\\", "6,f"))
        .isEqualTo("2|b 6|f");
    assertThat(rejected)
        .extracting(row -> row.offset() + ": " + row.getMessage())
        .containsExactly(
            "0: line 1, column name: text after the enclosing character",
            "11: line 3, column name: no enclosing character at its end",
            "0: line 1, column name: nothing after the escape");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 1000})
  void anEscapedLineEndAfterAnEnclosedFieldEndsNoRow(int piece) throws IOException {
    assertThat(rows(ENCLOSED, piece, "1,\"a\"\\\n2,b\n3,c\n")).isEqualTo("3|c");
    assertThat(rejected)
        .extracting(row -> row.offset() + ": " + row.getMessage())
        .containsExactly("0: line 1, column name: text after the enclosing character");
  }

  @Test
  void aRowHasAtMost16MiB() throws IOException {
    String longest = "x".repeat((16 << 20) - "1,".length());
    for (TextFormat format : List.of(TextFormat.plain(',', "", DelimiterAtEnd.NEVER), ESCAPED)) {
      assertThat(rows(format, 1 << 23, "2,x\n1," + longest)).hasSizeGreaterThan(longest.length());
      assertThatThrownBy(() -> rows(format, 1 << 23, "2,x\n1," + longest + "x"))
          .isInstanceOf(RowException.class)
          .hasMessage("line 2 is longer than 16 MiB: rows must end with LF");
    }
    assertThat(rejected).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "é; '\n'; the delimiter must be an ASCII character, found 'é'",
        "'\n'; '\n'; delimiter and line end must differ, found LF",
        "'\\'; '\n'; delimiter and escape must differ, found '\\'"
      })
  void refusesCharactersThatCannotBeToldApart(char delimiter, char lineEnd, String message) {
    assertThatThrownBy(() -> format(delimiter, lineEnd, "\\", "", "", false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9, 64, 1000})
  void mayEndARowWithADelimiter(int piece) throws IOException {
    String rows = "1|one|\n2|two\n3|" + "x".repeat(60) + "|\n|\n||\n4|a\r|\n5|b|c|\n6|d||\n7|e|";
    for (char escape : new char[] {TextFormat.NONE, '\\'}) {
      rejected.clear();
      TextFormat format =
          new TextFormat(
              '|', '\n', escape, TextFormat.NONE, "", "", true, DelimiterAtEnd.SOMETIMES, false);

      assertThat(rows(format, piece, rows))
          .isEqualTo("1|one 2|two 3|" + "x".repeat(60) + " ∅|∅ ∅|∅ 4|a\r 7|e");
      assertThat(rejected)
          .extracting(RowException::getMessage)
          .containsExactly(
              "line 7 has 4 fields, the table 2 columns",
              "line 8 has 4 fields, the table 2 columns");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9, 64, 1000})
  void mustEndEachRowWithADelimiterWhereThatIsAsked(int piece) throws IOException {
    String rows =
        "1|one|\n2|two\n3|" + "x".repeat(60) + "|\n||\n5|b|c\n6|d||\n7|\n8\n\n9|e|\r\n10|f|";
    for (char escape : new char[] {TextFormat.NONE, '\\'}) {
      rejected.clear();
      TextFormat format =
          new TextFormat('|', '\n', escape, '\0', "", "", false, DelimiterAtEnd.ALWAYS, true);

      assertThat(rows(format, piece, rows)).isEqualTo("1|one 3|" + "x".repeat(60) + " ∅|∅ 10|f");
      assertThat(rejected)
          .extracting(RowException::getMessage)
          .containsExactly(
              "line 2 lacks the delimiter after its last field",
              "line 5 has text after its last delimiter",
              "line 6 has 3 fields, the table 2 columns",
              "line 7 has 1 field, the table 2 columns",
              "line 8 has 1 field, the table 2 columns",
              "line 9 has 1 field, the table 2 columns",
              "line 10 ends with CR LF: rows must end with LF");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9, 64, 1000})
  void aCrBeforeTheLineEndIsPartOfItsFieldUnlessRefused(int piece) throws IOException {
    for (char escape : new char[] {TextFormat.NONE, '\\'}) {
      TextFormat format =
          new TextFormat('|', '\n', escape, '\0', "", "", true, DelimiterAtEnd.NEVER, false);

      assertThat(rows(format, piece, "1|a\r\n2|\r\n3|b\r\r\n4|c\r"))
          .isEqualTo("1|a\r 2|\r 3|b\r\r 4|c\r");
    }
    assertThat(rejected).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'', false, '', 00", "'', true, '', NULL", "'', true, none, 00", "!, true, '', NULL"})
  void anEmptyByteIsNullWhereSqoopSaysSo(String escape, boolean parsed, String none, String value)
      throws IOException {
    TextFormat format =
        new TextFormat(
            '|', '\n', first(escape), '\0', none, "", parsed, DelimiterAtEnd.NEVER, true);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    List<RowCopy.Column> columns =
        List.of(
            new RowCopy.Column("id", ColumnType.INT4), new RowCopy.Column("c", ColumnType.CHAR));
    RowCopy copy = RowCopy.binary(columns, format, DateOrder.MDY, rejected::add, sent::write);
    copy.write("1|\n".getBytes(UTF_8), 0, 3);
    copy.end();

    ByteBuffer bytes = ByteBuffer.wrap(sent.toByteArray());
    int length = bytes.getInt(19 + 2 + 8);
    assertThat(length < 0 ? "NULL" : "%02x".formatted(bytes.get(33))).isEqualTo(value);
  }
}
