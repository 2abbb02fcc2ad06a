package io.loadpath.tables.describe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowCursorTest {
  private static final Separators CSV = new Separators(',', '"', '"');
  private static final Separators PLAIN = new Separators('|', null, null);

  private static List<Row> rows(String text, Separators separators) {
    RowCursor cursor = new RowCursor(text, separators);
    List<Row> rows = new ArrayList<>();
    for (Row row = cursor.next(); row != null; row = cursor.next()) {
      rows.add(row);
    }
    return rows;
  }

  private static List<List<String>> texts(String text, Separators separators) {
    return rows(text, separators).stream()
        .map(row -> row.cells.stream().map(Row.Cell::text).toList())
        .toList();
  }

  @Test
  void cutsAtDelimitersAndLineEndsOutsideOfQuotes() {
    assertThat(texts("a,\"b,\n\"\"c\"\"\",\n\"\",é,x\r\ny", CSV))
        .containsExactly(List.of("a", "b,\n\"c\"", ""), List.of("", "é", "x"), List.of("y"));
    assertThat(texts("a|\"b|\n", PLAIN)).containsExactly(List.of("a", "\"b", ""));
    assertThat(texts("a,", CSV)).containsExactly(List.of("a", ""));
    assertThat(texts("", CSV)).isEmpty();
  }

  @Test
  void undoesEscapes() {
    assertThat(texts("\"a\\\"b\",\"\\\\\"\n", CSV.withEscape('\\')))
        .containsExactly(List.of("a\"b", "\\"));
    assertThat(texts("a\\|b|\\N|c\\\nd\n", PLAIN.withEscape('\\')))
        .containsExactly(List.of("a|b", "\\N", "c\nd"));
  }

  @Test
  void namesTheLineWhereARowBegins() {
    assertThat(rows("a\n\"b\n\nc\"\nd\n", CSV))
        .extracting(row -> row.line)
        .containsExactly(1, 2, 5);
  }

  @Test
  void notesWhatIsUnusual() {
    List<Row> rows = rows("a\"b,\"c\"d,\"e\"\r\n,\"\"\n\"open,\n", CSV);
    assertThat(rows).extracting(row -> row.badQuotes).containsExactly(2, 0, 0);
    assertThat(rows).extracting(row -> row.crlf).containsExactly(true, false, false);
    assertThat(rows).extracting(row -> row.ended).containsExactly(true, true, false);
    assertThat(rows).extracting(row -> row.open).containsExactly(false, false, true);
    assertThat(rows.get(1).cells).extracting(Row.Cell::isEmpty).containsExactly(true, false);
  }
}
