package io.loadpath.benchmarks.index;

import static io.loadpath.benchmarks.index.ResultsFolder.OTHER_ROWS;
import static io.loadpath.benchmarks.index.ResultsFolder.ROWS;
import static io.loadpath.benchmarks.index.ResultsFolder.like;
import static io.loadpath.benchmarks.index.ResultsFolder.rounds;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.RecordComparison;
import io.loadpath.benchmarks.statistics.RoundsRecord;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrendsTest {
  @TempDir private Path folder;
  private ResultsFolder results;

  @BeforeEach
  void makeAFolder() {
    results = new ResultsFolder(folder);
  }

  private static String described(Trends.Line line) {
    return line.variant() + ", " + line.data() + ": " + line.points().size();
  }

  @Test
  void aLineGoesThroughRecordsInOrderOfTimeWithTheirSpread() throws IOException {
    results
        .add("b", rounds("x", 1, 4, 2))
        .add("a", rounds("x", 2))
        .add("busy", ResultsFolder.disturbed("x", 8));

    Trends trends = results.trends();

    assertThat(trends.runs())
        .extracting(Trends.Run::file)
        .containsExactly("b.json", "a.json", "busy.json");
    Trends.Line line = trends.lines().get(0);
    assertThat(line.points()).extracting(Trends.Point::run).containsExactly(0, 1, 2);
    assertThat(line.points()).extracting(Trends.Point::samples).containsExactly(3, 1, 1);
    assertThat(line.points())
        .extracting(Trends.Point::disturbed)
        .containsExactly(false, false, true);
    assertThat(line.points().get(0).speed())
        .as("759,863,287 bytes in 2 s, 4 s and 1 s, as TB/h")
        .extracting(Object::toString)
        .containsExactly("1.3678", "0.68388", "2.7355");
    assertThat(line.points().get(0).cost())
        .extracting(Object::toString)
        .containsExactly("2.6321", "1.3160", "5.2641");
    assertThat(trends.shown()).isTrue();
  }

  @Test
  void aLineJoinsTheRecordsThatTheCommandCompares() throws IOException {
    Map<String, RoundsRecord> records = new LinkedHashMap<>();
    records.put("first", rounds("x", 1));
    records.put("same", rounds("x", 1.2));
    records.put("more-rounds", rounds("x", 1, 1, 1, 1, 1, 1));
    records.put("more-rows", like(2000, OTHER_ROWS).variant("x", null).rounds("x", 2));
    records.put("other-cpu", rounds("x", 1).machine("Xeon", 2, 25_000_000_000L, null));
    records.put("more-cores", rounds("x", 1).machine("AMD EPYC 7B13", 4, 25_000_000_000L, null));
    records.put("same-memory", rounds("x", 1).machine("AMD EPYC 7B13", 2, 25_200_000_000L, null));
    records.put("more-memory", rounds("x", 1).machine("AMD EPYC 7B13", 2, 26_000_000_000L, null));
    records.put("other-variant", rounds("x files=2", 1));
    records.put("failed", rounds("x", 1).sample("x", 2, 1, 1, Kind.FAILED));
    Map<String, RunRecord> built = new LinkedHashMap<>();
    for (String id : records.keySet()) {
      built.put(id + ".json", records.get(id).build());
      results.add(id, records.get(id));
    }

    Trends trends = results.trends();

    List<String> joined = new ArrayList<>();
    for (Trends.Line line : trends.lines()) {
      for (Trends.Point a : line.points()) {
        for (Trends.Point b : line.points()) {
          joined.add(trends.runs().get(a.run()).file() + " " + trends.runs().get(b.run()).file());
        }
      }
    }
    for (String a : built.keySet()) {
      for (String b : built.keySet()) {
        RecordComparison comparison = RecordComparison.of(built.get(a), built.get(b));
        boolean compared = !comparison.rows().isEmpty() && comparison.warnings().isEmpty();
        assertThat(joined.contains(a + " " + b)).as(a + " " + b).isEqualTo(compared);
      }
    }
    assertThat(trends.machines())
        .containsExactly(
            "2 cores, AMD EPYC 7B13, 25.0 GB",
            "2 cores, Xeon, 25.0 GB",
            "4 cores, AMD EPYC 7B13, 25.0 GB",
            "2 cores, AMD EPYC 7B13, 26.0 GB");
    assertThat(trends.lines())
        .extracting(TrendsTest::described)
        .containsExactly(
            "x, 1,000 rows of all-card-trans: 4",
            "x, 2,000 rows of all-card-trans: 1",
            "x files=2, 1,000 rows of all-card-trans: 1",
            "x, 1,000 rows of all-card-trans: 1",
            "x, 1,000 rows of all-card-trans: 1",
            "x, 1,000 rows of all-card-trans: 1");
  }

  @Test
  void equalNumbersOfOtherRowsAreToldApart() throws IOException {
    results
        .add("a", rounds("x", 1))
        .add("b", like(1000, OTHER_ROWS).variant("x", null).rounds("x", 2));

    assertThat(results.trends().lines())
        .extracting(TrendsTest::described)
        .containsExactly(
            "x, 1,000 rows of all-card-trans (sha1 01234567): 1",
            "x, 1,000 rows of all-card-trans (sha1 aaaaaaaa): 1");
    assertThat(results.trends().shown()).isFalse();
  }

  @Test
  void aRecordWithoutFiguresOfTheVariantSaysWhy() throws IOException {
    results
        .add("good", rounds("x", 1))
        .add("bad", rounds("x", 1, 1).sample("x", 3, 1, 1, Kind.FAILED))
        .add("early", like(1000, ROWS).variant("x", null));

    assertThat(results.trends().lines().get(0).missing())
        .containsExactly(
            new Trends.Missing(1, "1 of 3 runs failed"),
            new Trends.Missing(2, "the record has no run of it"));
  }

  @Test
  void cpuTimeThatWasNotCountedHasNoCost() throws IOException {
    results.add("a", like(1000, ROWS).variant("x", null).sample("x", 1, 1, 0, Kind.GOOD));

    assertThat(results.trends().lines().get(0).points().get(0).cost()).isNull();
  }

  @Test
  void everyRunNamesItsInstrument() throws IOException {
    results.add("a", rounds("x", 1)).add("b", rounds("x", 1).instrument("proc-tree"));

    assertThat(results.trends().lines()).hasSize(1);
    assertThat(results.trends().runs())
        .extracting(Trends.Run::instrument)
        .containsExactly("cgroup-v1-cpuacct", "proc-tree");
  }

  @Test
  void copiesOfARecordCountOnce() throws IOException {
    results.add("a", rounds("x", 1)).add("b", rounds("x", 1));
    Files.copy(folder.resolve("b.json"), folder.resolve("before-the-change.json"));

    assertThat(Index.entries(folder)).hasSize(3);
    assertThat(results.trends().lines().get(0).points()).hasSize(2);
  }

  @Test
  void aQueryIsTimedInSeconds() throws IOException {
    results.add("a", TestRecords.plain());

    Trends.Line line =
        results.trends().lines().stream()
            .filter(l -> l.variant().equals("mapreduce-q1 combining=in-mapper"))
            .findFirst()
            .orElseThrow();

    assertThat(line.query()).isTrue();
    assertThat(line.points().get(0).speed().get(0)).isEqualByComparingTo("1.6359");
  }
}
