package io.loadpath.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.run.TrialRun.Trial;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The finding about a path, from the rows that arrived and the end of its tool. */
class FindingTest {
  private static final PathCatalogue CATALOGUE =
      PathCatalogue.discover(Path.of("").toAbsolutePath().getParent());
  private static final long SENT = 1000;

  private static final RunError NO_ANSWER = new RunError("verify", 1, "no finished answer");
  private static final RunError DIFFERS = new RunError("verify", 0, "answer differs");

  /** A trial, the words about its rows, and whether the promise was kept. */
  static Stream<Arguments> trials() {
    return Stream.of(
        Arguments.of(query(null, null), "exact answer", true),
        Arguments.of(query(failed("x"), NO_ANSWER), "no answer", true),
        Arguments.of(query(null, NO_ANSWER), "no answer", false),
        Arguments.of(query(null, DIFFERS), "wrong answer", false),
        Arguments.of(query(failed("x"), DIFFERS), "wrong answer", false),
        // what a stock tool does with rows is measured, not judged
        Arguments.of(export(null, 1000L, true), "exactly once", true),
        Arguments.of(export(failed("x"), 1000L, true), "exactly once", true),
        Arguments.of(export(failed("x"), 400L, false), "partial: 400 of 1,000 rows", true),
        Arguments.of(export(null, 1001L, false), "doubled: 1,001 of 1,000 rows", true),
        Arguments.of(export(failed("x"), 0L, false), "nothing", true),
        Arguments.of(export(failed("x"), null, false), "nothing", true),
        Arguments.of(export(null, 1000L, false), "other rows: 1,000 of 1,000 rows", false),
        // a path that promises exactly once brings all rows, or fails with all or none
        Arguments.of(promised(null, 1000L, true), "exactly once", true),
        Arguments.of(promised(failed("x"), 1000L, true), "exactly once", true),
        Arguments.of(promised(failed("x"), 0L, false), "nothing", true),
        Arguments.of(promised(null, 0L, false), "nothing", false),
        Arguments.of(promised(null, 1700L, false), "doubled: 1,700 of 1,000 rows", false),
        Arguments.of(promised(failed("x"), 1700L, false), "doubled: 1,700 of 1,000 rows", false),
        Arguments.of(promised(null, 400L, false), "partial: 400 of 1,000 rows", false),
        Arguments.of(promised(failed("x"), 400L, false), "partial: 400 of 1,000 rows", false),
        Arguments.of(promised(null, 1000L, false), "other rows: 1,000 of 1,000 rows", false));
  }

  @Test
  void aPathOnPostgresAloneHasThreeFaultsAndOneOnAClusterTheOthers() {
    assertThat(Fault.values())
        .filteredOn(fault -> fault.fits(false, true) && !fault.onNetwork())
        .containsExactly(Fault.CLIENT, Fault.SESSION, Fault.SERVER);
    assertThat(Fault.values())
        .filteredOn(fault -> fault.fits(true, true) && !fault.onNetwork())
        .hasSize(9)
        .contains(Fault.CLIENT)
        .doesNotContain(Fault.SESSION, Fault.SERVER);
  }

  @Test
  void onlyAPathToADatabaseHasFaultsOfItsLink() {
    Fault[] ofDatabase = {Fault.LINK_CUT, Fault.LINK_LOST, Fault.HALF_OPEN, Fault.LOSS};
    Fault[] ofCluster = {
      Fault.LINK_RESOURCEMANAGER, Fault.LINK_DATANODE, Fault.LINK_CLIENT, Fault.LINK_TASK
    };
    assertThat(networkFaults(false, true)).containsExactly(ofDatabase);
    assertThat(networkFaults(true, false)).containsExactly(ofCluster);
    assertThat(networkFaults(true, true)).contains(ofDatabase).contains(ofCluster).hasSize(8);
    assertThat(networkFaults(true, true)).allMatch(Fault::onDemand);
  }

  private static List<Fault> networkFaults(boolean onCluster, boolean onDatabase) {
    return Stream.of(Fault.values())
        .filter(fault -> fault.onNetwork() && fault.fits(onCluster, onDatabase))
        .toList();
  }

  @Test
  void trialsThatEndAlikeAreOneLineWithTheirNumber() {
    Finding nothing = Finding.of(Fault.LINK_CUT, export(failed("first"), 0L, false), true, "");
    Finding again = Finding.of(Fault.LINK_CUT, export(failed("second"), 0L, false), true, "");
    Finding once = Finding.of(Fault.LINK_CUT, export(null, 1000L, true), true, "");

    List<String> lines = new FaultReport(List.of(nothing, once, again)).lines();

    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).matches(".* is cut for 30 s +nothing +1 +2 +first");
    assertThat(lines.get(2)).matches(".* is cut for 30 s +exactly once +0 +1 +-");
  }

  @Test
  void aFaultThatThisMachineCannotHaveIsNotRunAndNoFailure() {
    FaultReport report =
        new FaultReport(
            List.of(Finding.notRun(variant("mapreduce-q1"), Fault.LINK_CLIENT, "no 'tc'")));

    assertThat(report.good()).isTrue();
    assertThat(report.lines().get(1)).matches(".* cut for 30 s +not run +- +- +no 'tc'");
  }

  @ParameterizedTest
  @MethodSource("trials")
  void effectAndVerdictFollowFromTheRowsAndTheFailure(Trial trial, String effect, boolean good) {
    Finding finding = Finding.of(Fault.MASTER, trial, true, "");

    assertThat(finding.effect()).isEqualTo(effect);
    assertThat(finding.good()).isEqualTo(good);
  }

  @Test
  void aFaultThatDidNotComeAboutIsNotPassed() {
    Trial exact = export(null, 1000L, true);
    assertThat(Finding.of(Fault.MASTER, exact, false, "").good()).isFalse();
  }

  @Test
  void theMessageIsTheToolsOrElseThatOfVerify() {
    assertThat(message(Fault.MASTER, export(failed("job failed"), null, false)))
        .isEqualTo("job failed");
    assertThat(message(Fault.MASTER, export(null, null, false))).isEqualTo("rows 1 instead of 2");
    assertThat(message(Fault.MASTER, export(null, 1700L, false))).isEmpty();
    assertThat(message(Fault.CLIENT, export(failed("map 0%"), 400L, false)))
        .as("a killed client says nothing of its end")
        .isEmpty();
  }

  private static String message(Fault fault, Trial trial) {
    return Finding.of(fault, trial, true, "").message();
  }

  @Test
  void theMessageIsTheLastThatTellsOfAFailureWithoutTimesAndPlaces() {
    assertThat(
            Finding.message(
                """
                26/11/22 12:20:01 INFO mapreduce.Job: map 50% reduce 0%
                26/11/22 12:20:09 ERROR tool.ExportTool: Error during export: Export job failed! see /tmp/x/log.txt
                \tat org.apache.sqoop.Sqoop.main(Sqoop.java:252)
                26/11/22 12:20:10 INFO mapreduce.Job: Job Counters
                \t\tFailed Shuffles=0
                """))
        .isEqualTo("Error during export: Export job failed! see …");
    assertThat(Finding.message("job failed\nload: the end of export 1 is unknown; run it again"))
        .isEqualTo("load: the end of export 1 is unknown; run it again");
    assertThat(Finding.message("2026-11-22 12:20:10,123 INFO  mapreduce.Job: done"))
        .isEqualTo("done");
    assertThat(Finding.message("printed nothing")).isEqualTo("printed nothing");
    assertThat(Finding.message("failed " + "x".repeat(500))).hasSize(162).endsWith(" …");
    assertThat(Finding.message("")).isEmpty();
  }

  private static final List<Finding> FINDINGS =
      List.of(
          Finding.of(Fault.MASTER, export(failed("job_1 failed | stopped"), 400L, false), true, ""),
          Finding.of(Fault.SPECULATION, export(null, 1000L, true), true, "no second attempt"),
          Finding.of(Fault.DATANODE, export(null, 1000L, true), false, "needs a second worker"));

  @Test
  void aPairThatWasNotMeasuredShowsNoResult() {
    assertThat(new FaultReport(FINDINGS).lines())
        .hasSize(4)
        .anyMatch(
            line ->
                line.matches(
                    "sqoop-jdbc-load-postgres .* the application master is killed +partial: 400 of 1,000"
                        + " rows +1 +1 +job_1 failed \\| stopped"))
        .anyMatch(line -> line.matches(".*\\(no second attempt\\) +exactly once +0 +1 +-"))
        .anyMatch(
            line -> line.matches(".*started again +not measured +- +1 +needs a second worker"));
    assertThat(new FaultReport(FINDINGS).good()).isFalse();
    assertThat(new FaultReport(FINDINGS.subList(0, 2)).good()).isTrue();
  }

  @Test
  void aPairThatFailedBeforeItsFaultSaysHow() {
    Finding early =
        Finding.of(Fault.MASTER, export(failed("no such table"), 0L, false), false, "no task seen");

    assertThat(FaultReport.line(early)).isEqualTo("not measured, no task seen: no such table");
  }

  @Test
  void aBrokenPromiseIsMarked() {
    Finding doubled = Finding.of(Fault.MASTER_LATE, promised(null, 1500L, false), true, "");

    assertThat(FaultReport.line(doubled))
        .isEqualTo("doubled: 1,500 of 1,000 rows, not as promised, 0");
    assertThat(new FaultReport(List.of(doubled)).good()).isFalse();
  }

  @Test
  void markdownHasTheCommandAboveTheTable() {
    List<String> lines =
        new FaultReport(FINDINGS).markdown("bin/loadpath faults --only 'a b'").lines().toList();

    assertThat(lines)
        .startsWith(
            "`bin/loadpath faults --only 'a b'`",
            "",
            "| Path | Fault | Arrived | Exit code | Trials | Last message |",
            "| :--- | :--- | :--- | ---: | ---: | :--- |")
        .hasSize(7);
    assertThat(lines.get(4))
        .endsWith(
            "| the application master is killed | partial: 400 of 1,000 rows | 1 | 1 | job\\_1 failed"
                + " \\| stopped |");
    assertThat(lines.get(6)).endsWith("| not measured | – | 1 | needs a second worker |");
  }

  private static Variant variant(String path) {
    return new Variant(CATALOGUE.get(path, "test"), Map.of());
  }

  static RunError failed(String message) {
    return new RunError("run", 1, message);
  }

  /** An export after which verify found {@code rows}, and {@code proven} them. */
  static Trial export(RunError failure, Long rows, boolean proven) {
    return export("sqoop-jdbc-load-postgres", failure, rows, proven);
  }

  /** Likewise, by a path that promises exactly once. */
  static Trial promised(RunError failure, Long rows, boolean proven) {
    return export("sqoop-connector-load-postgres", failure, rows, proven);
  }

  private static Trial export(String path, RunError failure, Long rows, boolean proven) {
    int code = rows == null ? 1 : 0;
    RunError proof = proven ? null : new RunError("verify", code, "rows 1 instead of 2");
    return new Trial(variant(path), failure, rows, SENT, proof);
  }

  /**
   * A query.
   *
   * @param proof how verify failed; null for the exact answer
   */
  static Trial query(RunError failure, RunError proof) {
    return new Trial(variant("mapreduce-q1"), failure, null, SENT, proof);
  }
}
