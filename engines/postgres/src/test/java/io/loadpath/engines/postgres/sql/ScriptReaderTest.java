package io.loadpath.engines.postgres.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptReaderTest {
  private static final Map<String, String> VALUES =
      Map.of(
          "table",
          "my table",
          "n",
          "42",
          "quote",
          "it's \"so\"",
          "path",
          "C:\\x",
          "long",
          "1,\n\n2");

  private final List<String> echoed = new ArrayList<>();

  private List<ScriptReader.Statement> read(String script) {
    ScriptReader reader = reader(script);
    return Stream.generate(reader::next).takeWhile(Optional::isPresent).map(Optional::get).toList();
  }

  private ScriptReader reader(String script) {
    return new ScriptReader("test.sql", script, new Variables(VALUES), echoed::add, x -> {});
  }

  private List<String> texts(String script) {
    return read(script).stream().map(ScriptReader.Statement::text).toList();
  }

  @Test
  void cutsAtSemicolonsAndNeedsNoneAtTheEnd() {
    assertThat(texts("SELECT 1; SELECT 2;\n\n;;  SELECT 3 "))
        .containsExactly("SELECT 1", "SELECT 2", "SELECT 3");
    assertThat(texts(" \n -- nothing\n/* at all; */ ;")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'a;b'",
        "SELECT 'it''s; so'",
        "SELECT 'back\\'",
        "SELECT E'it\\'s; so'",
        "SELECT e'\\\\'",
        "SELECT U&'d\\0061t;a'",
        "SELECT \"a;\"\"b\" FROM t",
        "SELECT $$a;b$$",
        "SELECT $tag$a;$$;b$tag$",
        "SELECT $tag$ 'open $tag$",
        "SELECT 1 -- not; here\n + 2",
        "SELECT 1 /* not; /* nor; */ here; */ + 2",
        "SELECT a$b$c, $1",
        "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)",
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 1 END; END",
        "CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC SELECT 1; END",
        "SELECT 'é;ü' AS größe",
      })
  void hidesSemicolons(String statement) {
    assertThat(texts(statement + ";SELECT 9")).containsExactly(statement, "SELECT 9");
  }

  @Test
  void beginEndsAStatementOutsideFunctions() {
    assertThat(texts("BEGIN; SELECT 1; END;")).containsExactly("BEGIN", "SELECT 1", "END");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "SELECT :n ! SELECT 42",
        "SELECT :'n' ! SELECT '42'",
        "SELECT 1 FROM :\"table\" ! SELECT 1 FROM \"my table\"",
        "SELECT :'quote' ! SELECT 'it''s \"so\"'",
        "SELECT :\"quote\" ! SELECT \"it's \"\"so\"\"\"",
        "SELECT :'path' ! SELECT  E'C:\\\\x'",
        "SELECT '1'::n ! SELECT '1'::n",
        "SELECT ':n', \":n\", $$:n$$ ! SELECT ':n', \":n\", $$:n$$",
        "SELECT 1 /* :n */ -- :n ! SELECT 1 /* :n */ -- :n",
        "SELECT a[1::n] ! SELECT a[1::n]",
        "SELECT a[1:2] ! SELECT a[1:2]",
        "f(x := :n) ! f(x := 42)",
        "SELECT :{?n}, :{?none} ! SELECT TRUE, FALSE",
        "SELECT :none, :'none' ! SELECT :none, :'none'",
      })
  void fillsInVariables(String script, String statement) {
    assertThat(texts(script)).containsExactly(statement);
    assertThat(read("SELECT :none, :n, :\"other\"").get(0).unset())
        .containsExactly("none", "other");
  }

  @Test
  void setChangesWhatFollows() {
    String script =
        """
        \\set ON_ERROR_STOP on
        SELECT :n;
        \\set n 1
        \\set list :n ', ' 'it''s' :'table'
        \\set nothing
        SELECT :n, :'list', :'nothing';
        """;
    assertThat(texts(script)).containsExactly("SELECT 42", "SELECT 1, '1, it''s''my table''', ''");
  }

  @Test
  void echoesInOrder() {
    ScriptReader reader = reader("\\echo one :n 'and  two'\nSELECT 1;\n\\echo\n");
    assertThat(reader.next()).isPresent();
    assertThat(echoed).containsExactly("one 42 and  two");
    assertThat(reader.next()).isEmpty();
    assertThat(echoed).containsExactly("one 42 and  two", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "\\copy t from 'x' ! test.sql:2: \\copy is not supported",
        "\\set ON_ERROR_STOP off ! test.sql:2: ON_ERROR_STOP is always on",
        "\\set ! test.sql:2: \\set is not supported",
        "\\ ! test.sql:2: \\ is not supported",
        "SELECT 1 \\gx ! test.sql:2: a backslash command inside a statement",
        "SELECT 1 \\gset x_ ! test.sql:2: \\gset x_ is not supported",
        "\\echo 'a ! test.sql:2: \\echo 'a: unterminated quoted string",
      })
  void refusesOtherCommands(String script, String message) {
    assertThatThrownBy(() -> read("SELECT 0;\n" + script + "\nSELECT 2;"))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "SELECT 'a ! a quote '",
        "SELECT \"a ! a quote \"",
        "`SELECT \"a\n\"\"b` ! a quote \"",
        "SELECT $x$ a $y$ ! the dollar quote $x$",
        "SELECT 1 /* a ! a comment",
        "/* a ! a comment",
      })
  void namesTheLineOfWhatIsNeverClosed(String script, String message) {
    assertThatThrownBy(() -> read("SELECT 0;\n\n" + script + "\n;\n"))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("test.sql:3: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "COPY t FROM STDIN ! COPY_FROM_STDIN",
        "copy public.t (a, b) from stdin with (format csv) ! COPY_FROM_STDIN",
        "/* x */ COPY \"from\" FROM STDIN ! COPY_FROM_STDIN",
        "COPY t TO STDOUT ! COPY_TO_STDOUT",
        "COPY (SELECT 1 FROM stdin) TO STDOUT ! COPY_TO_STDOUT",
        "COPY t FROM '/stdin' ! QUERY",
        "COPY t FROM PROGRAM 'cat' ! QUERY",
        "SELECT 1 FROM stdin ! QUERY",
      })
  void tellsCopyThroughTheClientFromOtherStatements(String script, ScriptReader.Kind kind) {
    assertThat(read(script))
        .hasSize(1)
        .first()
        .extracting(ScriptReader.Statement::kind)
        .isEqualTo(kind);
  }

  @Test
  void takesCopysDataFromTheLinesThatFollow() {
    ScriptReader reader = reader("COPY t FROM STDIN;\n1;\t:n\n\\N\n\\.\nSELECT 2;");
    reader.next();
    assertThat(reader.copyData()).isEqualTo("1;\t:n\n\\N\n");
    ScriptReader.Statement next = reader.next().orElseThrow();
    assertThat(next.text()).isEqualTo("SELECT 2");
    assertThat(next.firstLine()).isEqualTo(5);
  }

  @Test
  void refusesStatementsBesideCopy() {
    ScriptReader reader = reader("COPY t FROM STDIN; SELECT 1;\n\\.\n");
    reader.next();
    assertThatThrownBy(reader::copyData).hasMessageStartingWith("test.sql:1: only COPY's data");
  }

  @Test
  void knowsTheLineOfEveryPositionAlsoAfterAValueWithLineBreaks() {
    ScriptReader.Statement statement = read("\n-- head\nSELECT\n  :long,\n  nonsense;").get(0);
    assertThat(statement.firstLine()).isEqualTo(3);
    assertThat(statement.lineAt(0)).isEqualTo(3);
    assertThat(statement.lineAt(statement.text().indexOf("1"))).isEqualTo(4);
    assertThat(statement.lineAt(statement.text().indexOf("nonsense"))).isEqualTo(5);
  }
}
