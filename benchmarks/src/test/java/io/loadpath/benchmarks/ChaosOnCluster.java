package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.run.SharedCluster;
import java.io.IOException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Random jobs with random harm, on YARN: tasks, application masters and NodeManagers die, too. */
@ExtendWith(SharedCluster.class)
class ChaosOnCluster {
  private static void run(String... options) throws IOException {
    ChaosIT.assertGood(
        ChaosIT.chaos(SharedCluster.state(), options).with("--on", "cluster").run(),
        SharedCluster.state());
    assertThat(SharedCluster.cluster().running()).isTrue();
    assertThat(SharedCluster.cluster().containers()).isEmpty();
  }

  @Test
  void noRowIsLostDoubledOrChanged() throws IOException {
    run("--seed", "1", "--seconds", "45");
  }

  @RepeatedTest(2)
  @Tag("cluster")
  void noRowIsLostDoubledOrChangedWithANewSeed() throws IOException {
    run("--seconds", "420");
  }
}
