package io.loadpath.benchmarks.describe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.github.luben.zstd.ZstdOutputStream;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.DatasetException;
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
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The facts found in files, and the questions about others. */
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

    assertThat(String.join("; ", found.types()))
        .isEqualTo(
            "integer(2); integer(19); decimal(19,0); decimal(6,2); double; boolean; date;"
                + " timestamp(1); timestamp(3) with time zone; text(10)");
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

  static Stream<Arguments> texts() {
    return Stream.of(
        arguments(
            "a,b\n1,01/02/2024\n2,12/11/2024\n",
            "integer(1); date",
            List.of("dates: mm/dd/yyyy", "dd/mm/yyyy fits as well", "# One thing is guessed")),
        arguments(
            "a,b\n1,01/02/2024\n2,13/11/2024\n",
            "integer(1); date",
            List.of("dates: dd/mm/yyyy", "numbers above 12 show")),
        arguments(
            "a,b\n1,01/13/2024\n2,13/11/2024\n",
            "integer(1); text(10)",
            List.of("guessed: text, because values such as '01/13/2024' are not days")),
        arguments(
            """
            german,german_time,other,compact
            31.12.2023,31.12.2023T10:00:00,2023/12/31,20231231
            01.01.2024,01.01.2024T00:00:00,2024/1/1,20240101
            """,
            "date; timestamp(0); text(10); integer(8)",
            List.of(
                "dates: dd.mm.yyyy ",
                "timestamps: dd.mm.yyyyThh:mi:ss ",
                "have a form that is not read")),
        arguments(
            "id,day\n1,20231231\n2,20240101\n",
            "integer(1); date",
            List.of("guessed: date, because all are days as yyyymmdd")),
        arguments(
            "zip,phone,n\n00501,+4912,1\n10001,12,0\n",
            "text(10); text(10); integer(1)",
            List.of("# text, because of 1 number with a leading 0 or +")),
        arguments(
            "id,n,t\n1,5,NA\n2,NA,x\n3,7,\n",
            "integer(1); integer(1) null; text(10) null",
            List.of("null: 'NA'", "'NA' is between numbers or dates")),
        arguments(
            "id,n,m\n1,5,\n2,NA,2\n3,7,\n",
            "integer(1); text(10); integer(1) null",
            List.of(
                "null: ''  ",
                "empty fields and 'NA' are between",
                "text, because 1 of 3 values are not numbers, such as 'NA' in")),
        arguments("n,t\n1,\\N\n2,x\n", "integer(1); text(10) null", List.of("1 field with '\\N'")),
        arguments(
            "1|a|\n2|b|\n3||\n",
            "integer(1); text(10) null",
            List.of("delimiter-after-last: yes", "quote: none")),
        arguments(
            "id,name,n\n" + lines(20, "#,x,#") + "21,x\n" + lines(20, "#,x,#"),
            "integer(2); text(10); integer(2)",
            List.of(
                "# problem: ",
                ":22: 2 fields, but most rows have 3",
                "guessed: 41 of 42 rows have 3 fields")),
        arguments(
            "red,apple\ngreen,pear\nred,cherry\n",
            "text(10); text(10)",
            List.of("Rows read: 3", "header: no", "looks like a row; check with", "column_2")),
        arguments(
            "colour,fruit\nred,apple\ngreen,pear\nred,cherry\n",
            "text(10); text(10)",
            List.of("header: yes", "guessed: all columns are text", "name: colour")),
        arguments(
            "1,2.5\n2,3.5\n3,4.5\n",
            "integer(1); decimal(2,1)",
            List.of("Rows read: 3", "header: no")),
        arguments(
            "made by x\nid,n\n1,2\n3,4\n",
            "text(10); text(10)",
            List.of("header: no", "guessed: the first line has only 1 field", ":1: 1 fields")),
        arguments(
            "country,1964,1965\nA,33.6,34.1\nB,35.2,35.9\n",
            "text(10); decimal(3,1); decimal(3,1)",
            List.of("name: '1964'", "guessed: the first line has whole numbers")),
        arguments(
            "n,a,b,c\n1,yes,true,0\n2,no,FALSE,1\n",
            "integer(1); text(10); boolean; integer(1)",
            List.of("header: yes")),
        arguments(
            "id,t\n1,\"abc\n2,d\n3,e\n",
            "integer(1); text(10)",
            List.of(
                "Rows read: 3",
                "quote: none",
                "guessed: quotes count as text, although 1 field begins with one",
                "table.csv:2 is not closed")),
        arguments(
            "\ufeffid,t\r\n1,é\r\n2,b\r\n",
            "integer(1); text(10)",
            List.of("line-end: crlf", "encoding: utf-8", "name: id")),
        arguments(
            "id,t\r\n1,a\r\n2,b\n3,c\r\n",
            "integer(1); text(10)",
            List.of("line-end: crlf", "# problem: ", "table.csv:3: the row ends with LF")),
        arguments(
            "id,name\n",
            "text null; text null",
            List.of("header: yes", "Rows read: 0", "guessed: text, because there is no value")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void typesAndFormatsHaveTheirReasons(String text, String types, List<String> words)
      throws IOException {
    Descriptions.Result found = describe(text);

    assertThat(String.join("; ", found.types())).isEqualTo(types);
    assertThat(found.yaml()).contains(words);
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
        .contains("text, because 1 of 60,002 values are not numbers, such as 'abc' in")
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
        .contains("MB of text from the beginning, 7 places between and the end")
        .contains("values are not numbers, such as 'late' in " + file + ", in its middle");
    assertThat(found.description().rows()).isLessThan(400_000);
  }

  @Test
  void binaryFilesAreRefused() {
    assertThatThrownBy(() -> describe("id,t\n1,a\n", UTF_16))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("table.csv: is UTF-16");
    assertThatThrownBy(() -> describe("id,t\r1,a\r"))
        .hasMessageContaining("table.csv: its lines end with CR alone");
    assertThatThrownBy(() -> describe("id,t\n1,\0\n"))
        .hasMessageContaining("table.csv: has a NUL byte");
    assertThatThrownBy(() -> describe(""))
        .hasMessage(folder.resolve("table.csv") + ": the file is empty");
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

  @ParameterizedTest
  @CsvSource({"gz, gzip", "zst, zstd", "lz4, lz4", "bz2, bzip2"})
  void compressedFilesAreReadByTheirNames(String suffix, String codec) throws IOException {
    Path file = folder.resolve("a.csv." + suffix);
    OutputStream stored = Files.newOutputStream(file);
    try (OutputStream out =
        switch (codec) {
          case "gzip" -> new GZIPOutputStream(stored);
          case "zstd" -> new ZstdOutputStream(stored);
          case "lz4" -> new LZ4FrameOutputStream(stored);
          default -> new BZip2CompressorOutputStream(stored);
        }) {
      out.write("id,t\n1,x\n".getBytes(UTF_8));
    }

    Descriptions.Result found = Descriptions.of(file);
    assertThat(found.types()).containsExactly("integer(1)", "text(10)");
    assertThat(found.yaml()).contains("Rows read: 1, all. Codec: " + codec + ".");

    Path plain = file("a.csv", "id,t\n1,x\n", UTF_8);
    assertThatThrownBy(() -> Descriptions.of(file, plain))
        .hasMessageStartingWith(file + " and " + plain + " are compressed in different ways");
    if (codec.equals("zstd")) {
      Path misnamed = Files.move(file, folder.resolve("a.csv.zstd"));
      assertThatThrownBy(() -> Descriptions.of(misnamed))
          .hasMessageContaining("a.csv.zstd: has a NUL byte")
          .hasMessageContaining("must end in .gz, .zst");
    }
  }

  private static KnownColumns known(KnownColumn... columns) {
    return new KnownColumns("the table t", List.of(columns));
  }

  @Test
  void knownColumnsTakeTheirFormatFromTheFiles() throws IOException {
    KnownColumns known =
        known(
            new KnownColumn("name", Type.text(7), false, null),
            new KnownColumn("id", Type.decimal(30, 0), true, null),
            new KnownColumn("sold_on", Type.of(Kind.DATE), true, null));
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
        known(
            new KnownColumn("a", Type.integer(10), true, null),
            new KnownColumn("b c", Type.text(Type.UNLIMITED), true, null));

    Description description = Describer.describe("t", List.of(), List.of(), known);

    assertThat(description.yaml("t.yaml"))
        .contains("  delimiter: ','                  # guessed: no file was read")
        .contains("  - {name: a, type: integer(10), nullable: yes}")
        .contains("  - {name: 'b c', type: text, nullable: yes}");
  }
}
