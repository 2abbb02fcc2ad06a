package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.TestLineitem.ROW;
import static io.loadpath.mapreduce.q1.TestLineitem.rowWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.mapreduce.input.TestText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failing jobs: exit code, message, and no output left behind. */
class Q1JobErrorsTest {
  @TempDir Path folder;

  private Q1Run run(String program, String... options) throws Exception {
    return Q1Run.in(folder, program, options);
  }

  private void assertFailed(Q1Run run, String... messageParts) {
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(messageParts).doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
    assertThat(folder.resolve("out")).as("output of a failed job").doesNotExist();
  }

  private static void assertConserved(Q1Run run) {
    assertThat(run.count(Q1Counter.ROWS_ACCEPTED) + run.count(Q1Counter.ROWS_MALFORMED))
        .isEqualTo(run.count(Q1Counter.ROWS_READ));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q1", "q1-textbook"})
  void aMalformedRowFailsTheJobWithFilePlaceAndColumn(String program) throws Exception {
    TestText.write(folder.resolve("in/good.tbl"), ROW + "\n");
    String bad = rowWith(LineitemColumn.L_SHIPDATE, "1998-13-01");
    TestText.write(folder.resolve("in/bad.tbl"), ROW + "\n" + bad + "\n");
    assertFailed(
        run(program),
        "in/bad.tbl, line 2, byte " + (ROW.length() + 1) + ", column l_shipdate: ",
        "found '1998-13-01'",
        "-D loadpath.q1.reject-limit=<rows>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q1", "q1-textbook"})
  void allowedMalformedRowsAreCountedAndKeptInAFile(String program) throws Exception {
    String tax = rowWith(LineitemColumn.L_TAX, "two");
    TestText.write(folder.resolve("in/a.tbl"), ROW + "\n" + tax + "\n\n" + ROW + "\n");
    TestText.write(folder.resolve("in/b.tbl"), "x|y\n" + ROW + "\n");
    Q1Run run = run(program, "-Dloadpath.q1.reject-limit=3");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith(program + ": 6 rows read, 3 kept, 3 malformed;");
    assertConserved(run);
    assertThat(Q1Run.answer(folder)).singleElement().asString().endsWith("|3");
    assertThat(Q1Run.lines(folder, "_malformed-m-"))
        .hasSize(3)
        .anyMatch(line -> line.contains("in/a.tbl, line 2, ") && line.endsWith("'two'\t" + tax))
        .anyMatch(line -> line.endsWith("found an empty line\t"))
        .anyMatch(line -> line.contains("in/b.tbl, line 1, ") && line.endsWith("\tx|y"));
  }

  @ParameterizedTest
  @CsvSource({"q1, 3", "q1-textbook, 2"})
  void malformedRowsOfAllTasksTogetherAreTooMany(String program, int reducers) throws Exception {
    TestLineitem.write(folder.resolve("in"), List.of(ROW, "x", "y", ROW, "z", ROW), 3, "", "\n");
    Q1Run run = run(program, "-Dloadpath.q1.reject-limit=2", "-Dmapreduce.job.reduces=" + reducers);
    assertFailed(run, "3 malformed rows, but loadpath.q1.reject-limit allows 2; one of them: file");
    assertConserved(run);
  }

  /** A reader fails before the mapper runs, or in it. */
  @ParameterizedTest
  @CsvSource({"q1, .gz, 0", "q1-textbook, .bz2, 0", "q1, .bz2, 2000", "q1-textbook, .gz, 2000"})
  void aTruncatedFileFailsTheJobWithItsName(String program, String suffix, int length)
      throws Exception {
    Path cut = folder.resolve("in/cut" + suffix);
    TestText.write(cut, String.join("\n", TestLineitem.ROWS.subList(0, 2000)) + "\n");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), length));
    assertFailed(
        run(program, "-Dloadpath.q1.reject-limit=9999"), "file file:" + cut + ": ", "truncated");
  }

  @Test
  void whatIsMissingIsNamedInOneLine() throws Exception {
    assertFailed(run("q1"), "q1: Input path does not exist: file:" + folder.resolve("in"));
    assertFailed(run("q1", folder + "/*.gz"), "/*.gz matches 0 files", "name existing");
    assertFailed(run("q1", "nosuchscheme://x/in"), "q1: No FileSystem for scheme \"nosuchscheme\"");
    assertThat(run("q1", "--debug").err()).contains("InvalidInputException", "\tat ");
  }

  @Test
  void anExistingOutputFolderIsRefusedAndLeftAlone() throws Exception {
    TestLineitem.write(folder.resolve("in"), List.of(ROW), 1, "", "\n");
    Path out = Files.createDirectories(folder.resolve("out"));
    Q1Run run = run("q1");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("out already exists", "hadoop fs -rm -r");
    assertThat(out).isEmptyDirectory();
    Files.writeString(out.resolve("part-r-00000"), "precious");
    assertThat(run("q1").exitCode()).isEqualTo(1);
    assertThat(out.resolve("part-r-00000")).hasContent("precious");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "in",
        "in out -Dloadpath.q1.delta-days=112",
        "--nope in out",
        "-Dloadpath.q1.delta-days=x in out",
        "-Dloadpath.q1.deltadays=90 in out",
        "-Dloadpath.q1.aggregation=map in out",
        "-Dloadpath.q1.reject-limit=-1 in out",
        "-Dmapreduce.job.reduces=0 in out",
        "in hdfs:"
      })
  void wrongUsageExitsWith2(String line) throws Exception {
    for (String program : List.of("q1", "q1-textbook")) {
      Q1Run run = Q1Run.of(program, line.isEmpty() ? new String[0] : line.split(" "));
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err())
          .startsWith(program + ": ")
          .endsWith("Try '" + program + " --help'.\n")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void q1RefusesAKeyOfTheTextbookProgram() throws Exception {
    Q1Run run = run("q1", "-Dloadpath.q1.aggregation=combiner");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is a key of q1-textbook");
  }

  @Test
  void helpShowsAnExampleAndEveryKey() throws Exception {
    assertThat(Q1Run.of("q1", "--help").out())
        .contains("*.jar q1 -D loadpath", "default 90\n  loadpath.q1.reject-limit")
        .doesNotContain(Q1Options.AGGREGATION);
    Q1Run run = Q1Run.of("q1-textbook", "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("Example:", "q1-textbook -D loadpath")
        .contains(Q1Options.DELTA_DAYS, Q1Options.REJECT_LIMIT)
        .contains("\n  " + Q1Options.AGGREGATION)
        .contains("0 to " + Q1Options.MAX_DELTA_DAYS, "default " + Q1Options.DEFAULT_DELTA_DAYS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"q1", "q1-textbook"})
  void aLineLongerThanTheReadersLimitIsNotDropped(String program) throws Exception {
    String comment = rowWith(LineitemColumn.L_COMMENT, "c".repeat(200_000));
    TestText.write(folder.resolve("in/long.tbl"), comment + "\n" + ROW);
    Q1Run run = run(program, "-Dmapreduce.input.linerecordreader.line.maxlength=1000");
    assertThat(run.count(Q1Counter.ROWS_KEPT)).isEqualTo(2);
  }
}
