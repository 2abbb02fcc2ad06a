package io.loadpath.tables.describe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowCursorTest {
  private static final Separators CSV = new Separators(',', '"', '"');
  private static final Separators PLAIN = new Separators('|', null, null);

  private static RowCursor cursor(String text, Separators separators) {
    byte[] bytes = text.getBytes(UTF_8);
    return new RowCursor(bytes, 0, separators);
  }

  private static List<List<String>> rows(String text, Separators separators) {
    RowCursor row = cursor(text, separators);
    List<List<String>> rows = new ArrayList<>();
    while (row.next()) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.fields(); i++) {
        values.add(row.value(i, UTF_8));
      }
      rows.add(values);
    }
    return rows;
  }

  @Test
  void cutsAtDelimitersAndLineEndsOutsideOfQuotes() {
    assertThat(rows("a,\"b,\n\"\"c\"\"\",\n\"\",é,x\r\ny", CSV))
        .containsExactly(List.of("a", "b,\n\"c\"", ""), List.of("", "é", "x"), List.of("y"));
    assertThat(rows("a|\"b|\n", PLAIN)).containsExactly(List.of("a", "\"b", ""));
    assertThat(rows("a,", CSV)).containsExactly(List.of("a", ""));
    assertThat(rows("", CSV)).isEmpty();
  }

  @Test
  void undoesEscapes() {
    assertThat(rows("\"a\\\"b\",\"\\\\\"\n", CSV.withEscape('\\')))
        .containsExactly(List.of("a\"b", "\\"));
    assertThat(rows("a\\|b|\\N|c\\\nd\n", PLAIN.withEscape('\\')))
        .containsExactly(List.of("a|b", "\\N", "c\nd"));
  }

  @Test
  void namesTheLineWhereARowBegins() {
    RowCursor row = cursor("a\n\"b\n\nc\"\nd\n", CSV);
    List<Integer> lines = new ArrayList<>();
    while (row.next()) {
      lines.add(row.line());
    }
    assertThat(lines).containsExactly(1, 2, 5);
  }

  @Test
  void notesWhatIsUnusual() {
    RowCursor row = cursor("a\"b,\"c\"d,\"e\"\r\n\"open,\n", CSV);
    assertThat(row.next()).isTrue();
    assertThat(row.badQuotes()).isEqualTo(2);
    assertThat(row.crlf()).isTrue();
    assertThat(row.ended()).isTrue();
    assertThat(row.open()).isFalse();
    assertThat(row.next()).isTrue();
    assertThat(row.open()).isTrue();
    assertThat(row.ended()).isFalse();
    assertThat(row.next()).isFalse();
  }

  @Test
  void tellsEmptyFieldsFromEmptyTexts() {
    RowCursor row = cursor(",\"\"\n", CSV);
    assertThat(row.next()).isTrue();
    assertThat(row.empty(0)).isTrue();
    assertThat(row.empty(1)).isFalse();
  }
}
