package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.PathFolder;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a sample is taken again. */
class SamplingTest {
  private static final Sample QUIET = TestRecords.sample("one");
  private static final Sample DISTURBED = Records.with(QUIET, "machine", TestRecords.DISTURBED);

  @TempDir private Path folder;

  /**
   * Returns the rounds of all samples in the order of time, where each slot gives {@code outcome}.
   */
  private List<Integer> rounds(int warmups, int rounds, Sample... outcome) throws IOException {
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", PathFolder.yaml("one")));
    List<Schedule.Slot> slots =
        Schedule.of(List.of(new Variant(path, Map.of())), warmups, rounds, 1);
    List<Sample> kept = new ArrayList<>();
    Sampling.Taker taker =
        (slot, position) ->
            Records.with(
                outcome[(position - 1) % outcome.length],
                "round",
                slot.round(),
                "warmup",
                slot.warmup(),
                "position",
                position);
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());

    new Sampling(taker, kept::add, new Progress(out, 0, slots)).run(slots);

    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i).position()).isEqualTo(i + 1);
    }
    return kept.stream().map(Sample::round).toList();
  }

  @Test
  void aDisturbedSampleIsTakenAgainUntilItIsNot() throws IOException {
    assertThat(rounds(0, 2, DISTURBED, QUIET)).containsExactly(1, 1, 2, 2);
    assertThat(rounds(0, 1, DISTURBED)).containsExactly(1, 1, 1);
  }

  @Test
  void aMachineThatIsNeverQuietDoesNotMakeARunThreeTimesAsLong() throws IOException {
    assertThat(rounds(0, 6, DISTURBED)).containsExactly(1, 1, 1, 2, 2, 3, 4, 5, 6);
  }

  @Test
  void aWarmupOrAFailureIsNotTakenAgain() throws IOException {
    Sample failed = TestRecords.failed(DISTURBED, new Sample.RunError("run", 1, "it broke"));

    assertThat(rounds(2, 1, DISTURBED, DISTURBED, QUIET)).containsExactly(1, 2, 1);
    assertThat(rounds(0, 2, failed)).containsExactly(1, 2);
  }
}
