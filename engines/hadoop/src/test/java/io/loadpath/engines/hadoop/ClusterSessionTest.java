package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Records;
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

  @Test
  void anApplicationWithoutTheTagIsAnothers() {
    List<ApplicationReport> all = List.of(report(1, "loadpath-t1"), report(2, "x"), report(3));
    assertThat(ClusterJobs.without("loadpath-T1", all))
        .containsExactly("application_7_0002", "application_7_0003");
  }

  private static ApplicationReport report(int id, String... tags) {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(ApplicationId.newInstance(7, id));
    report.setApplicationTags(Set.of(tags));
    return report;
  }
}
