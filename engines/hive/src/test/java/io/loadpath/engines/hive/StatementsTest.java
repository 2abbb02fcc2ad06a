package io.loadpath.engines.hive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementsTest {
  @Test
  void aScriptIsSplitAtItsSemicolons() {
    assertThat(Statements.of("SET a=1;\n\nSELECT 1\nFROM t;  \n ;SELECT 2"))
        .containsExactly("SET a=1", "SELECT 1\nFROM t", "SELECT 2");
    assertThat(Statements.of("")).isEmpty();
  }

  @Test
  void semicolonsAndDashesInQuotesAreText() {
    assertThat(
            Statements.of(
                """
                SELECT 'a;b', "c;--d", `e;f` FROM t;
                SELECT 'it\\'s; -- no comment', '
                -- in a text of several lines

                ';
                """))
        .containsExactly(
            "SELECT 'a;b', \"c;--d\", `e;f` FROM t",
            "SELECT 'it\\'s; -- no comment', '\n-- in a text of several lines\n\n'");
  }

  @Test
  void onlyTheLineBreaksOfFilesEndALine() {
    assertThat(Statements.of("SELECT 1 -- one\r\n, 2 -- two\r, 3 -- three\n;"))
        .containsExactly("SELECT 1 \n, 2 \n, 3");
    String text = "SELECT 'a\u2028b\u2029c\u0085d\u000Be\ff'";
    assertThat(Statements.of(text)).containsExactly(text);
  }

  @Test
  void commentsMayHoldQuotesAndSemicolons() {
    assertThat(
            Statements.of(
                """
                -- Hive's own; not a statement
                SELECT 1 -- it's; one
                  -- an indented one; isn't
                FROM t;
                -- the end
                """))
        .containsExactly("SELECT 1 \n\nFROM t");
  }
}
