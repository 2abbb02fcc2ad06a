package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.engines.net.Lab;
import io.loadpath.engines.net.LabNeeds;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs whose bytes cross a link; on a machine without labs, the reason why none runs. */
class RunInLabIT {
  private static final String NET = "100Mbit+4ms";

  private TestServer place;

  @BeforeEach
  void makeState() throws IOException {
    place = new TestServer();
  }

  @AfterEach
  void removeState() throws IOException {
    place.delete();
  }

  private String out() {
    return place.state.resolve("out").toString();
  }

  private Program run(String... options) {
    return Program.in(place.state, "bin/loadpath", "run")
        .with(options)
        .set("LOADPATH_STATE", place.state)
        .set("LOADPATH_BUILD", "never");
  }

  private Program runNetwork(String... more) {
    return run("network", "--rounds", "1", "--net", NET, "--out", out()).with(more);
  }

  private static Optional<String> missing() throws IOException {
    return LabNeeds.missing(List.of(Link.parse(NET)));
  }

  private static void assumeAllowed() throws IOException {
    Optional<String> missing = missing();
    assumeTrue(missing.isEmpty(), () -> missing.get());
  }

  private RunRecord record() throws IOException {
    try (Stream<Path> files = Files.list(place.state.resolve("out"))) {
      Path json = files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
      return RecordFile.read(json);
    }
  }

  private void assertNothingLeft() throws IOException {
    assertThat(Lab.names(place.state)).isEmpty();
    assertThat(Processes.all(words -> words.toString().contains(place.state.toString()))).isEmpty();
  }

  @Test
  void rowsCrossTheLinkAndAllArrive() throws IOException {
    Outcome outcome =
        runNetwork("--rows", "20000")
            .with("--only", "external-table-http codec=gzip-3", "--only", "psql-load-postgres")
            .run();
    if (missing().isPresent()) {
      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.err()).contains("no lab: " + missing().get());
    }
    assumeAllowed();
    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    RunRecord record = record();
    assertThat(record.command()).contains("--net " + NET);
    assertThat(record.variants()).extracting(v -> v.parameters().get("net")).containsOnly(NET);
    assertThat(record.samples()).isNotEmpty().allMatch(Sample::verified);
    assertThat(record.network())
        .extracting(LinkInfo::from)
        .containsExactly("hadoop", "database", "files");
    assertThat(record.network())
        .extracting(LinkInfo::fetchCpuNanosPerMb)
        .satisfiesExactly(
            none -> assertThat(none).isNull(),
            none -> assertThat(none).isNull(),
            fetch -> assertThat(fetch).isNotNull());
    assertThat(record.network())
        .allSatisfy(
            link -> {
              assertThat(link.net()).isEqualTo(NET);
              assertThat(link.roundTripNanos()).isGreaterThan(4_000_000);
              assertThat(link.wireBytesPerSecond()).isLessThan(13_500_000);
            });
    assertThat(
            record.samples().stream()
                .filter(sample -> sample.variant().startsWith("external-table-http"))
                .flatMap(sample -> sample.cpu().stream()))
        .extracting(stage -> stage.stage())
        .contains("files");
    assertNothingLeft();
  }

  private boolean hasStep() {
    try (Stream<Path> folders = Files.walk(place.state.resolve("work"), 2)) {
      return folders.anyMatch(folder -> folder.toString().endsWith("-psql-load-postgres"));
    } catch (IOException | UncheckedIOException e) {
      return false; // not there yet
    }
  }

  @Test
  void aKilledRunEndsWhatItStarted() throws Exception {
    assumeAllowed();
    Process run = runNetwork("--rows", "1000000", "--only", "psql-load-postgres").start();
    Await.until("a step of a path", () -> hasStep() || !run.isAlive());
    assertThat(run.isAlive()).isTrue();

    run.destroyForcibly(); // KILL

    Await.until(
        "the end of all programs",
        () -> Processes.all(words -> words.toString().contains(place.state.toString())).isEmpty());
    Outcome recovered =
        Program.in(place.state, "bin/loadpath", "recover")
            .set("LOADPATH_STATE", place.state)
            .set("LOADPATH_BUILD", "never")
            .run();
    assertThat(recovered.exitCode()).as(recovered.all()).isZero();
    assertNothingLeft();
  }

  @Test
  void aDatabaseReadsHdfsOverALinkAndAJobCountsWhatItSent() throws IOException {
    assumeAllowed();
    Path suite = place.state.resolve("jobs.yaml");
    Files.writeString(
        suite,
        """
        title: A file of HDFS, and a job
        rounds: 1
        on: [cluster]
        net: [1GbE]
        datasets:
          all-card-trans: {rows: 20000}
          lineitem: {scale: 0.01}
        paths:
          - path: external-table-webhdfs
            parameters: {codec: [gzip-3]}
          - path: mapreduce-q1
            parameters: {containers: [2]}
          - path: hive-q1
            parameters: {engine: [tez]}
        """);
    Outcome outcome = run(suite.toString(), "--out", out()).run();

    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    RunRecord record = record();
    assertThat(record.places()).extracting(PlaceInfo::workers).containsExactly(2);
    assertThat(record.variants()).extracting(v -> v.parameters().get("net")).containsOnly("1GbE");
    assertThat(record.samples()).isNotEmpty().allMatch(Sample::verified);
    assertThat(record.samples())
        .filteredOn(sample -> sample.variant().startsWith("mapreduce"))
        .isNotEmpty()
        .allSatisfy(
            sample -> {
              assertThat(sample.shuffledBytes()).isPositive();
              assertThat(sample.locality().localMaps()).isEqualTo(sample.locality().maps());
            });
    assertNothingLeft();
  }

  private Outcome dryRun(String suite) {
    return run(suite, "--dry-run").run();
  }

  @Test
  void aDryRunMakesNoLab() throws IOException {
    Outcome outcome = dryRun("network");

    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    assertThat(outcome.out()).contains("external-table-http files=", "net=2x1GbE");
    assertNothingLeft();
  }

  @Test
  void aReaderLimitsTheRateWhereNoLabCanBeMade() throws IOException {
    place.server.start(); // its network is that of the machine

    Outcome outcome = dryRun("ingest");

    assertThat(outcome.exitCode()).as(outcome.all()).isZero();
    assertThat(outcome.out())
        .startsWith("no lab, so the paths without one run: ")
        .contains("external-table-load-postgres", "ingest=10MB/s")
        .doesNotContain("net=");
    place.server.stop();
    Outcome stopped = dryRun("ingest");
    boolean lab = Owner.caller() == 0 && missing().isEmpty();
    assertThat(stopped.out())
        .contains(lab ? "external-table-http files=" : "no lab, so the paths without one run: ");
    assertThat(stopped.out().contains("net=80Mbit")).isEqualTo(lab);
  }

  @Test
  void aLabReachesNoServerOutsideIt() {
    Outcome outcome = runNetwork("--postgres", "postgresql://etl@db.example/sales").run();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("--net: a lab reaches no other machine");
  }

  @Test
  void withoutALinkThePathSaysWhatItNeeds() {
    Outcome outcome = run("--only", "external-table-http").run();

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("needs a link between hosts: add --net 1GbE");
  }

  @Test
  void aRunInALabNamesItsLinks() throws IOException {
    Path lab = place.state.resolve("lab.properties");
    Files.writeString(lab, "");
    Outcome outcome = run("--only", "psql-load-postgres").set("LOADPATH_LAB", lab).run();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("add --net LINK, or run outside the lab");
  }

  @Test
  void aRunThatIsEndedLeavesNoLab() throws Exception {
    assumeAllowed();
    Process run = runNetwork("--rows", "1000000", "--only", "psql-load-postgres").start();
    Path begun = place.state.resolve("run.json");
    Await.until("the run has begun in its lab", () -> Files.exists(begun) || !run.isAlive());

    run.destroy(); // TERM

    assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).isEqualTo(143);
    Await.until(
        "all has ended",
        () -> Processes.all(w -> w.toString().contains(place.state.toString())).isEmpty());
    assertNothingLeft();
  }
}
