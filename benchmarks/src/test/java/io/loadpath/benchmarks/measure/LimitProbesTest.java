package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.engines.postgres.ConnectionInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which limits are probed, and what becomes of one that cannot be. */
class LimitProbesTest {
  @TempDir private Path data;
  @TempDir private Path folder;

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private boolean stopped;

  private LimitProbes limits() {
    ConnectionInfo noServer = new ConnectionInfo("127.0.0.1", 1, "u", "d", folder, folder);
    return new LimitProbes(
        folder, Optional.of(noServer), Map.of(), this::checkStopped, new PrintStream(log, true));
  }

  private void checkStopped() {
    if (stopped) {
      throw new IllegalStateException("stopped");
    }
  }

  private List<String> probed(ProbeTarget... targets) {
    return limits().probes(List.of(targets)).stream()
        .map(Probe::name)
        .filter(name -> !name.equals("inflate-igzip")) // which a machine may lack
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "QUERY, false, page-cache-read",
    "IMPORT, true, page-cache-read loopback",
    "LOAD, true, page-cache-read database-copy",
    "LOAD, false, page-cache-read"
  })
  void whatAVariantDoesNeedsItsOwnLimits(Measure measures, boolean postgres, String probes)
      throws IOException {
    assertThat(probed(TestData.cards(data, measures, postgres, 2, "none")))
        .containsExactly(probes.split(" "));
  }

  @Test
  void theSameRowsAreProbedOnceHoweverTheyAreCut() throws IOException {
    assertThat(
            probed(
                TestData.cards(data, Measure.EXPORT, true, 1, "none"),
                TestData.cards(data, Measure.LOAD, true, 2, "none"),
                TestData.cards(data, Measure.LOAD, true, 1, "gzip-3"),
                TestData.cards(data, Measure.LOAD, true, 2, "gzip-3")))
        .containsExactly("page-cache-read", "inflate-gzip", "inflate-java", "database-copy");
  }

  @Test
  void rowsThatOnlyAToolCanReadAreNotCopied() throws IOException {
    ProbeTarget plain = TestData.cards(data, Measure.LOAD, true, 2, "none");
    ProbeTarget zstd = TestData.cards(data, Measure.LOAD, true, 2, "zstd-3");

    assertThat(probed(zstd)).doesNotContain("database-copy");
    assertThat(probed(zstd, plain)).contains("database-copy");
  }

  @Test
  void lessThanAMegabyteIsNotWorthProbing() throws IOException {
    ProbeTarget small =
        TestData.target(data, Datasets.allCardTrans(1000, 1, Codec.NONE), Measure.LOAD, true);

    assertThat(limits().run(List.of(small))).isEmpty();
    assertThat(log.toString()).isEmpty();
  }

  private record Given(String name, Limit limit, Exception failure, Runnable before)
      implements Probe {
    @Override
    public Limit run() throws IOException, SQLException {
      before.run();
      if (failure instanceof SQLException sql) {
        throw sql;
      }
      if (failure != null) {
        throw (IOException) failure;
      }
      return limit;
    }
  }

  @Test
  void aLimitThatCannotBeProbedIsNamedAndTheOthersAreKept() {
    Limit good =
        new Limit("loopback", "Loopback", 2, null, 3_000_000_000L, List.of(2_000_000_000L));

    List<Limit> limits =
        limits()
            .runAll(
                List.of(
                    new Given(
                        "inflate-gzip", null, new IOException("No space left on device"), () -> {}),
                    new Given(
                        "database-copy", null, new SQLException("connection refused"), () -> {}),
                    new Given("loopback", good, null, () -> {})));

    assertThat(limits).containsExactly(good);
    assertThat(log.toString().lines())
        .containsExactly(
            "probing the limits of this machine",
            "  inflate-gzip     left out: No space left on device",
            "  database-copy    left out: connection refused",
            "  loopback           1.50 GB/s");
  }

  @Test
  void aProbeThatFailsBecauseOfAStopEndsTheRun() {
    Given ended =
        new Given(
            "inflate-gzip", null, new IOException("gzip exited with 130"), () -> stopped = true);

    assertThatThrownBy(() -> limits().runAll(List.of(ended))).hasMessage("stopped");
    assertThat(log.toString()).doesNotContain("left out");
  }
}
