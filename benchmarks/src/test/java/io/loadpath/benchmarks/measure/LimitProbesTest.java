package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice of probes, their results, and the message of one that fails. */
@Timeout(120)
class LimitProbesTest {
  @TempDir private Path data;
  @TempDir private Path folder;

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private boolean stopped;

  private LimitProbes limits() {
    return limits(false);
  }

  private LimitProbes limits(boolean usersServer) {
    ConnectionInfo noServer = new ConnectionInfo("127.0.0.1", 1, "u", "d", folder, folder);
    return new LimitProbes(
        folder,
        Optional.of(new ProbeServer(noServer, "s", usersServer)),
        Map.of(),
        this::checkStopped,
        new PrintStream(log, true));
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
  void theLimitsDependOnTheVariant(Measure measures, boolean postgres, String probes)
      throws IOException {
    assertThat(probed(TestData.cards(data, measures, postgres, 2, "none")))
        .containsExactly(probes.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "IMPORT, page-cache-read link-receive",
    "LOAD, page-cache-read link-send database-copy"
  })
  void theLinkToAUsersServerIsProbedInPlaceOfTheLoopback(Measure measures, String probes)
      throws IOException {
    ProbeTarget target = TestData.cards(data, measures, true, 2, "none");

    assertThat(limits(true).probes(List.of(target)))
        .extracting(Probe::name)
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
        TestData.target(data, Dataset.allCardTrans(1000, 1, Codec.NONE), Measure.LOAD, true);

    assertThat(limits().run(List.of(small))).isEmpty();
    assertThat(log.toString()).isEmpty();
  }

  private static Probe failing(String name, Exception failure) {
    return new Probe(
        name,
        () -> {
          if (failure instanceof SQLException sql) {
            throw sql;
          }
          throw (IOException) failure;
        });
  }

  @Test
  void aLimitThatCannotBeProbedIsNamedAndTheOthersAreKept() {
    Limit good =
        new Limit("loopback", "Loopback", 2, null, 3_000_000_000L, List.of(2_000_000_000L));
    Limit slow = new Limit("link-send", "Link", 2, null, 3_000_000L, List.of(2_000_000_000L));

    List<Limit> limits =
        limits()
            .runAll(
                List.of(
                    failing("inflate-gzip", new IOException("No space left on device")),
                    failing("database-copy", new SQLException("connection refused")),
                    new Probe("loopback", () -> good),
                    new Probe("link-send", () -> slow)));

    assertThat(limits).containsExactly(good, slow);
    assertThat(log.toString().lines())
        .containsExactly(
            "probing the limits of this machine",
            "  inflate-gzip     left out: No space left on device",
            "  database-copy    left out: connection refused",
            "  loopback           1.50 GB/s",
            "  link-send          1.50 MB/s");
  }

  @Test
  void aProbeThatFailsBecauseOfAStopEndsTheRun() {
    Probe ended =
        new Probe(
            "inflate-gzip",
            () -> {
              stopped = true;
              throw new IOException("gzip exited with 130");
            });

    assertThatThrownBy(() -> limits().runAll(List.of(ended))).hasMessage("stopped");
    assertThat(log.toString()).doesNotContain("left out");
  }

  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final CountDownLatch working = new CountDownLatch(1);
  private final Trials trials = new Trials(2, () -> {}, Map.of());
  private final Trials stoppable =
      new Trials(
          1,
          () -> {
            if (working.getCount() == 0) {
              throw new Stopped();
            }
          },
          Map.of("TRIALS_TEST", "1"));

  @Test
  void allTasksWorkAtTheSameTimeAndTheLastOneCounts() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    List<Callable<Object>> tasks =
        List.of(
            both::await,
            () -> {
              both.await();
              Thread.sleep(30);
              return null;
            });

    assertThat(trials.nanos(tasks)).isGreaterThan(30_000_000);
  }

  @ParameterizedTest
  @ValueSource(classes = {SQLException.class, IOException.class})
  void theExceptionOfATaskIsRethrown(Class<? extends Exception> failure) throws Exception {
    Exception thrown = failure.getConstructor(String.class).newInstance("no server");
    Callable<Void> bad =
        () -> {
          throw thrown;
        };

    assertThatThrownBy(() -> trials.nanos(List.of(bad))).isSameAs(thrown);
  }

  @Test
  void aStopInterruptsTheTasksAndGoesOn() {
    CountDownLatch interrupted = new CountDownLatch(1);
    Callable<Void> endless =
        () -> {
          working.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            interrupted.countDown();
          }
          return null;
        };

    assertThatThrownBy(() -> stoppable.nanos(List.of(endless))).isInstanceOf(Stopped.class);
    assertThat(interrupted.getCount()).isZero();
  }

  @Test
  void aStopEndsAProgram() {
    working.countDown();

    assertThatThrownBy(() -> stoppable.nanosOf(List.of("sleep", "391")))
        .isInstanceOf(Stopped.class);
    assertThat(Processes.withEnvironment("TRIALS_TEST", "1")).isEmpty();
  }

  @Test
  void aProgramThatFailsSaysWhy() {
    assertThatThrownBy(() -> trials.nanosOf(List.of("ls", "/nowhere")))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("ls exited with", "/nowhere");
  }

  @Test
  void threeTrialsAreTakenAndNoneAfterAStop() throws Exception {
    assertThat(trials.trials(() -> 7)).containsExactly(7L, 7L, 7L);

    working.countDown();
    assertThatThrownBy(() -> stoppable.trials(() -> 7)).isInstanceOf(Stopped.class);
  }

  @BeforeEach
  void openFolders() throws IOException {
    for (Path each : List.of(data, folder)) {
      Owner.mode(each, "rwxr-xr-x"); // root's inflaters run as another user
    }
  }

  private static void isComplete(Limit limit, String name, int threads) {
    assertThat(limit.name()).isEqualTo(name);
    assertThat(limit.threads()).isEqualTo(threads);
    assertThat(limit.wallNanos()).hasSize(3);
  }

  @Test
  void theWholeDatasetIsReadAsOftenAsATrialNeeds() throws Exception {
    ProbeTarget target = TestData.cards(data, Measure.QUERY, false, 3, "none");

    Limit limit = MachineProbes.pageCacheRead(trials, target).search().run();

    isComplete(limit, "page-cache-read", 2);
    assertThat(limit.dataset()).isEqualTo(target.dataset());
    assertThat(limit.bytes() % target.manifest().wireBytes()).isZero();
    assertThat(limit.bytes()).isGreaterThan(target.manifest().wireBytes());
  }

  @Test
  void aFileThatIsGoneIsAFailure() throws Exception {
    ProbeTarget target = TestData.cards(data, Measure.QUERY, false, 2, "none");
    Files.delete(target.folder().resolve("part-00001.tbl"));

    assertThatThrownBy(() -> MachineProbes.pageCacheRead(trials, target).search().run())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("part-00001.tbl");
  }

  @Test
  void bytesGoOverAConnectionForEachCore() throws Exception {
    Limit limit = MachineProbes.loopback(trials).search().run();

    isComplete(limit, "loopback", 2);
    assertThat(limit.bytes()).isEqualTo(2L * 1000 * (1 << 18));
  }

  @Test
  void everyInflaterThatIsThereInflatesTheSameText() throws Exception {
    ProbeTarget target = TestData.cards(data, Measure.LOAD, true, 2, "gzip-3");

    for (Probe probe : Inflate.each(trials, folder, target)) {
      Limit limit = probe.search().run();

      isComplete(limit, probe.name(), 1);
      long part = target.manifest().files().get(0).logicalBytes();
      assertThat(limit.bytes() % part).as(probe.name()).isZero();
      assertThat(limit.bytes()).isBetween(64_000_000 - part, 64_000_000L);
    }
    assertThat(Inflate.each(trials, folder, target))
        .extracting(Probe::name)
        .contains("inflate-gzip", "inflate-java");
  }

  @Test
  void aFileWithoutTextIsPassedOver() throws Exception {
    ProbeTarget target = TestData.cards(data, Measure.LOAD, true, 1, "gzip-3");
    Manifest whole = target.manifest();
    Manifest.DataFile part = whole.files().get(0);
    List<Manifest.DataFile> files = List.of(new Manifest.DataFile("empty.gz", 0, 0, 20, ""), part);
    Manifest manifest =
        new Manifest(
            whole.dataset(),
            whole.generator(),
            whole.scale(),
            whole.seed(),
            whole.codec(),
            files,
            whole.sha1(),
            whole.fingerprint(),
            whole.q1(),
            whole.traits());
    ProbeTarget both =
        new ProbeTarget(
            Measure.LOAD, true, target.table(), target.dataset(), target.folder(), manifest);

    Limit limit = new Inflate(trials, folder, both, "java", part.logicalBytes()).run();

    assertThat(limit.bytes()).isEqualTo(part.logicalBytes());
  }

  @Test
  void onlyTheBeginningOfALongFileIsInflated() throws Exception {
    ProbeTarget target = TestData.cards(data, Measure.LOAD, true, 1, "gzip-3");
    long most = target.manifest().logicalBytes() / 2;

    for (String tool : List.of("gzip", "java")) {
      Limit limit = new Inflate(trials, folder, target, tool, most).run();

      assertThat(limit.bytes()).isEqualTo(most);
    }
    Path sample = folder.resolve("inflate-" + target.dataset() + ".gz");
    try (InputStream text = new GZIPInputStream(Files.newInputStream(sample))) {
      assertThat(text.readAllBytes()).hasSize((int) most);
    }
    assertThat((double) Files.size(sample) / target.manifest().wireBytes())
        .as("compressed at the same level")
        .isCloseTo(0.5, within(0.02));
    assertThat(Owner.uidOf(sample)).as("who reads it").isEqualTo(ServerUser.find().uid());
  }

  @Test
  void aDamagedFileIsAFailureOfEveryInflater() throws Exception {
    ProbeTarget target = TestData.cards(data, Measure.LOAD, true, 1, "gzip-3");
    Path part = target.folder().resolve("part-00000.tbl.gz");
    byte[] bytes = Files.readAllBytes(part);
    Files.write(part, Arrays.copyOf(bytes, bytes.length / 2));

    for (Probe probe : Inflate.each(trials, folder, target)) {
      assertThatThrownBy(probe.search()::run).as(probe.name()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void rootInflatesNothingThatItsDatabaseServerCouldNotRead() throws Exception {
    assumeThat(Owner.caller()).as("another user reads what he may").isZero();
    ProbeTarget target = TestData.cards(data, Measure.LOAD, true, 1, "gzip-3");
    Owner.mode(target.folder().resolve("part-00000.tbl.gz"), "rw-------");

    assertThatThrownBy(() -> new Inflate(trials, folder, target, "gzip", 64_000_000).run())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Permission denied");
  }
}
