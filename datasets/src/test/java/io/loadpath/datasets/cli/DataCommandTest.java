package io.loadpath.datasets.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataCommandTest {

  @TempDir private Path home;

  @Test
  void allCardTransIsMadeAndItsFolderPrinted() throws Exception {
    Path folder = home.resolve("cards");
    String command = "data all-card-trans --rows 1000 --parts 3 --gzip 3 --seed 7 --out " + folder;
    Program.Outcome made = Program.run(command.split(" "));
    assertThat(made.err()).startsWith("made " + folder);
    assertThat(made.exitCode()).isZero();
    assertThat(made.out()).isEqualTo(folder + "\n");
    Manifest manifest = Manifest.read(folder);
    assertThat(manifest.rows()).isEqualTo(1000);
    assertThat(manifest.seed()).isEqualTo(7);
    assertThat(manifest.codec()).isEqualTo("gzip-3");
    assertThat(manifest.files()).hasSize(3);
  }

  @Test
  void lineitemIsMadeAndThenReused() throws Exception {
    Path folder = home.resolve("lines");
    String[] command = ("data lineitem --scale 0.001 --parts 2 --out " + folder).split(" ");
    assertThat(Program.run(command).exitCode()).isZero();
    assertThat(Manifest.read(folder).rows()).isEqualTo(6005);
    Program.Outcome again = Program.run(command);
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).isEqualTo(folder + "\n");
    assertThat(again.err()).isEqualTo("reusing " + folder + " (6,005 rows, 0.7 MB)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "data; name the dataset to make: lineitem or all-card-trans",
        "data orders; Unmatched argument",
        "data lineitem; Missing required option: '--scale=SF'",
        "data lineitem --scale 0; --scale must be from 0.0001 to 10000, but is 0",
        "data lineitem --scale 10001; --scale must be from 0.0001 to 10000, but is 10001",
        "data all-card-trans --rows 1000000000001; --rows must be from 1 to 1000000000000",
        "data all-card-trans --rows 99999 --parts 10000; --parts must be from 1 to 9999",
        "data lineitem --scale x; Invalid value for option '--scale'",
        "data all-card-trans; Missing required option: '--rows=N'",
        "data all-card-trans --rows 0; --rows must be from 1 to 1000000000000, but is 0",
        "data all-card-trans --rows 9 --parts 0; --parts must be from 1 to 9999, but is 0",
        "data all-card-trans --rows 9 --parts 10; --parts must be at most the number of rows, 9",
        "data all-card-trans --rows 9 --gzip 0; --gzip level must be from 1 to 9, but is 0",
        "data all-card-trans --rows 9 --gzip 10; --gzip level must be from 1 to 9, but is 10",
        "data all-card-trans --rows 9 --gzpi 3; Unknown options: '--gzpi'"
      })
  void wrongUsageIsExplainedWithExitCodeTwo(String command, String message) {
    Program.Outcome outcome = Program.run(command.split(" "));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains(message);
    assertThat(outcome.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"data", "data lineitem", "data all-card-trans", "split", "fingerprint"})
  void helpIsOnStandardOutput(String command) {
    Program.Outcome help = Program.run((command + " --help").split(" "));
    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("Usage: loadpath " + command);
    assertThat(help.out().contains("  bin/loadpath " + command))
        .isNotEqualTo(command.equals("data"));
    assertThat(help.err()).isEmpty();
  }

  @Test
  void aFailureIsOneLineWithExitCodeOne() throws Exception {
    Files.writeString(home.resolve("precious.txt"), "");
    Program.Outcome outcome =
        Program.run("data", "all-card-trans", "--rows", "9", "--out", home.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).hasLineCount(1).startsWith(home.toRealPath() + " holds precious.txt");
  }
}
