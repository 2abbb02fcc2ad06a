package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Files sent by {@code postgres copy} to a real server. */
class CopyIT extends CopyFixture {
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

  private int load(Path... files) throws IOException {
    return copy("", COPY, "", files);
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
}
