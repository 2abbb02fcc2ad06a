package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.PathFolder;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"0,0:00", "58400000000,0:58", "130000000000,2:10", "3600000000000,60:00"})
  void showsMinutesAndSeconds(long nanos, String shown) {
    assertThat(Progress.clock(nanos)).isEqualTo(shown);
  }

  @Test
  void tellsWarmupsFromCountedRounds() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Progress progress = new Progress(new PrintStream(out, true), 0, List.of());

    progress.repeated(disturbed(2, false));
    progress.repeated(disturbed(1, true));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            x  round 2 is repeated: other programs had 45 % of the machine
            x  warm-up 1 is repeated: other programs had 45 % of the machine
            """);
  }

  @Test
  void namesOnlyTheParametersThatDiffer() throws IOException {
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", PathFolder.yaml("one")));
    List<Variant> variants =
        List.of(
            new Variant(path, Map.of("files", "2", "codec", "none")),
            new Variant(path, Map.of("files", "2", "codec", "gzip-3")));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Schedule.Slot> slots = Schedule.of(variants, 0, 1, 1);
    Progress progress = new Progress(new PrintStream(out, true), 0, slots);

    slots.forEach(progress::started);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("  one codec=none  round 1", "  one codec=gzip-3  round 1")
        .doesNotContain("files");
  }

  private static Sample disturbed(int round, boolean warmup) {
    return Records.change(TestRecords.sample("x"))
        .set("round", round)
        .set("warmup", warmup)
        .set("machine", TestRecords.DISTURBED)
        .make();
  }
}
