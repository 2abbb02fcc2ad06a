package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

class ClusterSessionTest {
  private static final long HARNESS_WAITS_MILLIS = 60_000;

  @Test
  void anApplicationThatDoesNotEndIsAnErrorBeforeTheHarnessGivesUp() {
    Configuration conf = new YarnConfiguration();
    conf.addResource(new org.apache.hadoop.fs.Path(Path.of("impatient.xml").toUri()));

    assertThat(
            conf.getLong(
                YarnConfiguration.YARN_CLIENT_APPLICATION_CLIENT_PROTOCOL_POLL_TIMEOUT_MS, -1))
        .isPositive()
        .isLessThan(HARNESS_WAITS_MILLIS - ClusterJobs.END_MILLIS);
  }
}
