package io.loadpath.datasets.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintCommandTest {

  @TempDir private Path home;

  @Test
  void theFingerprintOfAFolderIsOneLineOfJson() throws Exception {
    Path folder = home.resolve("data");
    Manifest manifest =
        Dataset.allCardTrans(1000, 2, Codec.gzip(1)).prepare(folder, Progress.silent());
    Program.Outcome outcome = Program.run("fingerprint", "all-card-trans", folder.toString());
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines()).hasSize(1);
    assertThat(new ObjectMapper().readValue(outcome.out(), Fingerprint.class))
        .isEqualTo(manifest.fingerprint());
  }

  @ParameterizedTest
  @CsvSource({
    "orders file, unknown dataset 'orders'; known are lineitem",
    "lineitem, name the files after the table"
  })
  void wrongUsageIsExplained(String arguments, String message) {
    Program.Outcome outcome = Program.run(("fingerprint " + arguments).split(" "));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains(message);
  }

  @Test
  void filesOfAnyTableHaveTheFingerprintOfTheirValues() throws Exception {
    Path description =
        Files.writeString(
            home.resolve("cards.yml"),
            Files.readString(Path.of("../tables/all-card-trans.yaml"))
                .replace("delimiter: '|'", "delimiter: ';'")
                .replace("quote: none", "quote: '\"'")
                .replace("delimiter-after-last: yes", "delimiter-after-last: no"));
    Path usual =
        Files.writeString(
            home.resolve("cards.tbl"), "4111|VISA|5411|38|09/14/2009|660035|Mi;ami|FL|33125|\n");
    Path other =
        Files.writeString(
            home.resolve("cards.csv"), "4111;VISA;5411;38;09/14/2009;660035;\"Mi;ami\";FL;33125\n");
    Program.Outcome outcome = Program.run("fingerprint", description.toString(), other.toString());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .isEqualTo(Program.run("fingerprint", "all-card-trans", usual.toString()).out());
  }
}
