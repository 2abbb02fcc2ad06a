package io.loadpath.datasets.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitCommandTest {

  @TempDir private Path home;

  private Path lines(int count, String line) throws Exception {
    return Files.writeString(home.resolve("cards.tbl"), line.repeat(count));
  }

  @Test
  void theSizesOfThePiecesAndTheirFolderArePrinted() throws Exception {
    Path file = lines(1000, "123456789\n");
    Program.Outcome outcome = Program.run("split", file.toString(), "--parts", "2");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "file rows bytes stored bytes ratio",
            "part-00000.tbl 500 5,000 5,000 1.00",
            "part-00001.tbl 500 5,000 5,000 1.00",
            "total 1,000 10,000 10,000 1.00",
            home.resolve("cards-2parts").toString());
    assertThat(home.resolve("cards-2parts/part-00001.tbl")).hasSize(5000);
  }

  @ParameterizedTest
  @CsvSource({"--gzip 3, .gz", "--codec gzip-3, .gz", "--codec zstd-3, .zst"})
  void thePiecesAreCompressed(String option, String suffix) throws Exception {
    String command = "split " + lines(1000, "123456789\n") + " --parts 2 --out " + home + "/out ";
    assertThat(Program.run((command + option).split(" ")).exitCode()).isZero();
    assertThat(home.resolve("out/part-00001.tbl" + suffix)).isNotEmptyFile();
  }

  @Test
  void fewerPiecesThanWantedAreWarnedOf() throws Exception {
    Path file = lines(3, "123456789\n");
    Program.Outcome outcome = Program.run("split", file.toString(), "--parts", "8");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).startsWith("warning: 3 files instead of 8").hasLineCount(1);
  }

  @Test
  void unevenPiecesAreWarnedOfWithHowMuch() throws Exception {
    Path file =
        Files.writeString(home.resolve("cards.tbl"), "x".repeat(59) + "\n" + "1234\n".repeat(8));
    Program.Outcome outcome = Program.run("split", file.toString(), "--parts", "2");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).contains("part-00000.tbl has 1.20 times").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "split; Missing required",
        "split cards.tbl; Missing required option: '--parts=N'",
        "split cards.tbl --parts 0; --parts must be from 1 to 9999, but is 0",
        "split cards.tbl --parts -1; --parts must be from 1 to 9999, but is -1",
        "split cards.tbl --parts x; Invalid value for option '--parts'",
        "split cards.tbl --parts 2 --gzip 0; --gzip level must be from 1 to 9, but is 0",
        "split cards.tbl --parts 2 --codec zstd-20; --codec: unknown codec 'zstd-20'; known are none, gzip-1",
        "split cards.tbl --parts 2 --codec none --gzip 3; mutually exclusive"
      })
  void wrongUsageIsExplainedWithExitCodeTwo(String command, String message) {
    Program.Outcome outcome = Program.run(command.split(" "));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains(message);
    assertThat(outcome.out()).isEmpty();
  }
}
