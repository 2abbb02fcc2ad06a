package io.loadpath.mapreduce;

import static io.loadpath.mapreduce.TestLineitem.ROW;
import static io.loadpath.mapreduce.TestLineitem.rowWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a job can fail: its exit code, its message, and what it leaves behind. */
class Q1JobErrorsTest {
  @TempDir Path folder;

  private Q1Run run(String... options) throws Exception {
    return run(Q1Program.FAST, options);
  }

  private Q1Run run(Q1Program program, String... options) throws Exception {
    String[] args = Arrays.copyOf(options, options.length + 2);
    args[options.length] = folder.resolve("in").toString();
    args[options.length + 1] = folder.resolve("out").toString();
    return Q1Run.of(program, args);
  }

  private void assertFailed(Q1Run run, String... messageParts) {
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(messageParts).doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
    assertThat(folder.resolve("out")).as("what a failed job leaves").doesNotExist();
  }

  private void assertConserved(Q1Run run) {
    assertThat(run.count(Q1Counter.ROWS_ACCEPTED) + run.count(Q1Counter.ROWS_MALFORMED))
        .isEqualTo(run.count(Q1Counter.ROWS_READ));
  }

  @ParameterizedTest
  @EnumSource
  void aMalformedRowFailsTheJobWithFilePlaceAndColumn(Q1Program program) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    TestLineitem.writeText(folder.resolve("in/good.tbl"), ROW + "\n");
    TestLineitem.writeText(
        folder.resolve("in/bad.tbl"),
        ROW + "\n" + rowWith(LineitemColumn.L_SHIPDATE, "1998-13-01") + "\n");
    Q1Run run = run(program);
    assertFailed(
        run,
        "in/bad.tbl, line 2, byte " + (ROW.length() + 1) + ", column l_shipdate: expected a date",
        "found '1998-13-01'",
        "-D loadpath.q1.max-malformed=<rows>");
  }

  @ParameterizedTest
  @CsvSource({
    "FAST, '.tbl', 100, 'byte %d, column l_tax'",
    "FAST, '.tbl', 100000, 'line 4, byte %d, column l_tax'",
    "FAST, '.gz', 100000, 'line 4, byte %d of the uncompressed text, column l_tax'",
    "FAST, '.bz2', 100000, 'line 4, byte %d of the uncompressed text, column l_tax'",
    "TEXTBOOK, '.tbl', 100, 'byte %d, column l_tax'",
    "TEXTBOOK, '.tbl', 100000, 'line 4, byte %d, column l_tax'",
    "TEXTBOOK, '.gz', 100000, 'line 4, byte %d of the uncompressed text, column l_tax'"
  })
  void saysThePlaceAsExactlyAsTheSplitAllows(
      Q1Program program, String suffix, int splitBytes, String place) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    String good = ROW + "\n" + ROW + "\n" + ROW + "\n";
    TestLineitem.writeText(
        folder.resolve("in/bad" + suffix), good + rowWith(LineitemColumn.L_TAX, "?"));
    assertFailed(
        run(program, "-Dmapreduce.input.fileinputformat.split.maxsize=" + splitBytes),
        "in/bad" + suffix + ", " + place.formatted(good.length()));
  }

  @ParameterizedTest
  @EnumSource
  void allowedMalformedRowsAreCountedAndKeptInAFile(Q1Program program) throws Exception {
    String tax = rowWith(LineitemColumn.L_TAX, "two");
    Files.createDirectories(folder.resolve("in"));
    TestLineitem.writeText(folder.resolve("in/a.tbl"), ROW + "\n" + tax + "\n\n" + ROW + "\n");
    TestLineitem.writeText(folder.resolve("in/b.tbl"), "x|y\n" + ROW + "\n");
    Q1Run run = run(program, "-Dloadpath.q1.max-malformed=3");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith(program.programName() + ": 6 rows read, 3 kept, 3 malformed;");
    assertConserved(run);
    Path out = folder.resolve("out");
    assertThat(Q1Run.answer(out)).singleElement().asString().endsWith("|3");
    List<String> kept =
        Files.list(out)
            .filter(file -> file.getFileName().toString().startsWith("_malformed-m-"))
            .flatMap(Q1JobErrorsTest::lines)
            .toList();
    assertThat(kept)
        .hasSize(3)
        .anyMatch(line -> line.contains("in/a.tbl, line 2, ") && line.endsWith("'two'\t" + tax))
        .anyMatch(line -> line.endsWith("found an empty line\t"))
        .anyMatch(line -> line.contains("in/b.tbl, line 1, ") && line.endsWith("\tx|y"));
  }

  private static java.util.stream.Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"'', 1", "'', 3", "in-mapper, 1", "combiner, 2", "none, 3"})
  void malformedRowsOfAllTasksTogetherAreTooMany(String aggregation, int reducers)
      throws Exception {
    TestLineitem.write(folder.resolve("in"), List.of(ROW, "x", "y", ROW, "z", ROW), 3, "", "\n");
    var conf = Q1Run.localConf();
    Q1Run run =
        Q1Run.of(
            Q1Run.program(aggregation, conf),
            conf,
            "-Dloadpath.q1.max-malformed=2",
            "-Dmapreduce.job.reduces=" + reducers,
            folder.resolve("in").toString(),
            folder.resolve("out").toString());
    assertFailed(run, "3 malformed rows where loadpath.q1.max-malformed allows 2; one is: file");
    assertConserved(run);
  }

  @ParameterizedTest
  @CsvSource({"FAST, .gz", "FAST, .bz2", "TEXTBOOK, .gz", "TEXTBOOK, .bz2"})
  void aTruncatedFileFailsTheJobWithItsName(Q1Program program, String suffix) throws Exception {
    Path good = folder.resolve("good" + suffix);
    TestLineitem.writeText(good, String.join("\n", TestLineitem.ROWS.subList(0, 2000)) + "\n");
    byte[] bytes = Files.readAllBytes(good);
    Files.createDirectories(folder.resolve("in"));
    Path cut = folder.resolve("in/cut" + suffix);
    for (int length : new int[] {0, 9, bytes.length / 3, bytes.length - 9}) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      Q1Run run = run(program, "-Dloadpath.q1.max-malformed=1000000");
      assertThat(run.exitCode()).as("cut to %d of %d bytes", length, bytes.length).isEqualTo(1);
      assertFailed(run, "file " + cut.toUri().toString().replace("///", "/") + ": ", "truncated");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatIsNotWhatItsNameSaysFailsTheJobWithItsName(Q1Program program) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/plain.gz"), ROW + "\n");
    assertFailed(run(program), "in/plain.gz: cannot be read: ");
  }

  @Test
  void aMissingNativeCodecIsNamed() throws Exception {
    assumeThat(nativeZstd()).isFalse();
    Files.createDirectories(folder.resolve("in"));
    Files.write(folder.resolve("in/rows.zst"), new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});
    assertFailed(run(), "in/rows.zst: ZStandardCodec does not work here (", "native");
  }

  private static boolean nativeZstd() {
    try {
      return ZStandardCodec.isNativeCodeLoaded();
    } catch (RuntimeException e) {
      return false;
    }
  }

  @Test
  void aMissingInputIsNamed() throws Exception {
    assertFailed(run(), "q1: Input path does not exist: file:" + folder.resolve("in"));
    Q1Run glob = Q1Run.of(folder + "/*.tbl", folder + "/*.gz", folder.resolve("out").toString());
    assertFailed(glob, "/*.tbl matches 0 files", "/*.gz matches 0 files", "name existing");
  }

  @Test
  void anExistingOutputFolderIsRefusedAndLeftAlone() throws Exception {
    TestLineitem.write(folder.resolve("in"), List.of(ROW), 1, "", "\n");
    Files.createDirectories(folder.resolve("out"));
    Q1Run run = run();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("out already exists").contains("hadoop fs -rm -r");
    assertThat(folder.resolve("out")).isEmptyDirectory();
    Files.writeString(folder.resolve("out/part-r-00000"), "precious");
    assertThat(run().exitCode()).isEqualTo(1);
    assertThat(folder.resolve("out/part-r-00000")).hasContent("precious");
  }

  @Test
  void aFileSystemThatCannotBeReachedIsOneLine() throws Exception {
    Q1Run run = Q1Run.of("nosuchscheme://x/in", folder.resolve("out").toString());
    assertFailed(run, "q1: No FileSystem for scheme \"nosuchscheme\"");
  }

  @Test
  void debugAddsTheStackTrace() throws Exception {
    Q1Run run = run("--debug");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("InvalidInputException", "\tat ");
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
        "-Dloadpath.q1.max-malformed=-1 in out",
        "-Dmapreduce.job.reduces=0 in out",
        "in hdfs:"
      })
  void wrongUsageExitsWith2(String line) throws Exception {
    for (Q1Program program : Q1Program.values()) {
      Q1Run run = Q1Run.of(program, line.isEmpty() ? new String[0] : line.split(" "));
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err())
          .startsWith(program.programName() + ": ")
          .endsWith("Try '" + program.programName() + " --help'.\n")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void theFastProgramRefusesAKeyThatMeansNothingToIt() throws Exception {
    Q1Run run = run("-Dloadpath.q1.aggregation=combiner");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("q1: loadpath.q1.aggregation is a key of q1-textbook; ");
  }

  @Test
  void helpShowsAnExampleAndEveryKey() throws Exception {
    Q1Run run = Q1Run.of(Q1Program.TEXTBOOK, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("Example:")
        .contains(Q1Options.DELTA_DAYS, Q1Options.AGGREGATION, Q1Options.MAX_MALFORMED)
        .contains("0 to " + Q1Options.MAX_DELTA_DAYS, "default " + Q1Options.DEFAULT_DELTA_DAYS);
  }

  @ParameterizedTest
  @EnumSource
  void aLineLongerThanTheReadersLimitIsNotDropped(Q1Program program) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    String comment = "c".repeat(200_000);
    Files.writeString(
        folder.resolve("in/long.tbl"),
        rowWith(LineitemColumn.L_COMMENT, comment) + "\n" + ROW,
        StandardCharsets.UTF_8);
    Q1Run run = run(program, "-Dmapreduce.input.linerecordreader.line.maxlength=1000");
    assertThat(run.count(Q1Counter.ROWS_KEPT)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {".tbl", ".gz"})
  void aLineLongerThanMemoryMayHoldFailsTheJobWithItsPlace(String suffix) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    String line = "x".repeat(LineBlocks.MAX_LINE_BYTES + LineBlocks.READ_BYTES);
    TestLineitem.writeText(folder.resolve("in/long" + suffix), ROW + "\n" + line);
    String[] place = {"in/long" + suffix, "the line at byte " + (ROW.length() + 1) + " is longer"};
    // One split, as the rule is the same for a line that reaches into others.
    assertFailed(run("-Dmapreduce.input.fileinputformat.split.minsize=1000000000"), place);
  }
}
