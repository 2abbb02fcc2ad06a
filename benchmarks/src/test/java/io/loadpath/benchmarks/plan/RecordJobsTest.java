package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RecordJobsTest {
  private static final Offset<Double> EXACT = within(1e-6);

  @Test
  void theFiguresOfQ1AreThoseThatItsRunsWereMadeOf() {
    JobFigures q1 = RecordJobs.query(ClusterRecords.nodes()).figures();

    assertThat(q1.source()).isEqualTo("20261122T120000Z-nodes");
    assertThat(q1.path()).isEqualTo("mapreduce-q1@cluster");
    assertThat(q1.cores()).isEqualTo(2);
    assertThat(q1.startSeconds()).isCloseTo(6, EXACT);
    assertThat(q1.containerSeconds()).isCloseTo(1.5, EXACT);
    assertThat(q1.startCpuSeconds()).isCloseTo(9, EXACT);
    assertThat(q1.containerCpuSeconds()).isCloseTo(2, EXACT);
    assertThat(q1.containerBytesPerSecond()).isCloseTo(100e6, within(1.0));
    assertThat(q1.nodeBytesPerSecond()).isCloseTo(160e6, within(1.0));
    assertThat(q1.cpuSecondsPerByte() * 1e9).isCloseTo(12.5, EXACT);
    assertThat(q1.shuffledBytesPerMap()).isEqualTo(237);
    assertThat(q1.databaseBytesPerSecond()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(q1.runSeconds()).hasSize(3);
    assertThat(q1.straggler(2)).isCloseTo(9.4 / 9, EXACT);
    assertThat(q1.notes()).isEmpty();
  }

  @Test
  void theFiguresOfAnExportHaveTheIntakeOfTheDatabase() {
    JobFigures load = RecordJobs.load(ClusterRecords.nodes()).figures();

    assertThat(load.path()).isEqualTo("sqoop-export-direct@cluster");
    assertThat(load.startSeconds()).isCloseTo(8, EXACT);
    assertThat(load.startCpuSeconds()).isCloseTo(10, EXACT);
    assertThat(load.containerSeconds()).isZero();
    assertThat(load.containerBytesPerSecond()).isCloseTo(50e6, within(1.0));
    assertThat(load.nodeBytesPerSecond()).isCloseTo(80e6, within(1.0));
    assertThat(load.cpuSecondsPerByte() * 700e6).isCloseTo(17.5, EXACT);
    // 2 cores, 7.5 CPU-s for 700 MB
    assertThat(load.databaseBytesPerSecond()).isCloseTo(2 * 700e6 / 7.5, within(1.0));
    assertThat(load.notes())
        .containsExactly(
            "one run of 'sqoop-export-direct@cluster files=1 mappers=2': no straggler is known");
  }

  @Test
  void theLimitOfTheDatabaseBoundsItsIntake() {
    RunRecord record = ClusterRecords.q1s().exports().limit(150e6).build();
    assertThat(RecordJobs.load(record).figures().databaseBytesPerSecond()).isEqualTo(150e6);
    RunRecord faster = ClusterRecords.q1s().exports().limit(400e6).build();
    assertThat(RecordJobs.load(faster).figures().databaseBytesPerSecond())
        .isCloseTo(2 * 700e6 / 7.5, within(1.0));
  }

  @Test
  void aDatabaseThatNothingIsKnownOfIsSaid() {
    RunRecord known = ClusterRecords.nodes();
    RunRecord unknown =
        Records.with(
            known,
            "samples",
            known.samples().stream()
                .map(s -> Records.with(s, "cpu", s.cpu().subList(0, 1)))
                .toList());
    assertThatThrownBy(() -> RecordJobs.load(unknown).figures())
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("neither the CPU time of the database")
        .hasMessageContaining("bin/loadpath run nodes");
  }

  @Test
  void allContainersAreThoseOfTheClusterLessOneForTheApplicationMaster() {
    RunRecord bounded = ClusterRecords.nodes();
    RunRecord unbounded =
        Records.with(
            bounded,
            "variants",
            bounded.variants().stream()
                .map(v -> Records.with(v, "parameters", Map.of("files", "4")))
                .toList());

    assertThat(RecordJobs.query(bounded).runs())
        .extracting(JobRuns::atATime)
        .containsExactly(1, 2, 4, 4);
    assertThat(RecordJobs.query(unbounded).runs())
        .extracting(JobRuns::atATime)
        .containsExactly(4, 4, 4, 4);
  }

  @Test
  void aClusterOfTheUsersHasTheCoresThatItsNodesGiveToContainers() {
    // 2 nodes of 4 cores each, one of all for the application master
    ClusterRecords records = new ClusterRecords().on(2, 8);
    records.q1(4, 4).start(12, 34, 4).q1(4, 7).start(15, 40, 12);
    JobFigures q1 = RecordJobs.query(records.build()).figures();

    assertThat(q1.path()).isEqualTo("mapreduce-q1@hadoop.example");
    assertThat(q1.cores()).isEqualTo(4);
    assertThat(q1.nodes()).isEqualTo(2);
    // no run had 8 containers: each core is taken to do what it did in four
    assertThat(q1.nodeBytesPerSecond()).isEqualTo(4 * q1.containerBytesPerSecond());
  }

  @Test
  void aRecordWithoutACluster() {
    cannot(
        TestRecords.plain(),
        "20261120T210000Z-quick has no verified run of Q1 by MapReduce on a cluster; 'bin/loadpath"
            + " run nodes' makes a record that has what it takes");
  }

  @Test
  void startRunsThatMayHaveRunInTheApplicationMaster() {
    RunRecord record = ClusterRecords.nodes();
    cannot(
        Records.with(
            record,
            "variants",
            record.variants().stream()
                .map(v -> Records.with(v, "parameters", Map.of("files", "4", "containers", "all")))
                .toList()),
        "has no verified run of Q1 by MapReduce on a cluster that counts: runs with containers=all do"
            + " not, because they may run in the application master; 'bin/loadpath run nodes'");
  }

  @Test
  void aRecordWithoutStartRuns() {
    cannot(
        new ClusterRecords().q1(4, 1).q1(4, 2).build(),
        "20261122T120000Z-nodes has no start run of Q1 by MapReduce on a cluster, so its start-up is"
            + " not known; 'bin/loadpath run nodes'");
  }

  @Test
  void startRunsWithOneNumberOfMapsOrOfWaves() {
    cannot(
        new ClusterRecords().q1(4, 1).start(4, 1).q1(4, 2).start(4, 2).build(),
        "has start runs of Q1 by MapReduce with one number of maps or of waves only");
    cannot(
        new ClusterRecords().q1(3, 2).start(3, 2).q1(4, 2).start(4, 2).build(),
        "has start runs of Q1 by MapReduce with one number of maps or of waves only");
  }

  @Test
  void startRunsThatDoNotGrow() {
    cannot(
        new ClusterRecords().q1(4, 1).start(12, 17, 4).q1(12, 1).start(11, 33, 12).build(),
        "has start runs of Q1 by MapReduce that cost no more with more maps and waves");
  }

  @Test
  void aStartThatIsTheWholeRun() {
    RunRecord record =
        new ClusterRecords().q1(4, 1).start(12, 17, 4).q1(12, 1).start(41, 33, 12).build();
    cannot(
        record,
        "'mapreduce-q1@cluster files=4 containers=1' takes 29.4 s, and 41.0 s of it to start: nothing"
            + " is left for its bytes; take a larger --scale");
  }

  /** The line through all start runs would leave nothing of the runs with one container. */
  @Test
  void theMeasuredStartOfARunCountsBeforeTheLine() {
    ClusterRecords records = new ClusterRecords();
    records.q1(12, 1).start(20, 33, 12).q1(12, 2).start(15, 33, 12).q1(48, 4).start(150, 105, 48);
    RunRecord record = records.build();

    RecordJobs q1 = RecordJobs.query(record);

    // 29.4 s less 20 s for 1.44 GB
    assertThat(q1.figures().containerBytesPerSecond()).isCloseTo(1440e6 / 9.4, within(1.0));
  }

  /** A disturbed start run is repeated; the repeat counts. */
  @Test
  void ofSeveralStartRunsTheUndisturbedOneCounts() {
    RunRecord record =
        new ClusterRecords()
            .q1(12, 1)
            .start(36, 33, 12)
            .start(24, 33, 12)
            .q1(4, 1)
            .start(4, 1)
            .build();
    RunRecord disturbed =
        Records.with(
            record,
            "samples",
            record.samples().stream()
                .map(
                    s ->
                        s.wallNanos() == 36_000_000_000L
                            ? Records.with(s, "machine", TestRecords.DISTURBED)
                            : s)
                .toList());

    assertThat(RecordJobs.query(disturbed).runs().get(0).startSeconds()).contains(24.0);
  }

  @Test
  void whatMakesTheFiguresRoughIsSaid() {
    ClusterRecords records = new ClusterRecords();
    records.q1(4, 1).start(14.2, 17, 4).q1(4, 2).start(8.4, 17, 4).q1(12, 2).start(20, 33, 12);
    RunRecord record = records.build();
    RunRecord disturbed =
        Records.with(
            record,
            "samples",
            record.samples().stream()
                .map(s -> Records.with(s, "machine", TestRecords.DISTURBED))
                .toList());

    String variant = "'mapreduce-q1@cluster files=4 containers=2'";
    assertThat(RecordJobs.query(disturbed).figures().notes())
        .containsExactly(
            "start-up is 83 % of the time of "
                + variant
                + ", so the rate of its containers is rough: larger data make it sure",
            "other programs disturbed all runs of " + variant);
  }

  @Test
  void anInterruptedRecordIsSaidToBeOne() {
    RunRecord whole = ClusterRecords.nodes();
    RunRecord early =
        whole.endedAfter(
            whole.samples().subList(0, whole.samples().size() - 1), whole.finishedAt(), "x");
    assertThat(RecordJobs.query(early).figures().notes())
        .anyMatch(note -> note.startsWith(early.id() + " was interrupted: "));
  }

  private static void cannot(RunRecord record, String why) {
    assertThatThrownBy(() -> RecordJobs.query(record).figures())
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining(why)
        .hasMessageContaining("bin/loadpath run nodes");
  }
}
