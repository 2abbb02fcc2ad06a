package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HadoopDaemonsTest {
  private final Set<Process> started = new HashSet<>();
  private final Set<Long> pids = new HashSet<>();

  @BeforeEach
  void startDaemons() throws IOException {
    for (String name :
        Set.of(
            "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
            "org.apache.hadoop.yarn.server.nodemanager.NodeManager")) {
      Process daemon = new ProcessBuilder("bash", "-c", "read -r word", name).start();
      started.add(daemon);
      while (!Processes.arguments(daemon.pid()).contains(name)) { // they show a moment later
        Processes.pause();
      }
      pids.add(daemon.pid());
    }
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void aClusterIsInSightOnlyIfAllOfItsWorkersAre() {
    assertThat(HadoopDaemons.ofCluster(pids, 1)).isEqualTo(pids);
    assertThat(HadoopDaemons.ofCluster(pids, 3)).as("two are elsewhere").isEmpty();
  }
}
