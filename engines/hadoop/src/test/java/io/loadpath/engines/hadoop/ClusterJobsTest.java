package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterJobsTest {

  @Test
  void anApplicationWithoutTheTagIsAnothers() {
    assertThat(
            ClusterJobs.without(
                "loadpath-T1", List.of(report(1, "loadpath-t1"), report(2, "x"), report(3))))
        .containsExactly("application_7_0002", "application_7_0003");
  }

  /** As the ResourceManager's page writes them: a list, or one alone without brackets. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{'resourceName': '*', 'numContainers': 3}, {'resourceName': '/rack', 'numContainers': 3}] | 3",
        "[{'resourceName': '*', 'numContainers': 2}, {'resourceName': '*', 'numContainers': 1}] | 3",
        "{'resourceName': '*', 'numContainers': 1} | 1",
        "[] | 0",
        "null | 0"
      })
  void theContainersThatAnApplicationWaitsForAreCountedOnce(String requests, long waiting)
      throws IOException {
    String page = "{'app': {'id': 'application_1_0001', 'resourceRequests': " + requests + "}}";

    assertThat(ClusterJobs.waiting(new ObjectMapper().readTree(page.replace('\'', '"'))))
        .isEqualTo(waiting);
  }

  private static ApplicationReport report(int id, String... tags) {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(ApplicationId.newInstance(7, id));
    report.setApplicationTags(Set.of(tags));
    return report;
  }
}
