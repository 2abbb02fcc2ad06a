package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Files sent by {@code postgres copy} to a real server. */
class CopyIT extends ClientFixture {
  /** The arguments that send files, with scripts before and after. */
  private String[] words(String before, String sql, String after, Path... files)
      throws IOException {
    String first = file("before.sql", before).toString();
    String last = file("after.sql", after).toString();
    return Stream.concat(
            Stream.of("-v", "table=loaded", "--before", first, "-c", sql, "--after", last),
            Stream.of(files).map(Path::toString))
        .toArray(String[]::new);
  }

  private String load(Path... files) throws IOException {
    return load(COPY, files);
  }

  private String load(String copy, Path... files) throws IOException {
    return output("copy", words("", copy, "", files));
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
    assertThat(load(file("x", "1|one\n2|\\N\n"), file("y", "3|é\n"), file("empty", ""))).isEmpty();
    assertThat(rows()).isEqualTo("1|one 2| 3|é");
    assertThat(test.sql("SELECT count(DISTINCT pid) FROM loaded")).isEqualTo("2");
  }

  @Test
  void aQuerySetsVariablesOfTheSession() throws IOException {
    String copy =
        "SELECT 'loaded' AS t, NULL AS n \\gset\n" + COPY.replace("COPY loaded", "COPY :t");
    load(copy, file("x", "1|one\n"));
    assertThat(rows()).isEqualTo("1|one");
  }

  @Test
  void inflatesGzipFilesOfAnyNumberOfMembersAndLeavesByteOrderMarksOut() throws IOException {
    load(gzip("x.gz", "\uFEFF1|o", "ne\n2|two\n"), file("y", "\uFEFF3|\uFEFF\n"));
    assertThat(rows()).isEqualTo("1|one 2|two 3|\uFEFF");
  }

  @Test
  void refusesAGzipFileThatIsCutOffOrFollowedByGarbage() throws IOException {
    Path whole = gzip("x.gz", "1|one\n".repeat(1000));
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(Files.readAllBytes(whole), 30));
    Path garbage = Files.copy(whole, folder.resolve("garbage.gz"));
    Files.writeString(garbage, "garbage", StandardOpenOption.APPEND);

    for (Path file : List.of(cut, garbage, file("none.gz", ""))) {
      assertThat(error("copy", words("", COPY, "", file)))
          .contains("postgres: " + file + ": cannot be read to its end");
    }
    assertThat(rows()).isEmpty();
  }

  @Test
  void namesFileAndLineOfABadRowAndRunsNothingAfterIt() throws IOException {
    Path bad = file("bad", "2|two\nx|three\n");

    assertThat(error("copy", words("TRUNCATE loaded;", COPY, "DROP TABLE loaded;", bad)))
        .contains("postgres: " + bad + ": ERROR: invalid input syntax for type integer: \"x\"")
        .contains("COPY loaded, line 2, column a");
    assertThat(rows()).isEmpty();
  }

  @Test
  void runsScriptsBeforeAndAfterInOneSessionAndKnowsTheNumberOfRows() throws IOException {
    test.sql("INSERT INTO loaded VALUES (0, 'old')");
    String before = "DELETE FROM :\"table\"; DO $$ BEGIN PERFORM pg_advisory_lock(7); END $$;";
    String copy =
        COPY.replace("loaded", ":\"table\"") + "; INSERT INTO loaded VALUES (-:rows, :'file')";
    String after =
        "SELECT :files, :rows, count(*) FROM pg_locks"
            + " WHERE locktype = 'advisory' AND pid = pg_backend_pid();";
    Path x = file("x", "1|one\n2|two\n");

    assertThat(output("copy", words(before, copy, after, x))).isEqualTo("1|2|1\n");
    assertThat(rows()).isEqualTo("-2|" + x + " 1|one 2|two");
  }

  @Test
  void theStatementsOfAFileAreOneTransaction() throws IOException {
    assertThat(error("copy", words("", COPY + "; SELECT 1 / 0", "", file("x", "1|one\n"))))
        .contains("division by zero");
    assertThat(rows()).isEmpty();
  }

  /** The large file would take far longer than the bad row, and its session has not ended then. */
  @Test
  void aFailureEndsTheOtherSessions() throws IOException {
    Path large = file("large", "1|some text of a usual length for a row\n".repeat(2_000_000));

    assertThat(error("copy", words("", COPY, "", large, file("bad", "x|one\n"))))
        .contains("\"x\"")
        .doesNotContain("large");
    assertThat(rows()).isEmpty();
  }

  @Test
  void wantsOneCopyStatementAndDataFilesBeforeItDoesAnything() throws IOException {
    Path file = file("x", "1|one\n");
    Path missing = folder.resolve("missing");

    assertThat(error("copy", words("DROP TABLE loaded;", COPY, "", file, missing)))
        .contains("cannot read the file " + missing);
    assertThat(rows()).isEmpty();
    for (String none : List.of("SELECT 1", COPY + "; " + COPY)) {
      assertThat(error("copy", words("", none, "", file))).contains("must have one statement COPY");
    }
    assertThat(error("copy", words("", "\\ir x.sql\n" + COPY, "", file)))
        .contains("-c:1: \\ir x.sql is not supported here");
    usage("copy", "-c", COPY);
    usage("copy", file.toString());
    usage("copy", "--befor", "x");
    assertThat(output("copy", "--help")).startsWith("usage: postgres copy");
  }
}
