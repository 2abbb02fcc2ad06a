package io.loadpath.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkInjectionTest {
  @Test
  void onlyTheJobThatWaitsForASecondAttemptHasASetting() {
    assertThat(settings(Fault.LINK_TASK))
        .isEqualTo(Map.of("yarn.client.nodemanager-connect.max-wait-ms", "1000"));
    assertThat(settings(Fault.LINK_CUT)).isEmpty();
  }

  private static Map<String, String> settings(Fault fault) {
    return new NetworkInjection(fault, null, null, List::of).jobSettings();
  }
}
