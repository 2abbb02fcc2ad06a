package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files sent by {@code postgres copy} to a real server. */
class CopyIT {
  private static final String COPY = "COPY loaded (a, b) FROM STDIN (DELIMITER '|')";

  private static TestServer test;

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void start() throws IOException {
    test = TestServer.started();
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  @BeforeEach
  void makeTable() {
    test.sql("DROP TABLE IF EXISTS loaded; CREATE TABLE loaded (a int, b text, pid int)");
    test.sql("ALTER TABLE loaded ALTER pid SET DEFAULT pg_backend_pid()");
  }

  private int copy(String... args) throws IOException {
    Map<String, String> environment = new HashMap<>(test.server.connection().environment());
    environment.put("PGPASSWORD", Files.readString(test.server.connection().passwordFile()));
    List<String> words = new ArrayList<>(List.of("copy"));
    words.addAll(List.of(args));
    return new Postgres(
            environment,
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(words.toArray(String[]::new));
  }

  /** Sends files, with scripts before and after if they are not empty. */
  private int copy(String before, String sql, String after, Path... files) throws IOException {
    List<String> words = new ArrayList<>(List.of("-v", "table=loaded", "-c", sql));
    if (!before.isEmpty()) {
      words.addAll(List.of("--before", file("before.sql", before).toString()));
    }
    if (!after.isEmpty()) {
      words.addAll(List.of("--after", file("after.sql", after).toString()));
    }
    Stream.of(files).map(Path::toString).forEach(words::add);
    return copy(words.toArray(String[]::new));
  }

  private int toBinary(String delimiter, String sql, Path file) throws IOException {
    return copy(new String[] {"--to-binary", delimiter, "-c", sql, file.toString()});
  }

  private int load(Path... files) throws IOException {
    return copy("", COPY, "", files);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path gzip(String name, String... members) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream bytes = Files.newOutputStream(file)) {
      for (String member : members) {
        GZIPOutputStream gzip = new GZIPOutputStream(bytes);
        gzip.write(member.getBytes(UTF_8));
        gzip.finish();
      }
    }
    return file;
  }

  private String rows() {
    return test.sql("SELECT a, b FROM loaded ORDER BY a").replace('\n', ' ');
  }

  @Test
  void sendsEachFileInASessionOfItsOwn() throws IOException {
    int code = load(file("x", "1|one\n2|\\N\n"), file("y", "3|é\n"), file("empty", ""));

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(rows()).isEqualTo("1|one 2| 3|é");
    assertThat(test.sql("SELECT count(DISTINCT pid) FROM loaded")).isEqualTo("2");
  }

  @Test
  void inflatesGzipFilesOfAnyNumberOfMembers() throws IOException {
    assertThat(load(gzip("x.gz", "1|o", "ne\n2|two\n"))).as(err.toString()).isZero();
    assertThat(rows()).isEqualTo("1|one 2|two");
  }

  @Test
  void refusesAGzipFileThatIsCutOffOrFollowedByGarbage() throws IOException {
    Path whole = gzip("x.gz", "1|one\n".repeat(1000));
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, 30));
    Path garbage = Files.copy(whole, folder.resolve("garbage.gz"));
    Files.writeString(garbage, "garbage", StandardOpenOption.APPEND);

    for (Path file : List.of(cut, garbage, file("none.gz", ""))) {
      err.reset();
      assertThat(load(file)).isEqualTo(1);
      assertThat(err.toString()).contains("postgres: " + file + ": cannot be read to its end");
    }
    assertThat(rows()).isEmpty();
  }

  @Test
  void namesFileAndLineOfABadRowAndRunsNothingAfterIt() throws IOException {
    Path bad = file("bad", "2|two\nx|three\n");

    int code = copy("TRUNCATE loaded;", COPY, "DROP TABLE loaded;", bad);

    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains("postgres: " + bad + ": ERROR: invalid input syntax for type integer: \"x\"")
        .contains("COPY loaded, line 2, column a");
    assertThat(rows()).isEmpty();
  }

  @Test
  void runsScriptsBeforeAndAfter() throws IOException {
    test.sql("INSERT INTO loaded VALUES (0, 'old')");

    int code =
        copy(
            "DELETE FROM :\"table\";",
            "COPY :\"table\" (a, b) FROM STDIN WITH (DELIMITER '|')",
            "SELECT b FROM :\"table\";",
            file("x", "1|one\n"));

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).isEqualTo("one\n");
  }

  @Test
  void knowsTheNumberOfRowsAndKeepsTheSessionOfBeforeOpenUntilAfter() throws IOException {
    String lock = "DO $$ BEGIN PERFORM pg_advisory_lock(7); END $$;";
    String held =
        "SELECT :files, :rows, count(*) FROM pg_locks"
            + " WHERE locktype = 'advisory' AND pid = pg_backend_pid();";
    Path x = file("x", "1|one\n2|two\n");

    int code = copy(lock, COPY + "; INSERT INTO loaded VALUES (-:rows, :'file')", held, x);

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).isEqualTo("1|2|1\n");
    assertThat(rows()).isEqualTo("-2|" + x + " 1|one 2|two");
  }

  @Test
  void theStatementsOfAFileAreOneTransaction() throws IOException {
    int code = copy("", COPY + "; SELECT 1 / 0", "", file("x", "1|one\n"));

    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("division by zero");
    assertThat(rows()).isEmpty();
  }

  /** The large file would take far longer than the bad row, and its session has not ended then. */
  @Test
  void aFailureEndsTheOtherSessions() throws IOException {
    Path large = file("large", "1|some text of a usual length for a row\n".repeat(2_000_000));

    assertThat(load(large, file("bad", "x|one\n"))).isEqualTo(1);

    assertThat(err.toString()).contains("\"x\"").doesNotContain("large");
    assertThat(rows()).isEmpty();
  }

  @Test
  void doesNothingWhenAFileIsMissing() throws IOException {
    Path missing = folder.resolve("missing");

    int code = copy("DROP TABLE loaded;", COPY, "", file("x", "1|one\n"), missing);

    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("cannot read the file " + missing);
    assertThat(rows()).isEmpty();
  }

  @Test
  void wantsOneCopyStatementAndADataFile() throws IOException {
    Path file = file("x", "1|one\n");

    assertThat(copy("", "SELECT 1", "", file)).isEqualTo(1);
    assertThat(copy("", COPY + "; " + COPY, "", file)).isEqualTo(1);
    assertThat(err.toString()).contains("must have one statement COPY … FROM STDIN");
    assertThat(copy("", "\\ir x.sql\n" + COPY, "", file)).isEqualTo(1);
    assertThat(err.toString()).contains("-c:1: \\ir x.sql is not supported here");
    assertThat(copy("-c", COPY)).isEqualTo(2);
    assertThat(copy(file.toString())).isEqualTo(2);
    assertThat(copy("--befor", "x")).isEqualTo(2);
    assertThat(copy("--help")).isZero();
    assertThat(out.toString()).startsWith("usage: postgres copy");
  }

  private static final String ALL_TYPES =
      "(a int2, b int4, c int8, d numeric, e numeric(12, 2), f date, g text, h varchar(9), i char(3),"
          + " j \"char\", k bool, l float4, m float8, n timestamp, o timestamptz, p uuid, q bytea)";

  /** Rows of values at the ends of each type's range, of random ones, and of NULLs. */
  private static String rowsOfAllTypes() {
    Random random = new Random(7);
    String[][] ends = {
      {"-32768", "32767", "0", "+5"},
      {"-2147483648", "2147483647", "-0", "007"},
      {"-9223372036854775808", "9223372036854775807", "999999999999999999", "1"},
      {"0", "-0.000", "12345678901234567890123456789.00001234500", ".5", "5.", "10000", "0.0001"},
      {"9999999999.99", "-9999999999.99", "0.005", "1.994999"},
      {
        "0001-01-01",
        "9999-12-31",
        "02/29/2000",
        "1999-12-31",
        "infinity",
        "-Infinity",
        "12/31/1900"
      },
      {"é", "😀 \\n \"quoted\"", "\t", "x".repeat(3000)},
      {"123456789", "ééééééééé", "a\\b"},
      {"a", "abc", "é"},
      {"x", "", "~"},
      {"true", "F", "yes", "NO", "On", "off", "1", "0", "t", "n"},
      {
        "0",
        "-0",
        "1e-45",
        "3.4028235e38",
        "16777217",
        "0.1",
        "NaN",
        "-Infinity",
        "inf",
        "1.17549429e-38"
      },
      {
        "-0.0",
        "4.9e-324",
        "1.7976931348623157e308",
        ".1e1",
        "123456789012345678",
        "nan",
        "Infinity",
        "+5."
      },
      {
        "0001-01-01 00:00:00",
        "9999-12-31 23:59:59.999999",
        "2000-02-29T12:34",
        "02/29/2000 12:34:56.7",
        "1999-12-31",
        "1900-01-01 00:00:00.0000005",
        "2024-06-30 23:59:59.9999996",
        "2024-06-30 10:11:12.1234565",
        "-infinity"
      },
      {
        "0001-01-01 00:00:00+15:59:59",
        "9999-12-31 23:59:59.999999-15",
        "2000-02-29T12:34:56Z",
        "1883-11-18 12:03:58 -04:56:02",
        "12/31/1999 23:59+00",
        "2024-06-30 10:11:12.123456789+05:30",
        "infinity"
      },
      {"00000000-0000-0000-0000-000000000000", "0123abCD-4567-89ef-0123-456789abcdef"},
      {"\\x", "\\x00ff", "\\xDeadBeef0a0d7c"}
    };
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

    assertThat(copy("", text, "", rows)).as(err.toString()).isZero();
    assertThat(toBinary("|", binary, rows)).as(err.toString()).isZero();

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

    assertThat(toBinary("|", binary, bad)).isEqualTo(1);
    assertThat(err.toString())
        .contains("postgres: " + bad + ": line 100001, column a: 'x' is no integer");

    err.reset();
    assertThat(toBinary("|", binary, broken)).isEqualTo(1);
    assertThat(err.toString())
        .contains(broken + ": ERROR: invalid byte sequence", "COPY loaded, line 1, column b");
    assertThat(rows()).isEmpty();
  }

  @Test
  void whatHasNoBinaryFormIsNamedBeforeAnythingIsSent() throws IOException {
    test.sql("DROP TABLE IF EXISTS points; CREATE TABLE points (id int, place point)");
    Path file = file("x", "1|(1,2)\n");

    assertThat(
            copy(
                "--to-binary",
                "|",
                "-c",
                "COPY points FROM STDIN (FORMAT binary)",
                file.toString()))
        .isEqualTo(1);
    assertThat(err.toString())
        .contains("column place has the type point, which --to-binary cannot send");

    err.reset();
    assertThat(toBinary("|", COPY, file)).isEqualTo(1);
    assertThat(err.toString()).contains("--to-binary needs a statement COPY table FROM STDIN");

    err.reset();
    assertThat(toBinary("é", COPY, file)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--to-binary needs one ASCII character, neither CR nor LF; found 'é'");
    assertThat(toBinary("\r", COPY, file)).isEqualTo(2);

    err.reset();
    assertThat(copy("--to-binary", "|", "--to-binary", ",", "-c", COPY, file.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--to-binary can be given once");
  }

  @Test
  void generatedColumnsAreNotSent() throws IOException {
    test.sql("DROP TABLE IF EXISTS \"It's\"");
    test.sql(
        "CREATE TABLE \"It's\""
            + " (a int, twice int GENERATED ALWAYS AS (2 * a) STORED, gone int, \"B b\" text)");
    test.sql("ALTER TABLE \"It's\" DROP gone");

    assertThat(toBinary("|", "COPY \"It's\" FROM STDIN (FORMAT binary)", file("x", "4|four\n")))
        .as(err.toString())
        .isZero();

    assertThat(test.sql("SELECT * FROM \"It's\"")).isEqualTo("4|8|four");
  }
}
