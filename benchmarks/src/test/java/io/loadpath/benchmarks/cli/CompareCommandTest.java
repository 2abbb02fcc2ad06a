package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.statistics.RoundsRecord;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @RegisterExtension final Printed printed = new Printed();
  @TempDir private Path folder;
  private final RoundsRecord a = new RoundsRecord().variant("copy", null).variant("old", null);
  private final RoundsRecord b = new RoundsRecord().variant("copy", null).variant("new", null);

  private int compare(String... options) throws IOException {
    Path fileA = folder.resolve("a.json");
    Path fileB = folder.resolve("b.json");
    RecordFile.write(a.build(), fileA);
    RecordFile.write(b.build(), fileB);
    return Commands.execute(
        Stream.concat(Stream.of("compare", fileA.toString(), fileB.toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void showsBothFiguresTheRatioAndTheVerdict() throws IOException {
    for (int round = 1; round <= 6; round++) {
      a.sample("copy", round, 2 + 0.01 * round, 1 + 0.01 * round, Kind.GOOD);
      b.sample("copy", round, 2.2 + 0.01 * round, 1 + 0.01 * (7 - round), Kind.GOOD);
    }

    assertThat(compare()).isZero();

    assertThat(printed.err()).isEmpty();
    assertThat(printed.out().replace(folder.toString(), "DIR"))
        .endsWith(
            """

            seconds                 A                 B               B/A
            copy     2.03 (2.01–2.06)  2.24 (2.21–2.26)  1.10 (1.08–1.11)  slower

            CPU-seconds                 A                 B               B/A
            copy         1.04 (1.01–1.06)  1.04 (1.01–1.06)  1.00 (0.97–1.03)  no difference shown

            only in A: old
            only in B: new
            """)
        .startsWith("A  DIR/a.json  loadpath ");
  }

  @Test
  void failsOfASlowerVariantOnlyIfAsked() throws IOException {
    for (int round = 1; round <= 6; round++) {
      a.sample("copy", round, 2 + 0.01 * round, 1, Kind.GOOD);
      b.sample("copy", round, 2.2 + 0.01 * round, 1, Kind.GOOD);
    }

    assertThat(compare("--fail-if", "slower")).isEqualTo(1);
    assertThat(printed.err()).isEqualTo("loadpath: slower in B: copy\n");

    printed.reset();
    assertThat(compare("--json")).isZero();
    JsonNode json = new ObjectMapper().readTree(printed.out());
    assertThat(json.at("/variants/0/variant").asText()).isEqualTo("copy");
    assertThat(json.at("/variants/0/seconds/verdict").asText()).isEqualTo("slower");
    assertThat(json.at("/variants/0/seconds/ratio/low").asDouble()).isGreaterThan(1);
    assertThat(json.at("/onlyInB/0").asText()).isEqualTo("new");
  }

  @Test
  void warnsAndRefusesOnStderr() throws IOException {
    a.machine("EPYC", 2, 16_000_000_000L, null).rounds("copy", 1, 2);
    b.machine("Xeon", 2, 16_000_000_000L, null).rounds("copy", 1);
    b.sample("copy", 2, 1, 1, Kind.FAILED);

    assertThat(compare()).isEqualTo(1);

    assertThat(printed.err())
        .containsPattern("(?m)^warning: two machines: A has 2 cores \\(EPYC\\)")
        .containsPattern("(?m)^not compared: copy: 1 of 2 runs in B failed");
    assertThat(printed.out()).doesNotContain("seconds");
  }
}
