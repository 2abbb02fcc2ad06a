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
  void undoesQuotesAndEscapes() {
    assertThat(texts("a,\"b,\n\"\"c\"\"\",\n", CSV)).containsExactly(List.of("a", "b,\n\"c\"", ""));
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
    assertThat(rows("a\\\nb\nc\n", PLAIN.withEscape('\\')))
        .extracting(row -> row.line)
        .containsExactly(1, 3);
  }

  @Test
  void notesQuotesWhereNoneBelong() {
    assertThat(rows("a\"b,\"c\"d,\"e\"\n\"\"\n", CSV))
        .extracting(row -> row.badQuotes)
        .containsExactly(2, 0);
  }
}
