package io.loadpath.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** bin/loadpath on a full disk, into a closed pipe, and in other locales. */
@Timeout(120)
class SurroundingsIT {
  private static final Path RECORD =
      Path.of("src/test/resources/io/loadpath/benchmarks/aa.json").toAbsolutePath();

  @TempDir private Path folder;

  private Program bash(String script, String... arguments) {
    List<String> words = new ArrayList<>(List.of("-euc", script, Program.ROOT + "/bin/loadpath"));
    words.addAll(List.of(arguments));
    return Program.in(folder, "/bin/bash", words.toArray(String[]::new))
        .set("LOADPATH_STATE", folder.resolve("state"))
        .set("LOADPATH_BUILD", "never");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help", // written by picocli
        "list", // in lines
        "report RECORD --format md", // in one piece, and flushed
        "fingerprint all-card-trans ROWS" // of another module
      })
  void aFullDiskFailsTheCommand(String command) throws Exception {
    Path rows =
        Files.writeString(
            folder.resolve("rows"),
            "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n");
    String words = command.replace("RECORD", RECORD.toString()).replace("ROWS", rows.toString());

    Program.Outcome outcome = bash("\"$0\" \"$@\" >/dev/full", words.split(" ")).run();

    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("loadpath: cannot write to standard output: No space left on device; ");
  }

  @Test
  void aReaderThatHasEnoughHearsNothing() {
    Program.Outcome outcome = bash("\"$0\" list | true; exit \"${PIPESTATUS[0]}\"").run();

    assertThat(outcome.exitCode()).isEqualTo(141);
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void aLanguageWithOtherDigitsDoesNotReachTheScripts() throws IOException {
    Files.writeString(
        folder.resolve("sales.yaml"),
        """
        table: sales
        files: [sales.csv]
        format: {delimiter: ','}
        columns:
          - {name: price, type: 'decimal(15, 2)'}
        """);

    bash("\"$0\" generate sales.yaml --for postgres --out scripts")
        .set("JAVA_TOOL_OPTIONS", "-Duser.language=fa")
        .run()
        .ok();

    Path table = folder.resolve("scripts/postgres/tables/sales.sql");
    assertThat(Files.readString(table, US_ASCII)).contains("numeric(15, 2)");
  }

  /** The name is made by the shell, because this JVM may have no UTF-8 either. */
  @Test
  void aNameWithAnUmlautIsReadWithoutALocale() {
    String script =
        """
        export LC_ALL=C
        file=$'verk\\xc3\\xa4ufe'
        printf 'id,city\\n1,Bern\\n' >"$file.csv"
        "$0" describe "$file.csv"
        cat verk-ufe.yaml
        """;

    assertThat(bash(script).run().ok().out()).contains("city");
  }
}
