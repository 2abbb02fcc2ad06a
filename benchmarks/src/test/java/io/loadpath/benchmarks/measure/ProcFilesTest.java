package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Await;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownProcessesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres: checkpointer",
        "postgres: checkpointer ",
        "postgres: background writer",
        "postgres: walwriter",
        "postgres: main: walwriter",
        "postgres: autovacuum launcher",
        "postgres: autovacuum worker loadpath",
        "postgres: archiver last was 000000010000000000000003"
      })
  void worksForAllBackends(String title) {
    assertThat(KnownProcesses.isPostgresBackground(title)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres: loadpath loadpath 127.0.0.1(40312) INSERT",
        "postgres: checkpointer loadpath 127.0.0.1(40312) idle",
        "postgres: parallel worker for PID 4711",
        "postgres: io worker 0",
        "/usr/lib/postgresql/bin/postgres -D data",
        "sh -c /opt/inflate-gzip.sh '/data/checkpointer'"
      })
  void worksForOne(String title) {
    assertThat(KnownProcesses.isPostgresBackground(title)).isFalse();
  }

  @Test
  void aDaemonIsKnownByItsMainClass() {
    String name = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    assertThat(KnownProcesses.isHadoopDaemon(List.of("java", "-Xmx1g", name))).isTrue();
    assertThat(KnownProcesses.isHadoopDaemon(List.of("grep", name + ".log"))).isFalse();
    assertThat(
            KnownProcesses.isHadoopDaemon(
                List.of("java", "org.apache.hadoop.util.RunJar", "q1.jar")))
        .isFalse();
  }

  @Test
  @Timeout(60)
  void aClusterIsInSightOnlyIfAllOfItsWorkersAre() throws IOException {
    String name = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
    Process worker = new ProcessBuilder("bash", "-c", "read -r word", name).start();
    try {
      Await.until(
          "its arguments show", () -> KnownProcesses.hadoopDaemons().contains(worker.pid()));
      assertThat(KnownProcesses.hadoopDaemons().removeAll(Set.of(worker.pid())))
          .as("a run takes its own daemons out")
          .isTrue();
      Set<Long> pids = Set.of(worker.pid(), ProcessHandle.current().pid());
      assertThat(KnownProcesses.ofCluster(pids, 1)).isEqualTo(pids);
      assertThat(KnownProcesses.ofCluster(pids, 3)).as("two are elsewhere").isEmpty();
    } finally {
      worker.destroyForcibly();
    }
  }
}
