package io.loadpath.benchmarks.describe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.FileFormat;
import io.loadpath.tables.FileFormat.DateForm;
import io.loadpath.tables.FileFormat.LineEnd;
import io.loadpath.tables.Kind;
import io.loadpath.tables.Type;
import io.loadpath.tables.describe.Describer;
import io.loadpath.tables.describe.Description;
import io.loadpath.tables.describe.KnownColumns;
import io.loadpath.tables.describe.KnownColumns.KnownColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found in files, and asked where they do not show it. */
class DescribeTest {
  @TempDir private Path folder;

  private Descriptions.Result describe(String text) throws IOException {
    return describe(text, UTF_8);
  }

  private Descriptions.Result describe(String text, Charset charset) throws IOException {
    return Descriptions.of(file("table.csv", text, charset));
  }

  private Path file(String name, String text, Charset charset) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(charset));
  }

  /** Lines that differ by a number. */
  private static String lines(int count, String format) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> format.replace("#", Integer.toString(i)) + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void typesAreTheSmallestThatHoldAllValues() throws IOException {
    Descriptions.Result found =
        describe(
            """
            small;large;huge;price;ratio;flag;day;moment;zoned;note
            1;9223372036854775807;9223372036854775808;0.5;1e10;true;2024-01-31;2024-01-31 10:00:00;2024-01-31 10:00:00.125+02:00;a
            -12;1;-3;-1234.25;2.5;false;2024-02-29;2024-02-29 23:59:59.5;2024-01-31 10:00:00Z;"b;
            c"
            """);

    assertThat(found.types())
        .containsExactly(
            "integer(2)",
            "integer(19)",
            "decimal(19,0)",
            "decimal(6,2)",
            "double",
            "boolean",
            "date",
            "timestamp(1)",
            "timestamp(3) with time zone",
            "text(10)");
    assertThat(found.table().format())
        .isEqualTo(
            new FileFormat(
                ';',
                '"',
                '"',
                true,
                false,
                "",
                LineEnd.LF,
                UTF_8,
                DateForm.ISO,
                FileFormat.TimestampForm.SPACE));
    assertThat(found.description().rows()).isEqualTo(2);
    assertThat(found.yaml()).contains("Rows read: 2, all.").doesNotContain("guessed");
  }

  @Test
  void daysUpTo12AreAskedAbout() throws IOException {
    Descriptions.Result found = describe("a,b\n1,01/02/2024\n2,12/11/2024\n");

    assertThat(found.table().format().dateForm()).isEqualTo(DateForm.AMERICAN);
    assertThat(found.format("dates"))
        .matches("  dates: mm/dd/yyyy +# guessed: .*dd/mm/yyyy fits as well.*");
    assertThat(found.yaml()).contains("# One thing is guessed");

    found = describe("a,b\n1,01/02/2024\n2,13/11/2024\n");
    assertThat(found.format("dates")).matches("  dates: dd/mm/yyyy +# numbers above 12 show .*");

    found = describe("a,b\n1,01/13/2024\n2,13/11/2024\n");
    assertThat(found.types()).containsExactly("integer(1)", "text(10)");
    assertThat(found.yaml())
        .contains("# guessed: text, for values such as '01/13/2024' are no days");
  }

  @Test
  void otherFormsOfDaysAreFoundOrAskedAbout() throws IOException {
    Descriptions.Result found =
        describe(
            """
            german,german_time,other,compact
            31.12.2023,31.12.2023T10:00:00,2023/12/31,20231231
            01.01.2024,01.01.2024T00:00:00,2024/1/1,20240101
            """);

    assertThat(found.table().format().dateForm()).isEqualTo(DateForm.GERMAN);
    assertThat(found.format("timestamps")).startsWith("  timestamps: dd.mm.yyyyThh:mi:ss ");
    assertThat(found.types()).containsExactly("date", "timestamp(0)", "text(10)", "integer(8)");
    assertThat(found.yaml()).contains("have none of the forms that are read");

    found = describe("id,day\n1,20231231\n2,20240101\n");
    assertThat(found.types()).containsExactly("integer(1)", "date");
    assertThat(found.yaml())
        .contains("guessed: date, for all are days as yyyymmdd; else integer(8)");
  }

  @Test
  void zerosBeforeNumbersAreKept() throws IOException {
    Descriptions.Result found = describe("zip,phone,n\n00501,+4912,1\n10001,12,0\n");

    assertThat(found.types()).containsExactly("text(10)", "text(10)", "integer(1)");
    assertThat(found.yaml()).contains("# text, for 1 number with 0 or + before");
  }

  @Test
  void aWordBetweenNumbersIsNull() throws IOException {
    Descriptions.Result found = describe("id,n,t\n1,5,NA\n2,NA,x\n3,7,\n");

    assertThat(found.table().format().nullText()).isEqualTo("NA");
    assertThat(found.types()).containsExactly("integer(1)", "integer(1) null", "text(10) null");
    assertThat(found.format("null")).contains("'NA' stands between numbers or dates");

    found = describe("id,n,m\n1,5,\n2,NA,2\n3,7,\n");
    assertThat(found.table().format().nullText()).isEmpty();
    assertThat(found.types()).containsExactly("integer(1)", "text(10)", "integer(1) null");
    assertThat(found.format("null")).contains("guessed").contains("'NA'");
    assertThat(found.yaml()).contains("text, for 1 of 3 values are no numbers, such as 'NA' in");
  }

  @Test
  void aDelimiterAfterTheLastFieldIsNoColumn() throws IOException {
    Descriptions.Result found = describe("1|a|\n2|b|\n3||\n");

    assertThat(found.table().format().delimiterAfterLast()).isTrue();
    assertThat(found.table().format().quote()).isNull();
    assertThat(found.types()).containsExactly("integer(1)", "text(10) null");
  }

  @Test
  void aRaggedRowIsNamed() throws IOException {
    Descriptions.Result found =
        describe("id,name,n\n" + lines(20, "#,x,#") + "21,x\n" + lines(20, "#,x,#"));

    assertThat(found.names()).containsExactly("id", "name", "n");
    assertThat(found.yaml())
        .contains("# problem: ")
        .contains(":22: 2 fields, but most rows have 3");
    assertThat(found.format("delimiter")).contains("guessed: 41 of 42 rows have 3 fields");
  }

  @Test
  void aTableOfTextsKeepsItsFirstRow() throws IOException {
    Descriptions.Result found = describe("red,apple\ngreen,pear\nred,cherry\n");
    assertThat(found.table().format().header()).isFalse();
    assertThat(found.description().rows()).isEqualTo(3);
    assertThat(found.names()).containsExactly("column_1", "column_2");
    assertThat(found.format("header")).contains("guessed").contains("check with");

    found = describe("colour,fruit\nred,apple\ngreen,pear\nred,cherry\n");
    assertThat(found.table().format().header()).isTrue();
    assertThat(found.format("header")).contains("guessed");
  }

  @Test
  void numbersWithoutAHeaderLoseNoRow() throws IOException {
    Descriptions.Result found = describe("1,2.5\n2,3.5\n3,4.5\n");

    assertThat(found.table().format().header()).isFalse();
    assertThat(found.types()).containsExactly("integer(1)", "decimal(2,1)");
    assertThat(found.description().rows()).isEqualTo(3);
  }

  @Test
  void yearsCanBeTheHeader() throws IOException {
    Descriptions.Result found = describe("country,1964,1965\nA,33.6,34.1\nB,35.2,35.9\n");

    assertThat(found.names()).containsExactly("country", "1964", "1965");
    assertThat(found.format("header")).contains("guessed");
  }

  @Test
  void onlyTrueAndFalseAreBoolean() throws IOException {
    Descriptions.Result found = describe("n,a,b,c\n1,yes,true,0\n2,no,FALSE,1\n");

    assertThat(found.types()).containsExactly("integer(1)", "text(10)", "boolean", "integer(1)");
  }

  @Test
  void aQuoteThatIsNotClosedIsNamed() throws IOException {
    Descriptions.Result found = describe("id,t\n1,\"abc\n2,d\n3,e\n");

    assertThat(found.description().rows()).isEqualTo(3);
    assertThat(found.format("quote"))
        .contains("quote: none")
        .contains("guessed: quotes are taken for text, though 1 field begins with one, and that in")
        .contains("table.csv:2 is not closed");
  }

  @Test
  void lateTextQuotesAndBytesAreFound() throws IOException {
    String many = lines(60_000, "#,#,x");
    Descriptions.Result found =
        describe("id,n,t\n" + many + "60001,abc,\"a,b\"\n60002,1,\u00e9\n", ISO_8859_1);

    assertThat(found.types()).containsExactly("integer(5)", "text(10)", "text(10)");
    assertThat(found.table().format().quote()).isEqualTo('"');
    assertThat(found.table().format().encoding()).isEqualTo(ISO_8859_1);
    assertThat(found.yaml())
        .contains("text, for 1 of 60,002 values are no numbers, such as 'abc' in")
        .contains("table.csv:60002")
        .contains("guessed: 1 line not in UTF-8, the first in")
        .contains("table.csv:60003");
  }

  @Test
  void largeFilesAreReadInPlaces() throws IOException {
    Path file = folder.resolve("large.csv");
    String block = lines(100_000, "#,some text that fills the file,2024-01-31");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write("id,text,day\n".getBytes(UTF_8));
      for (int i = 0; i < 4; i++) {
        out.write(block.getBytes(UTF_8));
      }
      out.write("late,\"quotes\",2024-01-31\n".getBytes(UTF_8));
    }

    Descriptions.Result found = Descriptions.of(file);

    assertThat(found.types()).containsExactly("text(10)", "text(40)", "date");
    assertThat(found.table().format().quote()).isEqualTo('"');
    assertThat(found.yaml())
        .contains("MB of text from the beginning, 7 places within and the end")
        .contains("values are no numbers, such as 'late' in " + file + ", in its middle");
    assertThat(found.description().rows()).isLessThan(400_000);
  }

  @Test
  void namesOfColumnsCanBeAnything() throws IOException {
    String name63 = "n".repeat(63);
    Descriptions.Result found =
        describe(
            "select,\"say \"\"hi\"\"\",%s,%s,\"\"\"; DROP TABLE x; --\",Id,ID,, Order No ,größe\n"
                    .formatted(name63, name63 + "mm")
                + "1,2,3,4,5,6,7,8,9,10\n");

    assertThat(found.names())
        .containsExactly(
            "select",
            "say \"hi\"",
            name63,
            "n".repeat(61) + "_2",
            "\"; DROP TABLE x; --",
            "Id",
            "ID_2",
            "column_8",
            "Order No",
            "größe");
    assertThat(found.table().columns().get(3).headerName()).isEqualTo(name63 + "mm");
    assertThat(found.table().columns().get(6).headerName()).isEqualTo("ID");
    assertThat(found.table().columns().get(7).headerName()).isEmpty();
    assertThat(found.table().columns().get(8).headerName()).isEqualTo(" Order No ");
  }

  @Test
  void lineEndsMarksAndEncodingsAreFound() throws IOException {
    Descriptions.Result found = describe("\ufeffid,t\r\n1,é\r\n2,b\r\n");
    assertThat(found.table().format().lineEnd()).isEqualTo(LineEnd.CRLF);
    assertThat(found.names()).containsExactly("id", "t");
    assertThat(found.format("encoding")).contains("utf-8");

    found = describe("id,t\r\n1,a\r\n2,b\n3,c\r\n");
    assertThat(found.table().format().lineEnd()).isEqualTo(LineEnd.CRLF);
    assertThat(found.yaml())
        .contains("# problem: ")
        .contains("table.csv:3: the row ends with LF, others with CR LF");

    assertThatThrownBy(() -> describe("id,t\n1,a\n", UTF_16))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("table.csv: is UTF-16");
    assertThatThrownBy(() -> describe("id,t\r1,a\r"))
        .hasMessageContaining("table.csv: its lines end with CR alone");
    assertThatThrownBy(() -> describe("id,t\n1,\0\n"))
        .hasMessageContaining("table.csv: has a NUL byte");
  }

  @Test
  void anEmptyFileIsAnErrorAndAHeaderAloneIsATable() throws IOException {
    assertThatThrownBy(() -> describe(""))
        .isInstanceOf(DatasetException.class)
        .hasMessage(folder.resolve("table.csv") + ": the file is empty");

    Descriptions.Result found = describe("id,name\n");
    assertThat(found.table().format().header()).isTrue();
    assertThat(found.names()).containsExactly("id", "name");
    assertThat(found.types()).containsExactly("text null", "text null");
    assertThat(found.description().rows()).isZero();
    assertThat(found.yaml()).contains("guessed: text, for there is no value");
  }

  @Test
  void filesOfDifferentShapeAreAnErrorThatNamesBoth() throws IOException {
    Path first = file("a.csv", "id,n\n1,2\n", UTF_8);
    Path wider = file("b.csv", "id,n,m\n1,2,3\n", UTF_8);
    Path named = file("c.csv", "id,m\n1,2\n", UTF_8);
    Path same = file("d.csv", "id,n\n3,4\n", UTF_8);

    assertThatThrownBy(() -> Descriptions.of(first, wider))
        .isInstanceOf(DatasetException.class)
        .hasMessageStartingWith(first + " has rows of 2 fields, but " + wider + " has rows of 3");
    assertThatThrownBy(() -> Descriptions.of(first, named))
        .hasMessageStartingWith(first + " has the column 'n' where " + named + " has 'm'");
    Descriptions.Result found = Descriptions.of(first, same);
    assertThat(found.description().rows()).isEqualTo(2);
    assertThat(found.format("header")).contains("2 files begin with the same line");
  }

  @Test
  void knownColumnsTakeTheirFormatFromTheFiles() throws IOException {
    KnownColumns known =
        new KnownColumns(
            "the table t",
            List.of(
                new KnownColumn("name", Type.text(7), false, null),
                new KnownColumn("id", Type.decimal(30, 0), true, null),
                new KnownColumn("sold_on", Type.of(Kind.DATE), true, null)));
    Path files = file("a.csv", "ID|Sold On|NAME\n1|31/12/2023 10:00:00|x\n", UTF_8);

    Descriptions.Result found = Descriptions.in(folder, known, files);

    assertThat(found.names()).containsExactly("id", "sold_on", "name");
    assertThat(found.types()).containsExactly("decimal(30,0) null", "timestamp(0) null", "text(7)");
    assertThat(found.table().columns().get(1).headerName()).isEqualTo("Sold On");
    assertThat(found.table().format().dateForm()).isEqualTo(DateForm.BRITISH);
    assertThatThrownBy(() -> Descriptions.in(folder, known, file("b.csv", "1,2\n", UTF_8)))
        .hasMessage(folder.resolve("b.csv") + " has 2 columns, but the table t has 3");
  }

  @Test
  void columnsAloneAreDescribedWithAUsualFormat() throws IOException {
    KnownColumns known =
        new KnownColumns(
            "the table t",
            List.of(
                new KnownColumn("a", Type.integer(10), true, null),
                new KnownColumn("b c", Type.text(Type.UNLIMITED), true, null)));

    Description description = Describer.describe("t", List.of(), List.of(), known);

    String yaml = description.yaml("t.yaml");
    assertThat(yaml)
        .contains("  delimiter: ','                  # guessed: no file was read")
        .contains("  - {name: a, type: integer(10), nullable: yes}")
        .contains("  - {name: 'b c', type: text, nullable: yes}");
  }
}
