package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.ProgramOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The instruments of this machine against a program that knows its own CPU time. */
@Timeout(120)
class CheckedMeterIT {

  /** An instrument that reads half of the truth, as one that misses children would. */
  private static final class HalfMeter implements CpuMeter {
    private final CpuMeter whole = new ProcessTreeMeter(Set::of);
    private boolean closed;

    @Override
    public String name() {
      return "half";
    }

    @Override
    public CpuMeter.Stage started(String name) {
      CpuMeter.Stage stage = whole.started(name);
      return new CpuMeter.Stage() {
        @Override
        public List<String> launcher() {
          return stage.launcher();
        }

        @Override
        public CpuReading read() {
          CpuReading reading = stage.read();
          return new CpuReading(
              reading.totalNanos() / 2, reading.userShare(), reading.systemShare());
        }

        @Override
        public Set<Long> processes() {
          return stage.processes();
        }
      };
    }

    @Override
    public CpuMeter.Stage running(String name, Set<Long> roots) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

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
    HalfMeter half = new HalfMeter();
    CpuMeter whole = new ProcessTreeMeter(Set::of);
    try (CheckedMeter meter =
        CheckedMeter.choose(List.of(half, whole), "client", Map.of(), CheckedMeter.FIRST_TURNS)) {
      assertThat(meter.meter()).isSameAs(whole);
      assertThat(half.closed).isTrue();
    }
  }

  @Test
  void saysWhatWasReadWhenNoneIsGood() {
    assertThatThrownBy(
            () -> CheckedMeter.choose(List.of(new HalfMeter()), "client", Map.of(), 10_000))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("no CPU meter can be trusted here")
        .hasMessageContaining("half read");
  }

  @Test
  void leavesNoGroupBehind() {
    String name = uniqueName();
    CheckedMeter.choose(name, "client", Set::of, Map.of()).close();

    assertThat(CgroupHierarchy.mounted())
        .allSatisfy(hierarchy -> assertThat(hierarchy.own().resolve(name)).doesNotExist());
  }

  /** A server that runs already, and whose workers come and go. */
  @Test
  void everyInstrumentCountsTheChildrenOfARunningServer() throws Exception {
    for (CpuMeter meter : instruments()) {
      Process server =
          new ProcessBuilder(
                  "bash",
                  "-c",
                  """
                  burn() { local i=0; while [ $i -lt 150000 ]; do i=$((i + 1)); done; }
                  read -r go
                  burn
                  (burn) & (burn) & wait
                  times
                  read -r end
                  """)
              .start();
      try (meter) {
        CpuMeter.Stage stage = meter.running("server", Set.of(server.pid()));
        CpuReading before = stage.read();
        server.getOutputStream().write('\n');
        server.getOutputStream().flush();
        String times = readLine(server) + readLine(server);
        double used = CpuTime.ofShell(times).totalNanos();
        long measured = stage.read().since(before).totalNanos();
        assertThat(stage.processes()).as(meter.name()).contains(server.pid());
        assertThat((double) measured).as(meter.name()).isCloseTo(used, within(0.05 * used));
        meter.close();
        for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
          assertThat(hierarchy.groupOf(server.pid())).isEqualTo(hierarchy.own());
        }
      } finally {
        server.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      }
    }
  }

  private static String readLine(Process process) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = process.getInputStream().read(); c != '\n'; c = process.getInputStream().read()) {
      line.append((char) c);
    }
    return line.append('\n').toString();
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

  @Test
  void aProgramThatHangsIsEndedAtItsLimit() throws IOException {
    long begun = System.nanoTime();
    ProgramOutput output = ProgramOutput.of(List.of("sleep", "60"), Duration.ofMillis(200));

    assertThat(output.exitCode()).isNotZero();
    assertThat(System.nanoTime() - begun).isLessThan(Duration.ofSeconds(20).toNanos());
  }
}
