package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterJobsTest {

  @Test
  void anApplicationWithoutTheTagIsAnothers() {
    assertThat(
            ClusterJobs.without(
                "loadpath-T1", List.of(report(1, "loadpath-t1"), report(2, "x"), report(3))))
        .containsExactly("application_7_0002", "application_7_0003");
  }

  @ParameterizedTest
  @CsvSource({"3 *;3 /rack;2 host, 3", "2 *;1 *, 3", "1 /rack, 0", "'', 0"})
  void theContainersThatAnApplicationWaitsForAreCountedOnce(String requests, String waiting) {
    String elements =
        Stream.of(requests.split(";"))
            .filter(request -> !request.isEmpty())
            .map(request -> request.split(" "))
            .map(
                words ->
                    ("<resourceRequests><allocationRequestId>0</allocationRequestId>"
                            + "<numContainers>%s</numContainers><resourceName>%s</resourceName>"
                            + "</resourceRequests>")
                        .formatted(words[0], words[1]))
            .collect(Collectors.joining());

    assertThat(ClusterJobs.waiting("<app><id>application_1_0001</id>" + elements + "</app>"))
        .isEqualTo(waiting);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html><body>Log in</body></html>", "<RemoteException/>"})
  void whatAnApplicationWaitsForIsNotToldByAPageThatCannotBeRead(String page) {
    assertThat(ClusterJobs.waiting(page)).isEqualTo("?");
  }

  private static ApplicationReport report(int id, String... tags) {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(ApplicationId.newInstance(7, id));
    report.setApplicationTags(Set.of(tags));
    return report;
  }
}
