package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.run.SharedCluster;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random jobs with random harm on YARN, where tasks, application masters and NodeManagers die. */
@ExtendWith(SharedCluster.class)
class ChaosOnCluster {
  private static Outcome run(String... options) throws IOException {
    Outcome outcome = ChaosIT.chaos(SharedCluster.state(), options).with("--on", "cluster").run();
    ChaosIT.assertGood(outcome, SharedCluster.state());
    assertThat(outcome.err()).contains(Cluster.WARNING);
    assertThat(SharedCluster.cluster().running()).isTrue();
    assertThat(SharedCluster.cluster().containers()).isEmpty();
    return outcome;
  }

  @ParameterizedTest
  @CsvSource({"21370, export, kill-task", "182901, load, kill-master"})
  void noRowIsLostDoubledOrChanged(String job, String kind, String harm) throws IOException {
    runOne(job, kind, harm);
  }

  @ParameterizedTest
  @CsvSource({"39817, update, kill-master", "5019, load, kill-task"})
  @Tag("cluster")
  void noRowIsLostDoubledOrChangedByFurtherJobs(String job, String kind, String harm)
      throws IOException {
    runOne(job, kind, harm);
  }

  private static void runOne(String job, String kind, String harm) throws IOException {
    assertThat(run("--seed", "7", "--first", job, "--jobs", "1").out())
        .contains("1 jobs, 1 with harm", kind + "=1", harm + "=1");
  }

  @RepeatedTest(2)
  @Tag("cluster")
  void noRowIsLostDoubledOrChangedWithANewSeed() throws IOException {
    run("--budget", "7m");
  }
}
