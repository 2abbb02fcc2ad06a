package io.loadpath.sqoop.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.cloudera.sqoop.lib.DelimiterSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sqoop.lib.FieldFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("deprecation") // FieldFormatter takes a class by its former name
class CopyTextTest {
  private static final char NONE = '\0';

  @Test
  void copiesARowWithoutSpecialCharacters() {
    CopyText text = text('|', '\n', NONE, NONE, false, "", "");

    text.add("6888978486961227|VISA\n".getBytes(UTF_8));
    text.add("|東京\n".getBytes(UTF_8));

    assertThat(written(text)).isEqualTo("6888978486961227|VISA\n|東京\n");
    assertThat(text.rows()).isEqualTo(2);
    assertThat(text.copyOptions())
        .isEqualTo("FORMAT text, ENCODING 'UTF8', DELIMITER '|', NULL ''");
  }

  @Test
  void aBlockGrowsAndIsUsedAgain() {
    CopyText text = text(',', '\n', NONE, NONE, false, "null");
    byte[] row = ("x".repeat(5000) + "\n").getBytes(UTF_8);

    for (int i = 0; i < 10; i++) {
      text.add(row);
    }
    assertThat(text.length()).isEqualTo(10 * row.length);

    text.clear();
    text.add("y\\\\\n".getBytes(UTF_8));
    assertThat(written(text)).isEqualTo("y\\\n");
    assertThat(text.rows()).isOne();
  }

  @Test
  void tellsNullFromTheTextThatLooksLikeIt() {
    CopyText text = text(',', '\n', NONE, NONE, false, "\\N", "null");

    assertThat(text.copyOptions()).doesNotContain("NULL");
    text.add("\\N,\\N\n".getBytes(UTF_8));
    text.add("\\\\N,null\n".getBytes(UTF_8));

    assertThat(written(text)).isEqualTo("\\N,null\n\\N,null\n");
  }

  @Test
  void refusesARowThatDoesNotEnd() {
    CopyText text = text(',', '\n', NONE, NONE, false, "");

    assertThatThrownBy(() -> text.add(new byte[0])).hasMessageContaining("0 bytes");
    assertThatThrownBy(() -> text.add(new byte[] {'a'})).hasMessageContaining("1 bytes");
  }

  /** Sqoop's own code is the reference. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        // field, line, enclose, escape as code points; enclose always; markers
        "124 10 0 0 false '' ''",
        "44 10 0 0 false null null",
        "1 10 0 0 false \\N \\N",
        "1 10 0 92 false \\N \\N",
        "9 10 0 92 false '' null",
        "44 10 34 92 false null null",
        "44 10 34 92 true null \\N",
        "44 10 34 0 false null 0",
        "44 10 34 0 true '' ''",
        "44 10 34 34 true '' a,b",
        "44 59 39 126 false '' ''",
        "0 1 0 0 false '' ''",
        "0 1 2 3 false '' 'a\nb'",
        "97 98 110 78 false n N",
        "97 98 0 110 false a b",
        "92 10 0 0 false '' ''",
        "10 124 0 92 false '' ''",
        "44 13 0 13 false '' ''",
        "44 44 0 92 false '' ''",
        "44 10 0 44 false '' ','",
        "167 10 0 0 false '' ''",
        "167 182 8222 8224 false § null",
        "26481 10 0 126 false 東 西",
        "37 10 127 0 false '' ''",
      })
  void writesWhatSqoopWrites(
      int field, int line, int enclose, int escape, boolean always, String first, String second) {
    Random random = new Random(field * 31 + escape);
    RandomText values = new RandomText(random);
    String[] markers = {first, second, first};
    CopyText text = text((char) field, (char) line, (char) enclose, (char) escape, always, markers);
    DelimiterSet delimiters =
        new DelimiterSet((char) field, (char) line, (char) enclose, (char) escape, always);
    StringBuilder expected = new StringBuilder();
    for (int row = 0; row < 3000; row++) {
      List<String> fields = new ArrayList<>();
      for (int column = 0; column < markers.length; column++) {
        String value = random.nextInt(5) == 0 ? null : values.next();
        fields.add(value);
        expected
            .append(column == 0 ? "" : String.valueOf((char) field))
            .append(
                FieldFormatter.escapeAndEnclose(
                    value == null ? markers[column] : value, delimiters));
      }
      expected.append((char) line);
      text.add(copied(fields, text.copyOptions()));
    }

    assertThat(written(text)).isEqualTo(expected.toString());
  }

  /** A row as PostgreSQL's COPY writes it under these options. */
  private static byte[] copied(List<String> fields, String options) {
    char delimiter = option(options, "DELIMITER", "\t").charAt(0);
    String marker = option(options, "NULL", "\\N");
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < fields.size(); i++) {
      String value = fields.get(i);
      row.append(i == 0 ? "" : String.valueOf(delimiter));
      if (value == null) {
        row.append(marker);
        continue;
      }
      for (char c : value.toCharArray()) {
        int letter = "\b\f\n\r\t\u000b".indexOf(c);
        if (letter >= 0 && c != delimiter) {
          row.append('\\').append("bfnrtv".charAt(letter));
        } else {
          row.append(c == '\\' || c == delimiter ? "\\" : "").append(c);
        }
      }
    }
    return row.append('\n').toString().getBytes(UTF_8);
  }

  private static String option(String options, String name, String otherwise) {
    Matcher option = Pattern.compile("(?s)" + name + " '((?:[^']|'')*)'").matcher(options);
    return option.find() ? option.group(1).replace("''", "'") : otherwise;
  }

  private static CopyText text(
      char field, char line, char enclose, char escape, boolean always, String... markers) {
    return new CopyText(new TextLayout(field, line, enclose, escape, always, markers), 16);
  }

  private static String written(CopyText text) {
    return new String(text.block(), 0, text.length(), UTF_8);
  }
}
