package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.run.Schedule.Kind;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Variant;
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

class RunProgressTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private LoadPath path;

  @ParameterizedTest
  @CsvSource({"0,0:00", "58400000000,0:58", "130000000000,2:10", "3600000000000,60:00"})
  void showsMinutesAndSeconds(long nanos, String shown) {
    assertThat(RunProgress.clock(nanos)).isEqualTo(shown);
  }

  @Test
  void tellsStartRunsAndWarmupsFromCountedRounds() throws IOException {
    Sample sample = Records.with(TestRecords.sample("x"), "machine", TestRecords.DISTURBED);

    for (Kind kind : List.of(Kind.COUNTED, Kind.WARMUP, Kind.START)) {
      progress(List.of()).repeated(new Schedule.Slot(variant("none"), kind, 2), sample);
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            x  round 2 is repeated: other programs had 45 % of the machine
            x  warm-up 2 is repeated: other programs had 45 % of the machine
            x  start run 2 is repeated: other programs had 45 % of the machine
            """);
  }

  @Test
  void namesOnlyTheParametersThatDiffer() throws IOException {
    List<Variant> variants = List.of(variant("none"), variant("gzip-3"));
    List<Schedule.Slot> slots = Schedule.of(variants, List.of(), 0, 1, false, 1).get(0);
    RunProgress progress = progress(variants);

    progress.started(slots);
    progress.started(slots.subList(1, 2));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("  one codec=none  round 1", "  one codec=gzip-3  round 1", "[1/2]", "[2/2]")
        .doesNotContain("files", "left");
  }

  @Test
  void saysHowLongTheRestTakesJudgedByTheRunsSoFar() throws IOException {
    List<Variant> variants = List.of(variant("none"), variant("gzip-3"));
    List<Schedule.Slot> slots =
        Schedule.of(variants, List.of(), 0, 2, false, 1).stream().flatMap(List::stream).toList();
    RunProgress progress = progress(variants);
    progress.took(slots.get(0), 60_000_000_000L);

    progress.started(slots.subList(1, 4));

    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("[1/3] 0:00, about 3:00 left");
  }

  @Test
  void saysOnATerminalWhatItWaitsForHoweverNarrowItIs() throws IOException {
    List<Variant> variants = List.of(variant("none"));
    RunProgress progress = new RunProgress(new PrintStream(out, true), 30, variants, () -> 0);

    progress.started(Schedule.of(variants, List.of(), 0, 1, false, 1).get(0));
    progress.waitsFor("verify");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith("\r\033[K[1/1] 0:00  one  roun: verify");
    out.reset();
    progress(variants).waitsFor("verify");
    assertThat(out.size()).as("in a log").isZero();
  }

  private RunProgress progress(List<Variant> variants) {
    return new RunProgress(new PrintStream(out, true), 0, variants, () -> 0);
  }

  private Variant variant(String codec) throws IOException {
    if (path == null) {
      path = LoadPath.read(PathFolder.write(folder, "one", PathFolder.yaml("one")));
    }
    return new Variant(path, Map.of("files", "2", "codec", codec));
  }
}
