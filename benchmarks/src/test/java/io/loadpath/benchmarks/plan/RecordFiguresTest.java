package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordFiguresTest {
  @Test
  void theFiguresFollowFromTimesStagesAndBytes() {
    LoadFigures figures = RecordFigures.of(LoadRecords.codecs());

    assertThat(figures.path()).isEqualTo(LoadRecords.PATH);
    assertThat(figures.cores()).isEqualTo(2);
    assertThat(figures.rows()).isEqualTo(1_000_000);
    assertThat(figures.logicalBytes()).isEqualTo(70_000_000);
    CodecFigures gzip = codec(figures, "gzip-3");
    assertThat(gzip.ratio()).isCloseTo(2.1, within(1e-6));
    assertThat(gzip.unitBytesPerSecond().median()).isCloseTo(70e6 / 2.11, within(2e4));
    assertThat(gzip.unitBytesPerSecond().low()).isCloseTo(70e6 / 2.12, within(1e-3));
    assertThat(gzip.unitBytesPerSecond().spread()).isEqualTo(Estimate.Spread.RANGE);
    assertThat(gzip.inflateSecondsPerByte() * 70e6).isCloseTo(0.5, within(1e-9));
    assertThat(gzip.databaseSecondsPerByte() * 70e6).isCloseTo(2.1, within(1e-9));
    assertThat(gzip.cpuSecondsPerByte().median() * 70e6).isCloseTo(2.9, within(1e-9));
    assertThat(gzip.coreSecondsPerByte().median() * 70e6).isCloseTo(2 * 1.51, within(1e-9));
    assertThat(gzip.busyShare()).isCloseTo(2.9 / 3.02, within(1e-9));
    assertThat(gzip.rates()).containsOnlyKeys(1, 2);
    assertThat(gzip.start()).isEmpty();
  }

  @Test
  void thePlanForTheMachineOfTheRecordForecastsWhatTheRecordMeasured() {
    LoadFigures figures = RecordFigures.of(LoadRecords.codecs());

    CodecFigures gzip = codec(figures, "gzip-3");

    assertThat(gzip.seconds(2, 2, 70e6)).isCloseTo(1.51, within(1e-9));
    assertThat(gzip.cpuSeconds(70e6)).isCloseTo(2.9, within(1e-9));
  }

  @Test
  void aStartRunTellsTheStartFromWhatGrowsWithTheBytes() {
    // 0.4 s and 0.3 CPU-s to start; 1.5 s and 2.6 CPU-s for each 70 MB beyond the start's 70 kB
    LoadRecords records = new LoadRecords(1_001_000);
    LoadFigures figures =
        RecordFigures.of(
            records.load("none", 2, 1, 0, 2.6, 1.9, 1.9, 1.95).start(0.4, 0.3).record());
    CodecFigures plain = codec(figures, "none");

    assertThat(plain.start().orElseThrow().seconds()).isEqualTo(0.4);
    assertThat(plain.coreSecondsPerByte().median() * 70e6).isCloseTo(3.0, within(1e-6));
    assertThat(plain.cpuSecondsPerByte().median() * 70e6).isCloseTo(2.6, within(1e-6));
    assertThat(plain.rates().get(2).median()).isCloseTo(70e6 / 1.5, within(1.0));
    assertThat(plain.seconds(2, 2, 4 * 70e6)).isCloseTo(0.4 + 4 * 1.5, within(1e-6));
    assertThat(plain.cpuSeconds(4 * 70e6)).isCloseTo(0.3 + 4 * 2.6, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"1.6, 0.3", "0.4, 2.5"})
  void aStartThatIsNearlyTheWholeLoadIsNotTakenOff(double seconds, double cpuSeconds) {
    LoadRecords records = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.6, 1.9, 1.9);
    LoadFigures figures = RecordFigures.of(records.start(seconds, cpuSeconds).record());

    assertThat(codec(figures, "none").start()).isEmpty();
    assertThat(codec(figures, "none").rates().get(2).median()).isCloseTo(70e6 / 1.9, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void aStartThatIsUnknownForSomeLoadsOfACodecIsTakenOffNone(int startedFiles) {
    LoadRecords records = new LoadRecords(1_000_000);
    for (int files = 1; files <= 2; files++) {
      records.load("none", files, 1, 0, 2.6, 3.0 / files, 3.0 / files);
      if (files == startedFiles) {
        records.start(0.4, 0.3);
      }
    }
    LoadFigures figures = RecordFigures.of(records.record());
    CodecFigures plain = codec(figures, "none");

    assertThat(plain.start()).isEmpty();
    assertThat(plain.unitBytesPerSecond().median()).isCloseTo(70e6 / 3, within(1.0));
    assertThat(plain.rates().get(2).median()).isCloseTo(70e6 / 1.5, within(1.0));
    assertThat(plain.seconds(2, 2, 70e6)).isCloseTo(1.5, within(1e-6));
  }

  @Test
  void limitedLoadsAndLoadsWithoutAPromiseDoNotCount() {
    LoadRecords records = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.1, 1.26);
    for (Map<String, String> other :
        List.of(
            Map.of("ingest", "10MB/s"),
            Map.of("bare", ""),
            Map.of("checks", "no"),
            Map.of("net", "100Mbit"))) {
      records.with(other).load("gzip-3", 2, 2.1, 0.5, 2, 7.0);
    }
    Sample.RunError lost = new Sample.RunError("verify", 0, "rows were lost");
    records.with(Map.of("ingest", "unlimited", "model", "partitioned"));
    records.changed(sample -> TestRecords.failed(sample, lost)).load("zstd-3", 2, 2.6, 0.7, 2, 1.0);
    LoadFigures figures = RecordFigures.of(records.record());

    assertThat(figures.codecs()).extracting(CodecFigures::name).containsExactly("none");
  }

  @Test
  void theWayWithTheMostVariantsCountsAndOfEqualsTheFirst() {
    Map<String, String> copy = Map.of("way", "copy");
    Map<String, String> insert = Map.of("way", "insert");
    LoadRecords records = new LoadRecords(1_000_000);
    records.with(insert).load("none", 2, 1, 0, 2, 3.0);
    records.with(copy).load("none", 2, 1, 0, 2, 1.3);
    assertThat(RecordFigures.of(records.record()).parameters()).isEqualTo(insert);

    records.with(copy).load("gzip-3", 2, 2.1, 0.5, 2, 1.5);
    assertThat(RecordFigures.of(records.record()).parameters()).isEqualTo(copy);
  }

  @Test
  void inflatersAreCodecsOfTheirOwn() {
    LoadRecords records = new LoadRecords(1_000_000);
    for (String inflater : List.of("auto", "igzip", "gzip")) {
      records.with(Map.of("inflater", inflater)).load("gzip-3", 2, 2.1, 0.5, 2, 1.5);
    }

    assertThat(RecordFigures.of(records.record()).codecs())
        .extracting(CodecFigures::name)
        .containsExactly("gzip-3", "gzip-3 by igzip", "gzip-3 by gzip");
  }

  @Test
  void disturbedRunsCountOnlyWhereThereAreNoOthersAndThenItIsSaid() {
    LoadRecords records = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2, 1.3);
    records.changed(s -> Records.with(s, "machine", TestRecords.DISTURBED));
    records.load("none", 1, 1, 0, 2, 9.0);
    LoadFigures figures = RecordFigures.of(records.record());

    assertThat(codec(figures, "none").unitBytesPerSecond().median())
        .isCloseTo(70e6 / 9, within(1.0));
    assertThat(figures.disturbed()).isTrue();
  }

  @Test
  void aRecordWithoutAUsableLoadSaysWhichCommandMakesOne() {
    RunRecord record = new LoadRecords(1_000_000).record();

    assertThat(RecordFigures.find(record)).isEmpty();
    assertThatThrownBy(() -> RecordFigures.of(record))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining(record.id() + " has no verified load with the parameters 'files'")
        .hasMessageContaining("bin/loadpath run codec");
  }

  private static CodecFigures codec(LoadFigures figures, String name) {
    return figures.codecs().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }
}
