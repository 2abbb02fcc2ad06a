package io.loadpath.benchmarks.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.RunRecord.Interruption;
import io.loadpath.benchmarks.record.RunRecord.SuiteInfo;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.statistics.CountedSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunRecordTest {
  @Test
  void cpuTimeOfASampleIsTheSumOfItsStages() {
    Sample sample =
        verified(1_000L, List.of(new StageCpu("client", 3, 1), new StageCpu("database", 5, 2)));
    assertThat(sample.cpuNanos()).isEqualTo(11);
  }

  @Test
  void aVerifiedSampleHasItsTimesAndAFailedOneSaysWhy() {
    assertThatThrownBy(() -> verified(null, List.of()))
        .hasMessageContaining("must have wallNanos and cpu and no error");
    assertThatThrownBy(() -> TestRecords.failed(TestRecords.sample("a"), null))
        .hasMessageStartingWith("samples.error is missing for the failed 'a'");
  }

  @Test
  void messagesNameFieldValueAndRange() {
    assertThatThrownBy(() -> new SuiteInfo("quick", "Quick", 0, 0, 1, null))
        .hasMessage("suite.rounds is 0, expected 1 or more");
    assertThatThrownBy(
            () ->
                new VariantInfo(
                    "a", "a", "A", "spark", "load", Map.of(), null, "d", null, "command", null,
                    null))
        .hasMessage(
            "variants.tool is 'spark', expected one of mapreduce, hive, sqoop, external-table,"
                + " peer");
  }

  @Test
  void theNameIsThatOfTheUsersTableOrOfTheSuite() {
    assertThat(TestRecords.plain().name()).isEqualTo("quick");
    assertThat(TestRecords.own(TestRecords.plain()).name()).isEqualTo("sales");
  }

  @Test
  void aSampleOfAnUnknownVariantIsRefused() {
    assertThatThrownBy(
            () -> Records.with(TestRecords.plain(), "samples", List.of(verified(1L, List.of()))))
        .hasMessage("variant of a sample is 'a', expected an id in variants");
  }

  private static Sample verified(Long wallNanos, List<StageCpu> cpu) {
    return TestRecords.sample("a", "wallNanos", wallNanos, "cpu", cpu);
  }

  @Test
  void aRunIsDisturbedWhenOtherProgramsHadMoreThanATwentiethOfTheMachine() {
    assertThat(load(2000, 90, 10).disturbed()).isFalse();
    assertThat(load(2000, 91, 10).disturbed()).isTrue();
    assertThat(load(2000, 0, 101).disturbed()).isTrue();
    assertThat(load(2000, 0, 101).foreignShare()).isEqualTo(0.0505);
    assertThat(load(500, 40, 10).disturbed()).as("less than the clock can tell").isFalse();
  }

  private static MachineLoad load(long capacityMillis, long foreignMillis, long stealMillis) {
    return new MachineLoad(
        capacityMillis * 1_000_000, foreignMillis * 1_000_000, stealMillis * 1_000_000, 0, 0);
  }

  @Test
  void theRateOfALimitIsThatOfItsMedianTrial() {
    assertThat(new Limit("loopback", "Loopback", 1, null, 300, List.of(30L, 10L, 20L)))
        .extracting(Limit::bytesPerSecond)
        .isEqualTo(15e9);
    assertThatThrownBy(() -> new Limit("loopback", "Loopback", 1, null, 300, List.of()))
        .hasMessage("limits.wallNanos is empty, expected a trial or more");
  }

  @Test
  void missingRunsAreCountedByRound() {
    RunRecord record = twoVariants();
    Sample warmup = TestRecords.sample("a", "warmup", true);
    Sample first = TestRecords.sample("a", "position", 2);
    Sample repeated = TestRecords.sample("a", "position", 3);
    RunRecord early = record.endedAfter(List.of(warmup, first, repeated), record.startedAt(), "x");
    assertThat(early.interrupted().missing())
        .containsExactly(new Interruption.Missing("a", 1), new Interruption.Missing("b", 3));
    assertThat(early.interruption()).hasValue("interrupted: 4 of 6 runs are missing (x)");
  }

  @Test
  void aRunWithABudgetMustHaveTheFirstRoundAndMayMissOthers() {
    RunRecord record = TestRecords.started(twoVariants());
    List<Sample> first = new ArrayList<>();
    first.add(TestRecords.sample("a", "warmup", true));
    first.add(TestRecords.sample("b", "warmup", true));
    first.add(TestRecords.sample("a"));
    first.addAll(record.samples()); // start runs
    assertThat(record.endedAfter(first, record.startedAt(), "x").interruption())
        .hasValue("interrupted: 1 of 4 runs are missing (x)");
    first.add(TestRecords.sample("b"));
    assertThat(record.endedAfter(first, record.startedAt(), "x").interruption())
        .hasValue("interrupted: rounds after the first may be missing (x)");
    assertThat(record.complete(first, record.startedAt()).interruption()).isEmpty();
  }

  @Test
  void anOldRunWithABudgetBeganWithItsStartRunsAndMustHaveThem() {
    RunRecord record = TestRecords.started(twoVariants());
    List<Sample> taken = new ArrayList<>(record.samples().subList(0, 1));
    RunRecord early = record.endedAfter(taken, record.startedAt(), "x");
    assertThat(early.interrupted().missing())
        .containsExactly(new Interruption.Missing("a", 2), new Interruption.Missing("b", 3));
    assertThat(early.interruption()).hasValue("interrupted: 5 of 6 runs are missing (x)");
    taken.add(TestRecords.sample("a", "start", true, "round", 2)); // the first on a cluster
    assertThat(record.endedAfter(taken, record.startedAt(), "x").interruption())
        .isEqualTo(early.interruption());
  }

  @Test
  void neitherStartRunsNorWarmupsNorRepeatsAreRounds() {
    RunRecord record = TestRecords.started(twoVariants());
    List<Sample> samples = new ArrayList<>(record.samples());
    samples.add(TestRecords.sample("a", "warmup", true, "round", 2));
    assertThat(record.complete(samples, record.startedAt()).rounds("a")).isZero();
    samples.add(TestRecords.sample("a"));
    samples.add(TestRecords.sample("a"));
    assertThat(record.complete(samples, record.startedAt()).rounds("a")).isEqualTo(1);
    samples.add(TestRecords.sample("a", "round", 2));
    assertThat(record.complete(samples, record.startedAt()).rounds("a")).isEqualTo(2);
    assertThat(CountedSamples.of(record.complete(samples, record.startedAt()), "a").all())
        .hasSize(3)
        .noneMatch(Sample::start);
  }

  private static RunRecord twoVariants() {
    RunRecord plain = TestRecords.plain();
    return Records.change(plain)
        .set("suite", Records.with(plain.suite(), "rounds", 2, "warmups", 1))
        .set(
            "variants",
            plain.variants().stream()
                .limit(2)
                .map(v -> Records.with(v, "id", v.equals(plain.variants().get(0)) ? "a" : "b"))
                .toList())
        .set("samples", List.of())
        .make();
  }
}
