package io.loadpath.benchmarks.run;

import static java.util.Comparator.comparing;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of samples, and the repeats. A sample's time depends on its number of files. */
class SamplingTest {
  private static final Sample QUIET = TestRecords.sample("one");
  private static final Sample DISTURBED = Records.with(QUIET, "machine", TestRecords.DISTURBED);

  @TempDir private Path folder;
  private LoadPath path;
  private long nowSeconds = 1000;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<String> roundEnds = new ArrayList<>();
  private final List<Sample> kept = new ArrayList<>();

  @BeforeEach
  void makePath() throws IOException {
    path = LoadPath.read(PathFolder.write(folder, "one", PathFolder.yaml("one")));
  }

  /** Takes samples and returns "files in round" of each, in the order of time. */
  private List<String> run(
      Duration budget, List<List<Schedule.Slot>> rounds, int secondsOfAFile, Sample... outcome)
      throws IOException {
    long begunSeconds = nowSeconds;
    List<String> taken = new ArrayList<>();
    Sampling.Taker taker =
        (slot, position) -> {
          nowSeconds += slot.kind() == Kind.START ? 1 : secondsOfAFile * slot.variant().files();
          taken.add(slot.variant().files() + " in " + slot);
          return Records.with(
              outcome[(position - 1) % outcome.length],
              "start",
              slot.kind() == Kind.START,
              "warmup",
              slot.kind() == Kind.WARMUP,
              "position",
              position);
        };
    RunProgress progress =
        new RunProgress(
            new PrintStream(out),
            0,
            List.of(),
            () -> Duration.ofSeconds(nowSeconds - begunSeconds).toNanos());

    new Sampling(
            taker,
            kept::add,
            progress,
            Optional.ofNullable(budget),
            () -> roundEnds.add("after " + kept.size()))
        .run(rounds);

    assertThat(kept)
        .extracting(Sample::position)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, kept.size()).boxed().toList());
    return taken;
  }

  private List<List<Schedule.Slot>> schedule(int starts, int warmups, int rounds, int... files) {
    return schedule(false, starts, warmups, rounds, files);
  }

  private List<List<Schedule.Slot>> schedule(
      boolean budgeted, int starts, int warmups, int rounds, int... files) {
    List<Variant> variants =
        IntStream.of(files)
            .mapToObj(n -> new Variant(path, Map.of("files", Integer.toString(n))))
            .toList();
    return Schedule.of(variants, variants.subList(0, starts), warmups, rounds, budgeted, 1);
  }

  @Test
  void aDisturbedSampleIsTakenAgainUntilItIsNot() throws IOException {
    assertThat(run(null, schedule(0, 0, 2, 1), 1, DISTURBED, QUIET))
        .containsExactly("1 in round 1", "1 in round 1", "1 in round 2", "1 in round 2");
  }

  @Test
  void aDisturbedSampleIsTakenAgainTwiceAtMost() throws IOException {
    assertThat(run(null, schedule(1, 0, 1, 1), 1, DISTURBED))
        .containsExactly(
            "1 in start run",
            "1 in start run",
            "1 in start run",
            "1 in round 1",
            "1 in round 1",
            "1 in round 1");
  }

  /** Ten rounds of 60 s allow repeats of 60 s, and a tenth of what the repeat takes. */
  @Test
  void repeatsTakeATenthOfTheRunAtMost() throws IOException {
    assertThat(run(null, schedule(0, 0, 10, 1), 60, DISTURBED)).hasSize(11);
  }

  @Test
  void repeatsOfSlowVariantsLeaveTimeForThoseOfFastOnes() throws IOException {
    List<String> taken = run(null, schedule(0, 0, 3, 1, 50), 1, DISTURBED);

    assertThat(taken).filteredOn("50 in round 1"::equals).hasSize(1);
    assertThat(taken).filteredOn("1 in round 1"::equals).hasSize(3);
  }

  @Test
  void aWarmupOrAFailureIsNotTakenAgain() throws IOException {
    Sample failed = TestRecords.failed(DISTURBED, new Sample.RunError("run", 1, "it broke"));

    assertThat(run(null, schedule(0, 2, 1, 1), 1, DISTURBED, DISTURBED, QUIET)).hasSize(3);
    kept.clear();
    assertThat(run(null, schedule(0, 0, 2, 1), 1, failed)).hasSize(2);
  }

  @Test
  void aBudgetGivesSlowVariantsOneRoundAndFastOnesAll() throws IOException {
    List<List<Schedule.Slot>> rounds = schedule(true, 1, 0, 3, 1, 2, 20);

    List<String> scheduled =
        rounds.stream()
            .flatMap(List::stream)
            .map(slot -> slot.variant().files() + " in " + slot)
            .toList();
    // 23 s of the first round, 1 s of start run, then 2 s for the first variant and 2 of 4 s
    assertThat(run(Duration.ofSeconds(29), rounds, 1, QUIET))
        .containsOnlyOnce("1 in start run", "20 in round 1")
        .containsOnlyOnce("1 in round 1", "1 in round 2", "1 in round 3", "2 in round 2")
        .hasSize(7)
        .isSortedAccordingTo(comparing(scheduled::indexOf));
  }

  @Test
  void theFirstRoundHoldsEveryVariantHoweverSmallTheBudget() throws IOException {
    assertThat(run(Duration.ofSeconds(1), schedule(true, 2, 1, 3, 1, 2), 10, QUIET)).hasSize(4);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("budget 1s: every variant runs once, even beyond it\n[1/");
    assertThat(roundEnds).isEmpty();
  }

  @Test
  void startRunsThatFitComeBeforeFurtherRoundsTheShortestFirst() throws IOException {
    // 23 s of the first round, then start runs of up to 1 and 2 s, which take 1 s each
    assertThat(run(Duration.ofSeconds(26), schedule(true, 3, 0, 3, 1, 2, 20), 1, QUIET))
        .hasSize(6)
        .contains("1 in start run", "2 in start run")
        .endsWith("1 in round 2");
  }

  @Test
  void repeatsUseUpTheBudget() throws IOException {
    assertThat(run(Duration.ofSeconds(2), schedule(0, 0, 9, 1), 1, DISTURBED, QUIET))
        .containsExactly("1 in round 1", "1 in round 1");
  }

  @Test
  void eachCountedRoundButTheLastIsAnnouncedWhenItEnded() throws IOException {
    run(null, schedule(2, 1, 3, 1, 2), 1, QUIET);

    assertThat(roundEnds).containsExactly("after 6", "after 8");
  }
}
