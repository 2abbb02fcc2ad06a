package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.ProgramOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The instruments of this machine against a program that knows its own CPU time. */
@Timeout(120)
class CheckedMeterIT {
  static String uniqueName() {
    return "loadpath-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  }

  @Test
  void choosesAnInstrumentThatTellsTheTruth() {
    try (CheckedMeter meter = CheckedMeter.choose(uniqueName(), "client", Set::of, Map.of())) {
      assertThat((double) meter.measuredNanos())
          .isCloseTo(meter.expectedNanos(), within(meter.expectedNanos() * 0.03));
      assertThat(meter.expectedNanos()).isGreaterThan(100_000_000);
    }
  }

  @Test
  void refusesAnInstrumentThatDoesNot() {
    CpuLedgerTest.StoppedMeter blind = new CpuLedgerTest.StoppedMeter();
    CpuMeter whole = new ProcessTreeMeter(Set::of);
    try (CheckedMeter meter =
        CheckedMeter.choose(List.of(blind, whole), "client", Map.of(), CheckedMeter.FIRST_TURNS)) {
      assertThat(meter.meter()).isSameAs(whole);
      assertThat(blind.closed).isTrue();
    }
  }

  @Test
  void saysWhatWasReadWhenNoneIsGood() {
    assertThatThrownBy(
            () ->
                CheckedMeter.choose(
                    List.of(new CpuLedgerTest.StoppedMeter()), "client", Map.of(), 10_000))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("no CPU meter can be trusted here")
        .hasMessageContaining("stopped read");
  }

  @Test
  void leavesNoGroupBehind() {
    String name = uniqueName();
    CheckedMeter.choose(name, "client", Set::of, Map.of()).close();

    assertThat(CgroupHierarchy.mounted())
        .allSatisfy(hierarchy -> assertThat(hierarchy.own().resolve(name)).doesNotExist());
  }

  /** Returns the instruments that this user may use here. */
  static List<CpuMeter> instruments() throws IOException {
    List<CpuMeter> meters = new ArrayList<>();
    for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
      if (Files.isWritable(hierarchy.own())) {
        meters.add(new CgroupMeter(hierarchy, uniqueName()));
      }
    }
    meters.add(new ProcessTreeMeter(Set::of));
    return meters;
  }

  private static final double TOLERANCE = 0.05;
  private static final String BURN =
      "burn() { local i=0; while ((i < $1)); do i=$((i + 1)); done; }\n";

  /**
   * A background process and, on request, a backend with a preprocessor; each notes its CPU time.
   */
  private static final String SERVER =
      BURN
          + """
          cd "$1"
          mkfifo go
          bash -c 'exec -a "postgres: checkpointer " bash "$1/background.sh" "$1"' sh "$1" &
          while [ ! -e background.ready ]; do sleep 0.01; done
          echo ready
          read -r go
          echo go >go
          (bash preprocessor.sh; burn 150000; echo "$BASHPID" >/dev/null; times >backend.times)
          while [ ! -e background.times ]; do sleep 0.01; done
          echo done
          read -r end
          """;

  private static final String BACKGROUND =
      BURN
          + """
          cd "$1"
          touch background.ready
          read -r go <go
          burn 100000
          times >background.tmp
          mv background.tmp background.times
          sleep 60
          """;
  private static final String PREPROCESSOR =
      BURN + "(burn 100000) & burn 150000; wait; times >preprocessor.times\n";
  private static final String DAEMON =
      BURN + "read -r go; burn 120000; times >\"$1\"; read -r end\n";

  /** A daemon that starts a container on request, and waits for it. */
  private static final String NODE =
      BURN
          + """
          read -r go
          (burn 90000; echo "$BASHPID" >/dev/null; times >"$1.container")
          burn 60000
          times >"$1.tmp"
          mv "$1.tmp" "$1"
          read -r end
          """;

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @Test
  void everyStageHasItsOwnAndTheyAddUp() throws Exception {
    for (CpuMeter meter : CheckedMeterIT.instruments()) {
      try (meter) {
        check(meter, Files.createDirectory(folder.resolve(meter.name())));
        meter.close();
        for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
          assertThat(hierarchy.groupOf(started.get(0).pid())).isEqualTo(hierarchy.own());
        }
      } finally {
        for (Process process : started) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        started.clear();
      }
    }
  }

  private void check(CpuMeter meter, Path work) throws Exception {
    Files.writeString(work.resolve("background.sh"), BACKGROUND);
    Files.writeString(work.resolve("preprocessor.sh"), PREPROCESSOR);
    Process server = start("bash", "-c", SERVER, "server", work.toString());
    assertThat(server.inputReader().readLine()).isEqualTo("ready");
    String datanode = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    Path daemonTimes = work.resolve("daemon.times");
    Process daemon = start("bash", "-c", DAEMON, datanode, daemonTimes.toString());
    while (!KnownProcesses.hadoopDaemons()
        .contains(daemon.pid())) { // its arguments show a moment later
      Thread.sleep(10);
    }

    CpuMeter.Stage client = meter.started(CpuLedger.CLIENT);
    List<Path> clusterTimes = List.of(work.resolve("node.times"), work.resolve("manager.times"));
    List<Process> cluster = new ArrayList<>();
    for (Path file : clusterTimes) {
      cluster.add(start("bash", "-c", NODE, "cluster", file.toString()));
    }
    Map<String, Set<Long>> servers = new LinkedHashMap<>();
    servers.put(CpuLedger.DATABASE, Set.of(server.pid()));
    servers.put(
        CpuLedger.CONTAINERS, cluster.stream().map(Process::pid).collect(Collectors.toSet()));
    Map<String, CpuMeter.Stage> serverStages = new LinkedHashMap<>();
    servers.forEach((name, roots) -> serverStages.put(name, meter.running(name, roots)));
    CpuLedger ledger =
        new CpuLedger(
            new CheckedMeter(meter, client, serverStages, 1, 1),
            servers,
            Set.of(),
            () -> times(work.resolve("preprocessor.times")),
            Set.of(daemon.pid()),
            Optional.empty());

    CpuLedger.Moment before = ledger.read();
    tell(server);
    tell(daemon);
    for (Process process : cluster) {
      tell(process);
    }
    List<String> command = new ArrayList<>(client.launcher());
    command.addAll(List.of("bash", "-c", BURN + "(burn 100000) & (burn 50000); wait; times"));
    String clientTimes = ProgramOutput.of(command, Duration.ofMinutes(1)).text();
    assertThat(server.inputReader().readLine()).isEqualTo("done");
    for (Path file : List.of(daemonTimes, clusterTimes.get(0), clusterTimes.get(1))) {
      Await.until(file + " is there", () -> times(file).totalNanos() > 0);
    }
    CpuLedger.Entry entry = ledger.between(before, ledger.read());

    Map<String, CpuTime> stages = entry.stages();
    assertThat(stages.keySet())
        .as(meter.name())
        .containsExactly(
            "client", "preprocessor", "database", "containers", "daemons", "background", "hadoop");
    near(meter, stages.get("client"), CpuTime.ofShell(clientTimes));
    near(meter, stages.get("preprocessor"), times(work.resolve("preprocessor.times")));
    near(meter, stages.get("background"), times(work.resolve("background.times")));
    near(meter, stages.get("hadoop"), times(daemonTimes));
    CpuTime containers = CpuTime.ZERO;
    CpuTime withContainers = CpuTime.ZERO;
    for (Path file : clusterTimes) {
      containers = containers.plus(times(Path.of(file + ".container")));
      withContainers = withContainers.plus(times(file));
    }
    near(meter, stages.get("containers"), containers, clusterTimes.size());
    near(meter, stages.get("daemons"), withContainers.minus(containers), clusterTimes.size());
    CpuTime withPreprocessor = stages.get("database").plus(stages.get("preprocessor"));
    near(meter, withPreprocessor, times(work.resolve("backend.times")), 2);
    assertThat(serverStages.get(CpuLedger.DATABASE).processes()).contains(server.pid());
    if (!(meter instanceof ProcessTreeMeter)) {
      assertThat((double) entry.sumNanos())
          .as(meter.name())
          .isCloseTo(entry.totalNanos(), within(entry.totalNanos() * 0.02));
    }
  }

  private Process start(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    started.add(process);
    return process;
  }

  private static void tell(Process process) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  private static CpuTime times(Path file) {
    try {
      return Files.exists(file) ? CpuTime.ofShell(Files.readString(file)) : CpuTime.ZERO;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void near(CpuMeter meter, CpuTime measured, CpuTime used) {
    near(meter, measured, used, 1);
  }

  /** The coarsest instrument may be off by some clock ticks for each process that it adds up. */
  private static void near(CpuMeter meter, CpuTime measured, CpuTime used, int processes) {
    double clockTicks = 3.0 * CpuReading.NANOS_PER_TICK * processes;
    assertThat((double) measured.totalNanos())
        .as(meter.name() + " " + measured)
        .isCloseTo(used.totalNanos(), within(Math.max(clockTicks, used.totalNanos() * TOLERANCE)));
  }
}
