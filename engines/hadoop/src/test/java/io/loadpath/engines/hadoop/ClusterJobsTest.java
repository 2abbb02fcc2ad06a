package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;

class ClusterJobsTest {

  @Test
  void anApplicationWithoutTheTagIsAnothers() {
    assertThat(
            ClusterJobs.without(
                "loadpath-T1", List.of(report(1, "loadpath-t1"), report(2, "x"), report(3))))
        .containsExactly("application_7_0002", "application_7_0003");
  }

  private static ApplicationReport report(int id, String... tags) {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(ApplicationId.newInstance(7, id));
    report.setApplicationTags(Set.of(tags));
    return report;
  }
}
