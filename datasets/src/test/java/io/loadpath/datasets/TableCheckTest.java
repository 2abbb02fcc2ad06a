package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What does not fit a description is named, by the check and by the fingerprint. */
class TableCheckTest {

  @TempDir private Path folder;

  private List<TableCheck.Problem> check(Table table, Path... files) throws IOException {
    return TableCheck.check(table, List.of(files), Progress.silent());
  }

  /** Checks that both find the same, and returns it without the file's name. */
  private String problem(String format, byte[] text) throws IOException {
    Table table = Described.table(folder, format);
    Path file = Files.write(folder.resolve("rows.csv"), text);
    List<TableCheck.Problem> problems = check(table, file);
    assertThat(problems).isNotEmpty();
    String found = problems.get(0).toString();
    assertThatThrownBy(() -> FileFingerprint.of(table, List.of(file)))
        .isInstanceOf(DatasetException.class)
        .hasMessage(found);
    assertThat(found).startsWith(file.toString());
    return found.substring(file.toString().length());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "header: no | 1,a,2009-09-14\\n2,b,2009-09-14,\\n | , line 2, column day: is not the last: the row has more than 3 fields",
        "header: no | 1,a,2009-09-14\\n2,b\\n | , line 2, column day: is missing, the row has 2 of 3 fields",
        "header: no | 1,a,2009-09-14\\n\\n | , line 2, column note: is missing, the line is empty",
        "header: no | 1,a,2009-02-29\\n | , line 1, column day: '2009-02-29' is not a date (yyyy-mm-dd)",
        "header: no | 1000000000,a,2009-09-14\\n | , line 1, column id: '1000000000' is not an integer of at most 9 digits",
        "header: no | ,a,2009-09-14\\n | , line 1, column id: is empty but must not be NULL",
        "header: no, null: NA | NA,a,2009-09-14\\n | , line 1, column id: is NA but must not be NULL",
        "header: no, null: NA | ,a,2009-09-14\\n | , line 1, column id: is an empty text, which is not a value of integer(9); NULL is written 'NA'",
        "header: no | 1,a,2009-09-14\\r\\n | , line 1, column day: ends its line with CR LF, but the description says line-end: lf",
        "header: no, line-end: crlf | 1,a,2009-09-14\\r\\n2,b,2009-09-14\\n | , line 2, column day: ends its line with LF, but the description says line-end: crlf",
        "header: no | 1,a\\rb,2009-09-14\\n | , line 1, column note: holds a carriage return outside of quotes",
        "header: no | 1,5\\\" pipe,2009-09-14\\n | , line 1, column note: holds a quote, but does not begin with one",
        "header: no | 1,\\\"a\\nb\\\"c,2009-09-14\\n | , line 1, column note: has text after its closing quote",
        "header: no | 1,a,2009-09-14\\n2,\\\"b\\nc,2009-09-14\\n | , line 2, column note: begins with a quote that is never closed",
        "header: no | 1,\\\"\\nx\\\",2009-09-14\\n2,a,x\\n | , line 3, column day: 'x' is not a date (yyyy-mm-dd)",
        "header: no | 1,\\0,2009-09-14\\n | , line 1, column note: holds the character NUL, which no database takes",
        "header: no, delimiter-after-last: yes | 1,a,2009-09-14\\n | , line 1, column day: is not followed by a delimiter, as the description says",
        "header: no, quote: none, escape: '\\\\' | 1,a\\\\ | , line 1, column note: ends with an escape that nothing follows",
        "quote: none | id,note\\n1,a,2009-09-14\\n | , line 1, column day: is missing, the header line has 2 of 3 names",
        "quote: '\"' | id,day,note\\n1,2009-09-14,a\\n | , line 1, column note: the header line has 'day' here, the description 'note'",
        "quote: none | id,note,day,more\\n | , line 1, column day: is not the last: 'more' follows in the header line",
        "quote: none | 1,a,2009-09-14\\n | , line 1, column id: the header line has '1' here, the description 'id'",
      })
  void aRowThatDoesNotFitIsNamedByFileLineAndColumn(String format, String text, String problem)
      throws IOException {
    for (String plain : List.of(format, format + ", quote: none")) {
      if (plain.equals(format) || !format.contains("quote") && !text.contains("\"")) {
        assertThat(problem(plain.replace("\\\\", "\\"), text.translateEscapes().getBytes(UTF_8)))
            .isEqualTo(problem);
      }
    }
  }

  @Test
  void bytesInAnotherEncodingAreNamed() throws IOException {
    String row = "1,Köln,2009-09-14\n";
    assertThat(problem("header: no", ("1,x,2009-09-14\n" + row).getBytes(ISO_8859_1)))
        .isEqualTo(", line 2, column note: is not UTF-8: byte 0xF6 after 'K'; is it Latin-1?");
    assertThat(problem("header: no", row.getBytes(UTF_16)))
        .endsWith(": is UTF-16; convert it to UTF-8");
    assertThat(problem("header: no, encoding: latin-1", ("\uFEFF" + row).getBytes(UTF_8)))
        .isEqualTo(": begins with UTF-8's byte order mark, but the description says latin-1");
    assertThat(problem("header: no", (row + "\uFEFF" + row).getBytes(UTF_8)))
        .isEqualTo(
            ", line 2, column id: begins with a byte order mark inside the file: were files joined?");
  }

  @Test
  void encodingsMarksAndLineEndsDoNotMatter() throws IOException {
    Table usual = Described.table(folder, "header: no");
    Fingerprint expected = of(usual, "1,Köln €,2009-09-14\n", UTF_8);
    assertThat(of(usual, "\uFEFF1,Köln €,2009-09-14\n", UTF_8)).isEqualTo(expected);
    assertThat(of(usual, "+01,\"Köln €\",2009-09-14", UTF_8)).isEqualTo(expected);
    Table crlf = Described.table(folder, "line-end: crlf");
    assertThat(of(crlf, "\uFEFFid,\"note\",day\r\n1,Köln €,2009-09-14\r\n", UTF_8))
        .isEqualTo(expected);
    Table latin = Described.table(folder, "encoding: latin-1");
    assertThat(of(latin, "id,note,day\n1,Köln ß,2009-09-14\n", ISO_8859_1))
        .isEqualTo(of(usual, "1,Köln ß,2009-09-14\n", UTF_8));
  }

  private Fingerprint of(Table table, String text, Charset charset) throws IOException {
    Path file = Files.write(folder.resolve("rows.csv"), text.getBytes(charset));
    assertThat(check(table, file)).isEmpty();
    return FileFingerprint.of(table, List.of(file));
  }

  @Test
  void quotesAndEscapesDoNotMatter() throws IOException {
    Table doubled = Described.table(folder, "header: no");
    Fingerprint expected = of(doubled, "1,\"a,\"\"b\\\"\"\nc\",2009-09-14\n", UTF_8);
    Table escaped = Described.table(folder, "header: no, escape: '\\'");
    assertThat(of(escaped, "\"1\",\"a,\\\"b\\\\\\\"\nc\",\"2009-09-14\"\n", UTF_8))
        .isEqualTo(expected);
    Table bare = Described.table(folder, "header: no, quote: none, escape: '\\', null: '\\N'");
    assertThat(of(bare, "1,a\\,\"b\\\\\"\\\nc,2009-09-14\n", UTF_8)).isEqualTo(expected);
    assertThat(of(bare, "1,a\\,\"b\\\\\"\\nc,2009-09-14\n", UTF_8)).isEqualTo(expected);
    assertThat(of(bare, "1,\\N,2009-09-14\n", UTF_8))
        .isEqualTo(of(doubled, "1,,2009-09-14\n", UTF_8))
        .isNotEqualTo(of(doubled, "1,\"\",2009-09-14\n", UTF_8));
  }

  @Test
  void theCheckGoesOnAndNamesTheFirstTenOfEachFile() throws IOException {
    Table table = Described.table(folder, "header: no");
    Path bad = Described.file(folder, "bad.csv", "x,a,2009-09-14\n".repeat(20));
    Path mixed =
        Described.file(
            folder,
            "mixed.csv",
            "1,\"a\n\",x\n2,b,2009-09-14\n3,c,2009-09-14,4\n5,d,2009-09-14\ny");
    Path empty = Described.file(folder, "empty.csv", "");
    Path none = folder.resolve("none.csv");
    assertThat(check(table, bad))
        .hasSize(10)
        .last()
        .hasToString(bad + ", line 10, column id: 'x' is not an integer of at most 9 digits");
    assertThat(check(table, mixed, empty, none))
        .extracting(TableCheck.Problem::toString)
        .containsExactly(
            mixed + ", line 1, column day: 'x' is not a date (yyyy-mm-dd)",
            mixed + ", line 4, column day: is not the last: the row has more than 3 fields",
            mixed + ", line 6, column id: 'y' is not an integer of at most 9 digits",
            empty + ": holds no rows",
            none + ": no such file");
    Table headed = Described.table(folder, "quote: none");
    assertThat(check(headed, empty, Described.file(folder, "head.csv", "id,note,day\n")))
        .extracting(TableCheck.Problem::toString)
        .containsExactly(
            empty + ": is empty, even its header line is missing",
            folder.resolve("head.csv") + ": holds no rows");
  }

  @Test
  void rowsThatAreLargerThanABlockAreRead() throws IOException {
    Path description =
        Described.description(
            folder,
            "header: no",
            "columns: [{name: id, type: integer}, {name: note, type: text}]\n");
    Table table = Table.read(description);
    String large = "1,\"" + "line\n".repeat(500_000) + "\"\n";
    Path file = Described.file(folder, "large.csv", large.repeat(3) + "2,\n");
    assertThat(check(table, file)).hasSize(1);
    assertThat(check(table, file).get(0).line()).isEqualTo(1_500_004);
    Path open = Described.file(folder, "open.csv", "1,a\n2,\"" + "x".repeat(40_000_000));
    assertThat(check(table, open).get(0).toString())
        .startsWith(open + ", line 2, column note: begins with a quote that is never closed");
  }

  @Test
  void aRowFarInAFileIsNamed() throws IOException {
    for (String format : List.of("header: no", "header: no, quote: none")) {
      String rows = "1,a,2009-09-14\n".repeat(300_000);
      assertThat(problem(format, (rows + "2,b,2009-09-14,c\n" + rows).getBytes(UTF_8)))
          .isEqualTo(", line 300001, column day: is not the last: the row has more than 3 fields");
    }
  }
}
