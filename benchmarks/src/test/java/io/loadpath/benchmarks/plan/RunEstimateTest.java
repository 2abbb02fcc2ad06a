package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimate of a run's time and of its bytes, from the record that comes with the project. */
class RunEstimateTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path SHIPPED = ROOT.resolve("docs/results/quick.json");
  private static final long MILLION_ROWS = new DatasetSize(null, 1_000_000L).textBytes();

  private static final long START_BYTES = 10_000_000;

  @TempDir private Path results;

  private static Variant variant(String path, Map<String, String> parameters) {
    return new Variant(PathCatalogue.discover(ROOT).get(path, "test"), parameters);
  }

  private static Variant copy() {
    return variant("copy-load-postgres", Map.of("files", "2"));
  }

  private RunEstimate estimate(int rounds, String budget, long bytes, Variant... variants) {
    Map<Variant, Long> textBytes = new LinkedHashMap<>();
    List.of(variants).forEach(variant -> textBytes.put(variant, bytes));
    Optional<Duration> time = Optional.ofNullable(budget).map(Duration::parse);
    return new RunEstimate(
        new RunEstimate.Work(textBytes, START_BYTES, 0, rounds, time), results, SHIPPED);
  }

  @Test
  void theTimeGrowsWithRowsAndRounds() {
    assertThat(estimate(3, null, MILLION_ROWS, copy()).time())
        .startsWith("about 30 seconds, an estimate by ")
        .endsWith("docs/results/quick.json");
    assertThat(estimate(3, null, 100 * MILLION_ROWS, copy()).time())
        .matches("about \\d+ minutes.*");
    assertThat(estimate(300, null, 100 * MILLION_ROWS, copy()).time())
        .matches("about \\d+ hours.*");
  }

  @Test
  void aBudgetLimitsTheRounds() {
    assertThat(estimate(1000, "PT3M", 10 * MILLION_ROWS, copy()).time())
        .startsWith("about 3 minutes");
    assertThat(estimate(1000, "PT1S", 10 * MILLION_ROWS, copy()).written().get())
        .contains(" in 1 round and a start run,");
  }

  @Test
  void theBytesAreThoseOfTheTableAndItsLog() {
    Variant unlogged = variant("external-table-load-postgres", Map.of("logging", "unlogged"));

    assertThat(estimate(2, null, 1_000_000_000, copy(), unlogged).written())
        .hasValue(
            "about 8.44 GB into PostgreSQL in 2 rounds and a start run, at most 2.80 GB at a time:"
                + " an estimate of 1.4 times the text for a table, and as much for its write-ahead"
                + " log; probes of limits write more");
  }

  @Test
  void aPathThatFillsNoTableWritesNothing() {
    Variant external = variant("external-table-q1-postgres", Map.of());

    assertThat(estimate(1, null, 1_000_000, external, variant("mapreduce-q1", Map.of())).written())
        .isEmpty();
  }

  @Test
  void theNewestRecordOfTheUserCounts() throws Exception {
    Path own = results.resolve("own.json");
    Files.copy(SHIPPED, own);
    Files.writeString(results.resolve("broken.json"), "{");

    assertThat(estimate(1, null, MILLION_ROWS, variant("mapreduce-q1", Map.of())).time())
        .endsWith("an estimate by " + own);
  }

  @Test
  void aPathThatNoRecordHasIsNamed() {
    Variant oracle = variant("sqlldr-load-oracle", Map.of());

    assertThat(estimate(1, null, MILLION_ROWS, oracle).time())
        .isEqualTo("not known: no record has sqlldr-load-oracle");
    assertThat(estimate(1, null, MILLION_ROWS, oracle, variant("mapreduce-q1", Map.of())).time())
        .endsWith("; without sqlldr-load-oracle, which no record has");
  }

  @ParameterizedTest
  @CsvSource({
    "1, about 10 seconds",
    "44, about 40 seconds",
    "100, about 2 minutes",
    "5000, about 83 minutes",
    "7000, about 2 hours"
  })
  void timesAreRough(double seconds, String text) {
    assertThat(RunEstimate.about(seconds)).isEqualTo(text);
  }
}
