package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.RoundsRecord;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ResultTableTest {

  @Test
  void saysHowEachPathComparesWithItsBaseline() {
    RoundsRecord rounds =
        new RoundsRecord()
            .variant("plain", null)
            .variant("slow", "plain")
            .variant("same", "plain")
            .rounds("plain", 1, 1, 1, 1, 1, 1)
            .rounds("slow", 1.2, 1.2, 1.2, 1.2, 1.2, 1.2)
            .rounds("same", 1.02, 0.98, 1.02, 0.98, 1.02, 0.98);

    assertThat(String.join("\n", ResultTable.lines(Figures.of(rounds.build()))))
        .containsPattern("(?m)^plain .* verified; baseline$")
        .containsPattern("(?m)^slow .* verified; time 1.20 slower; CPU 1.20 more CPU$")
        .containsPattern(
            "(?m)^same .* verified; time 1.00 no difference shown; CPU 1.00 no difference shown$");
  }

  @Test
  void saysNothingOfThatAfterTooFewRounds() {
    RoundsRecord rounds =
        new RoundsRecord()
            .variant("plain", null)
            .variant("slow", "plain")
            .rounds("plain", 1, 1)
            .rounds("slow", 1.2, 1.2);

    assertThat(ResultTable.lines(Figures.of(rounds.build())))
        .filteredOn(line -> line.endsWith("verified"))
        .hasSize(2);
  }

  @Test
  void saysWhyItSaysNothingAfterMany() {
    RoundsRecord rounds =
        new RoundsRecord()
            .variant("plain", null)
            .variant("busy", "plain")
            .rounds("plain", 1, 1, 1, 1, 1, 1)
            .sample("busy", 1, 1, 1, Kind.DISTURBED);
    assertThat(String.join("\n", ResultTable.lines(Figures.of(rounds.build()))))
        .containsPattern("(?m)^busy .*; no undisturbed round beside the baseline$");

    rounds.sample("busy", 2, 1, 1, Kind.GOOD);
    assertThat(String.join("\n", ResultTable.lines(Figures.of(rounds.build()))))
        .containsPattern(
            "(?m)^busy .* verified, 1 round; time 1.00 only 1 round; CPU 1.00 only 1 round$");
  }

  @Test
  void marksWhatWasDisturbedOrLeftProcessesBehind() throws IOException {
    String json =
        TestRecords.recordedJson()
            .replaceFirst("(\"warmup\":false.*\"leftProcesses\":)\\[\\]", "$1[\"java (4711)\"]");
    assertThat(ResultTable.lines(Figures.of(RecordFile.parse(json, "recorded.json"))))
        .filteredOn(line -> line.contains("verified, disturbed"))
        .hasSize(4)
        .filteredOn(line -> line.contains(", left processes"))
        .hasSize(1);
  }

  @Test
  void namesWhatWentWrongInAStartRun() throws IOException {
    RunRecord record =
        new RoundsRecord()
            .variantWithStart("lost", Kind.FAILED_START)
            .rounds("lost", 1, 1)
            .variantWithStart("leaking", Kind.LEAKING_START)
            .rounds("leaking", 1, 1)
            .variantWithStart("worse", Kind.FAILED_START)
            .sample("worse", 1, 1, 1, Kind.FAILED)
            .build();
    assertThat(String.join("\n", ResultTable.lines(Figures.of(record))))
        .containsPattern("(?m)^lost .* verified, start run failed$")
        .containsPattern("(?m)^leaking .* verified, left processes$")
        .containsPattern("(?m)^worse .* FAILED 1 of 1, start run failed$");
    assertThat(ReportRecords.rendered(Report::csv, Figures.of(record)))
        .containsPattern("(?m)^1,lost,.*,start run: 1 row lost,")
        .containsPattern("(?m)^2,leaking,.*,java \\(4711\\),,");
  }

  @Test
  void namesWhatAnInterruptedRunDidNotReach() {
    RunRecord whole =
        new RoundsRecord().variant("x", null).variant("y", null).rounds("x", 1).build();
    assertThat(ResultTable.lines(Figures.of(whole)))
        .last()
        .asString()
        .startsWith("y ")
        .endsWith("not run: the run ended before its turn");
  }
}
