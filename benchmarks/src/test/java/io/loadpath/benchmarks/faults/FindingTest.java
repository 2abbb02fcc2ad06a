package io.loadpath.benchmarks.faults;

import static io.loadpath.benchmarks.faults.Findings.export;
import static io.loadpath.benchmarks.faults.Findings.failed;
import static io.loadpath.benchmarks.faults.Findings.promised;
import static io.loadpath.benchmarks.faults.Findings.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.run.Trial;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a path by the rows that arrived and by how its tool ended. */
class FindingTest {
  private static final RunError NO_ANSWER = new RunError("verify", 1, "no finished answer");
  private static final RunError DIFFERS = new RunError("verify", 0, "answer differs");

  static Stream<Arguments> trials() {
    return Stream.of(
        Arguments.of(export(null, 1000L, true), "exactly once"),
        Arguments.of(export(failed("x"), 1000L, true), "exactly once"),
        Arguments.of(export(failed("x"), 400L, false), "partial: 400 of 1,000 rows"),
        Arguments.of(export(null, 1001L, false), "doubled: 1,001 of 1,000 rows"),
        Arguments.of(export(null, 1000L, false), "other rows: 1,000 of 1,000 rows"),
        Arguments.of(export(failed("x"), 0L, false), "nothing"),
        Arguments.of(export(failed("x"), null, false), "nothing"),
        Arguments.of(query(null, null), "exact answer"),
        Arguments.of(query(failed("x"), NO_ANSWER), "no answer"),
        Arguments.of(query(null, DIFFERS), "wrong answer"));
  }

  @ParameterizedTest
  @MethodSource("trials")
  void theEffectFollowsFromTheRows(Trial trial, String words) {
    assertThat(Finding.of(Fault.MASTER, trial, true, "").effect()).isEqualTo(words);
  }

  private static boolean good(Trial trial, boolean injected) {
    return Finding.of(Fault.MASTER, trial, injected, "").good();
  }

  @Test
  void anAnswerIsExactOrTheJobFails() {
    assertThat(good(query(null, null), true)).isTrue();
    assertThat(good(query(failed("x"), NO_ANSWER), true)).isTrue();
    assertThat(good(query(null, NO_ANSWER), true)).as("no answer without an error").isFalse();
    assertThat(good(query(null, DIFFERS), true)).isFalse();
    assertThat(good(query(failed("x"), DIFFERS), true)).isFalse();
  }

  @Test
  void whatAStockToolDoesWithRowsIsMeasuredNotJudged() {
    assertThat(good(export(null, 1700L, false), true)).isTrue();
    assertThat(good(export(failed("x"), 400L, false), true)).isTrue();
    assertThat(good(export(null, 1000L, false), true)).as("changed rows").isFalse();
  }

  @Test
  void aPathThatPromisesExactlyOnceBringsAllRowsOrFailsWithAllOrNone() {
    assertThat(good(promised(null, 1000L, true), true)).isTrue();
    assertThat(good(promised(failed("x"), 1000L, true), true)).isTrue();
    assertThat(good(promised(failed("x"), 0L, false), true)).isTrue();
    assertThat(good(promised(null, 1700L, false), true)).as("doubled").isFalse();
    assertThat(good(promised(failed("x"), 1700L, false), true)).as("doubled, failed").isFalse();
    assertThat(good(promised(null, 400L, false), true)).as("partial").isFalse();
    assertThat(good(promised(failed("x"), 400L, false), true)).as("partial, failed").isFalse();
    assertThat(good(promised(null, 0L, false), true)).as("nothing without an error").isFalse();
    assertThat(good(promised(null, 1000L, false), true)).as("changed rows").isFalse();
  }

  @Test
  void aFaultThatDidNotComeAboutIsNotPassed() {
    assertThat(good(export(null, 1000L, true), false)).isFalse();
    assertThat(good(query(null, null), false)).isFalse();
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
                """))
        .isEqualTo("Error during export: Export job failed! see …");
    assertThat(Finding.message("2026-11-22 12:20:10,123 INFO  mapreduce.Job: done"))
        .isEqualTo("done");
    assertThat(Finding.message("printed nothing")).isEqualTo("printed nothing");
    assertThat(Finding.message("failed " + "x".repeat(500))).hasSize(162).endsWith(" …");
    assertThat(Finding.message("")).isEmpty();
  }
}
