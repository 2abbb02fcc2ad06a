package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.cluster.ClusterStatus.Hdfs;
import io.loadpath.engines.cluster.ClusterStatus.Yarn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClusterStatusTest {
  private static final Hdfs HDFS = new Hdfs(40_000_000_000L, 12_340_000_000L, 17, 0, 1, "");
  private static final Yarn YARN = new Yarn(1, 2, 0, 5, 12288, 5, List.of());

  private static ClusterStatus status(Role dead, Hdfs hdfs, Yarn yarn) {
    Map<Daemon, OptionalLong> pids = new LinkedHashMap<>();
    Map<Daemon, String> addresses = new LinkedHashMap<>();
    for (Daemon daemon : Daemon.of(1)) {
      boolean runs = daemon.role() != dead;
      pids.put(daemon, runs ? OptionalLong.of(100 + pids.size()) : OptionalLong.empty());
      addresses.put(daemon, "http://127.0.0.1:" + (9000 + addresses.size()));
    }
    return new ClusterStatus(
        1, pids, addresses, Optional.ofNullable(hdfs), Optional.ofNullable(yarn), true);
  }

  @Test
  void showsDaemonsNumbersAndPages() {
    ClusterStatus status = status(null, HDFS, YARN);

    assertThat(status.ready()).isTrue();
    assertThat(status.lines())
        .containsExactly(
            "cluster          ready, 1 worker",
            "namenode         pid 100",
            "datanode-1       pid 101",
            "resourcemanager  pid 102",
            "nodemanager-1    pid 103",
            "history          pid 104",
            "HDFS             12.3 GB of 40.0 GB free, 17 blocks, 1 of 1 DataNodes, safe mode off",
            "YARN             1 of 1 NodeManagers, 12288 MiB and 5 vcores, 2 applications in 5 containers",
            "page             http://127.0.0.1:9002/cluster  ResourceManager",
            "page             http://127.0.0.1:9003/node  NodeManager 1",
            "page             http://127.0.0.1:9004/jobhistory  JobHistory server");
  }

  @Test
  void namesTheDeadDaemonAndWhatToDo() {
    ClusterStatus status = status(Role.NAMENODE, null, YARN);

    assertThat(status.ready()).isFalse();
    assertThat(String.join("\n", status.lines()))
        .contains("not ready, 1 worker: 'bin/loadpath cluster start'")
        .contains("dead: see 'bin/loadpath cluster logs namenode'", "the NameNode does not answer");
  }

  @Test
  void whatKeepsJobsFromRunningIsShown() {
    ClusterStatus safe = status(null, new Hdfs(1, 1, 3, 2, 1, "It was turned on. "), YARN);
    assertThat(safe.ready()).isFalse();
    assertThat(String.join("\n", safe.lines()))
        .contains("safe mode on: It was turned on.; 2 blocks are missing\n");

    Yarn full = new Yarn(0, 0, 3, 0, 0, 0, List.of("NodeManager 1: 1/1 local-dirs are bad"));
    assertThat(status(null, HDFS, full).ready()).isFalse();
    assertThat(String.join("\n", status(null, HDFS, full).lines()))
        .contains(
            "0 of 1 NodeManagers", "3 waiting; takes no containers: NodeManager 1: 1/1 local");
  }

  @Test
  void aClusterThatNeverWasIsNotRunning() {
    ClusterStatus none = ClusterStatus.of(0, Map.of(), Map.of());

    assertThat(none.ready()).isFalse();
    assertThat(none.lines()).containsExactly("the cluster is not running");
  }
}
