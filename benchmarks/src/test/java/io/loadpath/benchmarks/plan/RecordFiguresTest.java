package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordFiguresTest {
  @Test
  void theFiguresFollowFromTimesStagesAndBytes() {
    LoadFigures figures = RecordFigures.of(List.of(LoadRecords.codecs()));

    assertThat(figures.path()).isEqualTo(LoadRecords.PATH);
    assertThat(figures.cores()).isEqualTo(2);
    assertThat(figures.bytesByRows()).containsExactly(Map.entry(1_000_000L, 70_000_000L));
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
    assertThat(gzip.startSeconds()).isZero();
  }

  @Test
  void thePlanForTheMachineOfTheRecordForecastsWhatTheRecordMeasured() {
    LoadFigures figures = RecordFigures.of(List.of(LoadRecords.codecs()));

    Forecast forecast = Forecast.of(codec(figures, "gzip-3"), 2, 2, 70e6);

    assertThat(forecast.seconds()).isCloseTo(1.51, within(1e-9));
    assertThat(forecast.cpuSeconds()).isCloseTo(2.9, within(1e-9));
  }

  @Test
  void loadsOfTwoSizesTellTheStartFromWhatGrowsWithTheBytes() {
    // 0.4 s and 0.3 CPU-s to start; 1.5 s and 2.6 CPU-s for each 70 MB
    RunRecord small = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.6, 1.9, 1.9, 1.9).record();
    RunRecord large =
        new LoadRecords(8_000_000).load("none", 2, 1, 0, 20.8, 12.3, 12.4, 12.5).record();

    LoadFigures figures = RecordFigures.of(List.of(small, large));
    CodecFigures plain = codec(figures, "none");

    assertThat(figures.startKnown()).isTrue();
    assertThat(plain.startSeconds()).isCloseTo(0.4, within(1e-6));
    assertThat(plain.startCpuSeconds()).isCloseTo(0.3, within(1e-6));
    assertThat(plain.coreSecondsPerByte().median() * 70e6).isCloseTo(3.0, within(1e-6));
    assertThat(plain.cpuSecondsPerByte().median() * 70e6).isCloseTo(2.6, within(1e-6));
    Forecast forecast = Forecast.of(plain, 2, 2, 4 * 70e6);
    assertThat(forecast.seconds()).isCloseTo(0.4 + 4 * 1.5, within(1e-6));
    assertThat(forecast.cpuSeconds()).isCloseTo(0.3 + 4 * 2.6, within(1e-6));
    assertThat(figures.notes()).noneMatch(note -> note.contains("start included"));
  }

  @Test
  void noiseCannotMakeALoadAllStart() {
    RunRecord small = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2, 10).record();
    RunRecord large = new LoadRecords(2_000_000).load("none", 2, 1, 0, 2, 6).record();

    CodecFigures plain = codec(RecordFigures.of(List.of(small, large)), "none");

    assertThat(plain.startSeconds()).isEqualTo(3);
    assertThat(plain.coreSecondsPerByte().median()).isPositive();
  }

  @Test
  void whatWasSlowedDownOrKeepsNoPromiseDoesNotCount() {
    LoadRecords records = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.1, 1.26);
    for (Map<String, String> other : List.of(Map.of("ingest", "10MB/s"), Map.of("bare", ""))) {
      records.with(other).load("gzip-3", 2, 2.1, 0.5, 2, 7.0);
    }
    Sample.RunError lost = new Sample.RunError("verify", 0, "rows were lost");
    records.with(Map.of("ingest", "unlimited", "model", "partitioned"));
    records.changed(sample -> TestRecords.failed(sample, lost)).load("zstd-3", 2, 2.6, 0.7, 2, 1.0);
    LoadFigures figures = RecordFigures.of(List.of(records.record()));

    assertThat(figures.codecs()).extracting(CodecFigures::name).containsExactly("none");
  }

  @Test
  void theWayWithTheMostVariantsCountsAndOfEqualsTheFirst() {
    Map<String, String> copy = Map.of("way", "copy");
    Map<String, String> insert = Map.of("way", "insert");
    LoadRecords records = new LoadRecords(1_000_000);
    records.with(insert).load("none", 2, 1, 0, 2, 3.0);
    records.with(copy).load("none", 2, 1, 0, 2, 1.3);
    assertThat(RecordFigures.of(List.of(records.record())).parameters()).isEqualTo(insert);

    records.with(copy).load("gzip-3", 2, 2.1, 0.5, 2, 1.5);
    assertThat(RecordFigures.of(List.of(records.record())).parameters()).isEqualTo(copy);
  }

  @Test
  void inflatersAreCodecsOfTheirOwn() {
    LoadRecords records = new LoadRecords(1_000_000);
    for (String inflater : List.of("auto", "igzip", "gzip")) {
      records.with(Map.of("inflater", inflater)).load("gzip-3", 2, 2.1, 0.5, 2, 1.5);
    }

    assertThat(RecordFigures.of(List.of(records.record())).codecs())
        .extracting(CodecFigures::name)
        .containsExactly("gzip-3", "gzip-3 by igzip", "gzip-3 by gzip");
  }

  @Test
  void disturbedRunsCountOnlyWhereThereAreNoOthersAndThenItIsSaid() {
    LoadRecords records = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2, 1.3);
    records.changed(s -> Records.with(s, "machine", TestRecords.DISTURBED));
    records.load("none", 1, 1, 0, 2, 9.0);
    LoadFigures figures = RecordFigures.of(List.of(records.record()));

    assertThat(codec(figures, "none").unitBytesPerSecond().median())
        .isCloseTo(70e6 / 9, within(1.0));
    assertThat(figures.notes()).anyMatch(note -> note.startsWith("other programs disturbed"));
  }

  @Test
  void whatTheFiguresLackIsSaid() {
    RunRecord oneFile = new LoadRecords(1_000_000).load("none", 1, 1, 0, 2, 2.1).record();
    assertThat(RecordFigures.of(List.of(oneFile)).notes())
        .anyMatch(note -> note.startsWith("all loads had 70.0 MB, start included"))
        .anyMatch(note -> note.startsWith("no load of none had a file for each of the 2 cores"));
    RunRecord twoFiles = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2, 1.3).record();
    assertThat(RecordFigures.of(List.of(twoFiles)).notes())
        .anyMatch(note -> note.startsWith("no load of one file of none"));
  }

  @Test
  void theLimitsOfTheMachineStandBeside() {
    RunRecord record =
        Records.with(
            TestRecords.full(),
            "limits",
            List.of(new Limit("database-copy", "COPY", 2, null, 440, List.of(1_000L, 2_000L))));

    assertThat(RecordFigures.of(List.of(record)).notes())
        .contains("limits probed beside the loads, with threads: database-copy 440 MB/s by 2");
  }

  @Test
  void aRecordWithoutAUsableLoadSaysWhichCommandMakesOne() {
    RunRecord record = new LoadRecords(1_000_000).record();

    assertThat(RecordFigures.find(List.of(record))).isEmpty();
    assertThatThrownBy(() -> RecordFigures.of(List.of(record)))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining(record.id() + " has no verified load with the parameters 'files'")
        .hasMessageContaining("bin/loadpath run codec");
  }

  @Test
  void recordsOfTwoMachinesAreRefused() {
    LoadRecords records = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2, 1.3);

    assertThatThrownBy(
            () -> RecordFigures.of(List.of(records.record(), records.record(8, "Test CPU"))))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("8 cores Test CPU, 2 cores Test CPU");
  }

  private static CodecFigures codec(LoadFigures figures, String name) {
    return figures.codecs().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void aPlanFromAnInterruptedRecordSaysSo() {
    RunRecord whole = LoadRecords.codecs();
    RunRecord early = whole.endedAfter(whole.samples().subList(0, 4), whole.finishedAt(), "x");
    assertThat(RecordFigures.of(List.of(early)).notes())
        .anyMatch(note -> note.startsWith(early.id() + " was interrupted: "));
  }
}
