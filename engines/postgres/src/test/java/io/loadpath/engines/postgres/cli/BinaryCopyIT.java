package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Text that {@code postgres copy --to-binary} sends to a real server as binary COPY. */
class BinaryCopyIT extends ClientFixture {
  private static final String ALL_TYPES =
      "(a int2, b int4, c int8, d numeric, e numeric(12, 2), f date, g text, h varchar(9), i char(3),"
          + " j \"char\", k bool, l float4, m float8, n timestamp, o timestamptz, p uuid, q bytea)";

  /** For each column, values at the ends of its type's range. */
  private static final String ENDS =
      """
      -32768|32767|0|+5
      -2147483648|2147483647|-0|007
      -9223372036854775808|9223372036854775807|999999999999999999|1
      0|-0.000|12345678901234567890123456789.00001234500|.5|5.|10000|0.0001|NaN|Infinity|-inf|1E5\
      |-1.50e-7|15.5e+10|12345.678e-3|.5e3|0e5|0e-5|-7e-16383|9.99e131071
      9999999999.99|-9999999999.99|0.005|1.994999|nan|1.5e3
      0001-01-01|9999-12-31|02/29/2000|1999-12-31|infinity|-Infinity|12/31/1900|0044-03-15 BC\
      |0001-02-29 BC|4714-11-24 BC|03/15/0044 BC|10000-01-01|5874897-12-31|12/31/10000
      é|😀 \\n "quoted"|\t|LONG
      123456789|ééééééééé|a\\b
      a|abc|é
      x||~
      true|F|yes|NO|On|off|1|0|t|n
      0|-0|1e-45|3.4028235e38|16777217|0.1|NaN|-Infinity|inf|1.17549429e-38
      -0.0|4.9e-324|1.7976931348623157e308|.1e1|123456789012345678|nan|Infinity|+5.
      0001-01-01 00:00:00|9999-12-31 23:59:59.999999|2000-02-29T12:34|02/29/2000 12:34:56.7\
      |1999-12-31|1900-01-01 00:00:00.0000005|2024-06-30 23:59:59.9999996\
      |2024-06-30 10:11:12.1234565|0044-03-15 10:11:12.5 BC|4714-11-24 00:00:00 BC\
      |10000-01-01 00:00:00|294276-12-31 23:59:59.999999|-infinity
      0001-01-01 00:00:00+15:59:59|9999-12-31 23:59:59.999999-15|2000-02-29T12:34:56Z\
      |1883-11-18 12:03:58 -04:56:02|12/31/1999 23:59+00|0044-03-15 10:11:12.5+00 BC\
      |0044-03-15 10:11:12-04:56:02 BC|294276-12-31 23:59:59.999999+00\
      |2024-06-30 10:11:12.123456789+05:30|infinity
      00000000-0000-0000-0000-000000000000|0123abCD-4567-89ef-0123-456789abcdef
      \\x|\\x00ff|\\xDeadBeef0a0d7c
      """;

  private static String[] toBinary(String delimiter, String sql, Path file) {
    return new String[] {"--to-binary", delimiter, "-c", sql, file.toString()};
  }

  /** Rows of values at the ends of each type's range, of random ones, and of NULLs. */
  private static String rowsOfAllTypes() {
    Random random = new Random(7);
    String[][] ends =
        ENDS.lines()
            .map(line -> line.replace("LONG", "x".repeat(3000)).split("[|]", -1))
            .toArray(String[][]::new);
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 3000; row++) {
      for (int column = 0; column < ends.length; column++) {
        boolean none = random.nextInt(10) == 0;
        String value = ends[column][random.nextInt(ends[column].length)];
        if (column == 3 && random.nextBoolean()) {
          value =
              new BigDecimal(new BigInteger(random.nextInt(90) + 1, random), random.nextInt(20))
                  .toPlainString();
        } else if (column == 11 && random.nextBoolean()) {
          value = Float.toString(Float.intBitsToFloat(random.nextInt()));
        } else if (column == 12 && random.nextBoolean()) {
          value = Double.toString(Double.longBitsToDouble(random.nextLong()));
        }
        rows.append(none ? "" : value).append(column == ends.length - 1 ? '\n' : '|');
      }
    }
    return rows.toString();
  }

  @Test
  void binaryRowsAreThoseOfText() throws IOException {
    test.sql("DROP TABLE IF EXISTS by_text, by_binary; CREATE TABLE by_text " + ALL_TYPES);
    test.sql("CREATE TABLE by_binary " + ALL_TYPES);
    Path rows = file("rows", rowsOfAllTypes());
    String text =
        "SET LOCAL datestyle = 'ISO, MDY'; COPY by_text FROM STDIN"
            + " (FORMAT csv, DELIMITER '|', NULL '', QUOTE E'\\x01', FORCE_NOT_NULL (j))";
    String binary = "SET LOCAL datestyle = 'ISO, MDY'; COPY by_binary FROM STDIN (FORMAT binary)";

    output("copy", "-c", text, rows.toString());
    output("copy", toBinary("|", binary, rows));

    String difference =
        "SELECT count(*) FROM (SELECT t::text FROM %s AS t EXCEPT ALL SELECT t::text FROM %s AS t)";
    assertThat(test.sql("SELECT count(*) FROM by_binary")).isEqualTo("3000");
    assertThat(test.sql(difference.formatted("by_text", "by_binary"))).isEqualTo("0");
    assertThat(test.sql(difference.formatted("by_binary", "by_text"))).isEqualTo("0");
  }

  @Test
  void aBadRowOfABinaryCopyIsNamedAndNothingIsLoaded() throws IOException {
    String binary = "COPY loaded (a, b) FROM STDIN (FORMAT binary)";
    Path bad = file("bad", "1|one\n".repeat(100_000) + "x|two\n");
    Path broken = Files.write(folder.resolve("broken"), new byte[] {'1', '|', (byte) 0xff, '\n'});

    assertThat(error("copy", toBinary("|", binary, bad)))
        .contains("postgres: " + bad + ": line 100001, column a: 'x' is not an integer");
    assertThat(error("copy", toBinary("|", binary, broken)))
        .contains(broken + ": ERROR: invalid byte sequence", "COPY loaded, line 1, column b");
    assertThat(rows()).isEmpty();
  }

  @Test
  void whatHasNoBinaryFormIsNamedBeforeAnythingIsSent() throws IOException {
    test.sql("DROP TABLE IF EXISTS points; CREATE TABLE points (id int, place point)");
    Path file = file("x", "1|(1,2)\n");

    String points = "COPY points FROM STDIN (FORMAT binary)";
    assertThat(error("copy", toBinary("|", points, file)))
        .contains("column place has the type point");
    assertThat(error("copy", toBinary("|", COPY, file)))
        .contains("--to-binary needs a statement COPY table FROM STDIN");
    for (String delimiter : new String[] {"é", "\r"}) {
      assertThat(usage("copy", toBinary(delimiter, COPY, file)))
          .contains("needs one ASCII character", "found '" + delimiter + "'");
    }
    assertThat(usage("copy", "--to-binary", "|", "--to-binary", ",", "-c", COPY, "x"))
        .contains("--to-binary is given twice");
  }

  @Test
  void aDelimiterAtTheEndOfEachRowNeedsNoColumn() throws IOException {
    String binary = "COPY loaded (a, b) FROM STDIN (FORMAT binary)";
    String[] words = {"--to-binary", "|", "--delimiter-at-end", "-c", binary};

    output("copy", words, file("good", "1|one|\n2||\n"));
    assertThat(rows()).isEqualTo("1|one 2|");

    Path lacking = file("lacking", "3|three|\n4|four\n");
    assertThat(error("copy", words, lacking))
        .contains(lacking + ": line 2 lacks the delimiter after its last field");
    assertThat(rows()).isEqualTo("1|one 2|");

    assertThat(usage("copy", "--delimiter-at-end", "-c", binary, "--null", "N", "x"))
        .contains("--delimiter-at-end, --null needs --to-binary");
  }

  @Test
  void headerLinesAreNoRowsButCount() throws IOException {
    String binary = "COPY loaded (a, b) FROM STDIN (FORMAT binary)";
    String[] words = {"--to-binary", "|", "--skip-header-lines", "1", "-c", binary};
    String header = "\uFEFF" + "the number|".repeat(10_000) + "\r\n"; // longer than a block

    output("copy", words, file("whole", header + "1|one\n2|two"));
    output("copy", words, file("only", header));
    output("copy", words, file("lonely", header.strip()));
    output("copy", words, file("empty", ""));
    Path gzip = folder.resolve("rows.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write((header + "3|three\n").getBytes(UTF_8));
    }
    output("copy", words, gzip);
    assertThat(rows()).isEqualTo("1|one 2|two 3|three");

    Path bad = file("bad", header + "4|four\nx|five\n");
    assertThat(error("copy", words, bad))
        .contains(bad + ": line 3, column a: 'x' is not an integer");
    assertThat(rows()).isEqualTo("1|one 2|two 3|three");

    words[3] = "2";
    output("copy", words, file("two", "made by\na|b\n5|five\n"));
    assertThat(rows()).isEqualTo("1|one 2|two 3|three 5|five");
    for (String wrong : new String[] {"-1", "one", "", "2147483648"}) {
      words[3] = wrong;
      assertThat(usage("copy", words, bad))
          .contains(
              "--skip-header-lines needs a whole number from 0 to 2147483647; found '" + wrong);
    }
    assertThat(usage("copy", "--skip-header-lines", "1", "-c", binary, bad.toString()))
        .contains("--skip-header-lines needs --to-binary");
  }

  /** All rows of such a file would be a part of the header line. */
  @Test
  void aHeaderLineWithoutItsEndDoesNotTakeTheRows() throws IOException {
    String binary = "COPY loaded (a, b) FROM STDIN (FORMAT binary)";
    String[] words = {"--to-binary", "|", "--skip-header-lines", "1", "-c", binary};
    Path gzip = Files.write(folder.resolve("rows"), new byte[] {0x1f, (byte) 0x8b, 8, 'x', 3});

    String foreign = ": the header line goes on to the file's end, and has the byte 0x";
    Path mac = file("mac", "a|b\r1|one\r");
    assertThat(error("copy", words, mac)).contains(mac + foreign + "0d");
    assertThat(error("copy", words, gzip)).contains(gzip + foreign);
    assertThat(rows()).isEmpty();
    output("copy", words, file("no-rows", "a|\tb\r"));
  }

  @Test
  void hexadecimalDigitsAloneAreBytes() throws IOException {
    test.sql("DROP TABLE IF EXISTS bodies; CREATE TABLE bodies (q bytea)");
    String binary = "COPY bodies (q) FROM STDIN (FORMAT binary)";
    String[] words = {"--to-binary", "|", "--null", "NA", "--hex-bytes", "-c", binary};

    output("copy", words, file("hex", "DeadBeef\n\nNA\n"));
    assertThat(test.sql("SELECT string_agg(coalesce(q::text, 'null'), ' ' ORDER BY q) FROM bodies"))
        .isEqualTo("\\x \\xdeadbeef null");

    Path prefixed = file("prefixed", "\\xdead\n");
    assertThat(error("copy", words, prefixed))
        .contains(prefixed + ": line 1, column q: '\\xdead' is not a bytea");

    assertThat(usage("copy", "--hex-bytes", "-c", binary, prefixed.toString()))
        .contains("--hex-bytes needs --to-binary");
  }

  @Test
  void generatedColumnsAreNotSent() throws IOException {
    test.sql("DROP TABLE IF EXISTS \"It's\"");
    test.sql(
        "CREATE TABLE \"It's\""
            + " (a int, twice int GENERATED ALWAYS AS (2 * a) STORED, gone int, \"B b\" text)");
    test.sql("ALTER TABLE \"It's\" DROP gone");

    output(
        "copy", toBinary("|", "COPY \"It's\" FROM STDIN (FORMAT binary)", file("x", "4|four\n")));

    assertThat(test.sql("SELECT * FROM \"It's\"")).isEqualTo("4|8|four");
  }
}
