package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.datasets.Manifest;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What each probe of the machine finds and leaves. */
@Timeout(120)
class ProbesTest {
  @TempDir private Path data;
  @TempDir private Path folder;

  private final Trials trials = new Trials(2, () -> {}, Map.of("LOADPATH_RUN_ID", "probes-test"));

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
            whole.rows(),
            whole.scale(),
            whole.seed(),
            whole.codec(),
            whole.logicalBytes(),
            whole.wireBytes(),
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
