package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.LoadpathException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
}
