package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.RecordComparison.Row;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordComparisonTest {
  private static final String SHA1 = "0123456789".repeat(4);
  private static final double[] SIX = {2.0, 2.02, 1.98, 2.01, 1.99, 2.03};

  private final RoundsRecord a = new RoundsRecord().variant("x", null);
  private final RoundsRecord b = new RoundsRecord().variant("x", null);

  private RecordComparison compared() {
    return RecordComparison.of(a.build(), b.build());
  }

  @Test
  void ratiosAreOfTheLaterRecordToTheEarlierOne() {
    a.rounds("x", SIX);
    for (int round = 1; round <= 6; round++) {
      b.sample("x", round, 2.2 + 0.01 * round, 1, Kind.GOOD);
    }

    Row row = compared().rows().get(0);

    assertThat(row.variant()).isEqualTo("x");
    assertThat(row.time().a().median()).isCloseTo(2.005, within(1e-9));
    assertThat(row.time().b().median()).isCloseTo(2.235, within(1e-9));
    assertThat(row.time().ratio().estimate().median()).isCloseTo(1.115, within(0.002));
    assertThat(row.time().ratio().words()).isEqualTo("slower");
    assertThat(row.cpu().orElseThrow().ratio().words()).isEqualTo("less CPU");
    assertThat(compared().refusals()).isEmpty();
    assertThat(compared().warnings()).isEmpty();
  }

  @Test
  void warmupsAndDisturbedRunsAreLeftOut() {
    a.sample("x", 1, 9, 9, Kind.WARMUP).rounds("x", SIX);
    b.rounds("x", SIX).sample("x", 1, 9, 9, Kind.DISTURBED);

    assertThat(compared().rows().get(0).time().a().samples()).isEqualTo(6);
    assertThat(compared().rows().get(0).time().b().samples()).isEqualTo(6);
    assertThat(compared().rows().get(0).time().ratio().words()).isEqualTo("no difference shown");
  }

  @Test
  void variantsInOneRecordAreListed() {
    a.variant("y", null).rounds("x", SIX);
    b.variant("z", null).rounds("x", SIX);

    assertThat(compared().rows()).hasSize(1);
    assertThat(compared().onlyInA()).containsExactly("y");
    assertThat(compared().onlyInB()).containsExactly("z");
    assertThat(compared().refusals()).isEmpty();
    RunRecord other = new RoundsRecord().variant("y", null).build();
    assertThat(RecordComparison.of(new RoundsRecord().variant("x", null).build(), other).refusals())
        .singleElement()
        .asString()
        .contains("no variant in common");
  }

  @Test
  void otherRowsAreRefused() {
    a.dataset("all-card-trans", 1000, SHA1).rounds("x", SIX);
    b.dataset("all-card-trans", 2000, SHA1.replace('0', 'f')).rounds("x", SIX);

    assertThat(compared().rows()).isEmpty();
    assertThat(compared().refusals())
        .singleElement()
        .asString()
        .startsWith("x: A has 1,000 rows of all-card-trans (sha1 01234567), B has 2,000 rows")
        .contains("sha1 f1234567", "--scale or --rows");
  }

  @Test
  void tablesOfTheUsersAreComparedByTheirRows() {
    RunRecord ours = TestRecords.own(a.rounds("x", SIX).build());
    RunRecord again = TestRecords.own(b.rounds("x", SIX).build());
    DatasetInfo changed = Records.with(again.datasets().get(0), "rows", 7L);

    assertThat(RecordComparison.of(ours, again).rows()).hasSize(1);
    assertThat(
            RecordComparison.of(ours, Records.with(again, "datasets", List.of(changed))).refusals())
        .singleElement()
        .asString()
        .contains("rows of sales (fingerprint 00000000)", "with the table and files of the other");
  }

  @Test
  void runsWithoutProofAreRefusedAndTheOthersCompared() {
    a.variant("y", null).variant("z", null).rounds("x", SIX).rounds("y", SIX).rounds("z", SIX);
    b.variant("y", null).variant("z", null).rounds("x", SIX);
    b.sample("y", 1, 1, 1, Kind.GOOD).sample("y", 2, 1, 1, Kind.FAILED);

    assertThat(compared().rows()).extracting(Row::variant).containsExactly("x");
    assertThat(compared().refusals())
        .satisfiesExactly(
            y -> assertThat(y).startsWith("y: 1 of 2 runs in B failed").endsWith("--only 'y'"),
            z ->
                assertThat(z).startsWith("z: B has no run of this variant").endsWith("--only 'z'"));
  }

  @Test
  void runsThatWereAllDisturbedAreComparedWithAWarning() {
    a.sample("x", 1, 1, 1, Kind.DISTURBED);
    b.rounds("x", SIX);

    assertThat(compared().rows()).hasSize(1);
    assertThat(compared().refusals()).isEmpty();
    assertThat(compared().warnings())
        .containsExactly("other programs disturbed every run of x in A");
  }

  @Test
  void twoServersAreAWarning() {
    a.rounds("x", SIX);
    b.server("15.19", "db.example:5432").rounds("x", SIX);

    assertThat(compared().warnings())
        .containsExactly(
            "two PostgreSQL servers: A used the bundled one, B 15.19 at db.example:5432 (--postgres)");
    a.server("15.19", "db.example:5432");
    assertThat(compared().warnings()).isEmpty();
  }

  @Test
  void cpuOfTwoInstrumentsIsRefusedAndTimeCompared() {
    a.instrument("cgroup-v2-cpu.stat").rounds("x", SIX);
    b.instrument("proc-tree").rounds("x", SIX);

    assertThat(compared().rows()).hasSize(1);
    assertThat(compared().rows().get(0).cpu()).isEmpty();
    assertThat(compared().refusals())
        .singleElement()
        .asString()
        .startsWith("CPU: cgroup-v2-cpu.stat counted A and proc-tree counted B");
  }

  @Test
  void twoMachinesAreAWarningWithTheirCalibrations() {
    a.machine("EPYC", 2, 16_000_000_000L, 200_000_000L).rounds("x", SIX);
    b.machine("Xeon", 4, 32_000_000_000L, 300_000_000L).rounds("x", SIX);

    assertThat(compared().rows()).hasSize(1);
    assertThat(compared().refusals()).isEmpty();
    assertThat(compared().warnings())
        .singleElement()
        .asString()
        .contains("A has 2 cores (EPYC) and 16.0 GB", "B has 4 cores (Xeon)", "1.50 times as long");
    b.machine("EPYC", 2, 32_000_000_000L, null);
    assertThat(compared().warnings())
        .singleElement()
        .asString()
        .endsWith("there is no calibration of both to compare their speed");
    b.machine("EPYC", 2, 16_000_004_096L, 300_000_000L);
    assertThat(compared().warnings()).isEmpty();
  }

  @Test
  void anInterruptedRecordIsComparedInWhatItHasAndThatIsSaid() {
    RunRecord whole =
        new RoundsRecord()
            .variant("x", null)
            .variant("y", null)
            .rounds("x", 1, 1)
            .rounds("y", 1, 1)
            .build();
    List<Sample> ofX = whole.samples().stream().filter(s -> s.variant().equals("x")).toList();
    RunRecord early = whole.endedAfter(ofX, whole.finishedAt(), "it was stopped");
    RecordComparison result = RecordComparison.of(early, whole);
    assertThat(result.warnings())
        .containsExactly("A was interrupted: 2 of 4 runs are missing (it was stopped)");
    assertThat(result.rows()).extracting(RecordComparison.Row::variant).containsExactly("x");
    assertThat(result.refusals())
        .singleElement()
        .asString()
        .startsWith("y: A has no run of this variant");
  }
}
