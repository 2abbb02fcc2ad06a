package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadinessTest {
  private static final ClusterFiles FILES = ClusterFiles.in(Path.of("/state"));

  @ParameterizedTest
  @ValueSource(strings = {"java.net.BindException: [127.0.0.1:1]", "x: Address already in use"})
  void aTakenPortIsNoFailure(String log) {
    assertThat(Readiness.portTaken(log)).isTrue();
    assertThat(Readiness.portTaken("something else")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.io.IOException: Failed to load FSImage file, see error(s) above for more info.",
        "java.io.IOException: NameNode is not formatted.",
        "Image file /state/cluster/namenode/data/current/fsimage_1 is corrupt with MD5 checksum of 0"
      })
  void aDamagedImageIsNamedWithTheWayOut(String line) {
    assertThat(Readiness.ended(Daemon.NAMENODE, "INFO x\n" + line + "\n\tat y", FILES))
        .hasMessageStartingWith("the image of HDFS in /state/cluster/namenode/data is damaged (")
        .hasMessageContaining("or delete /state/cluster");
  }

  @Test
  void blocksOfAnotherHdfsAreNamedAndAnythingElseIsShownAsLogged() {
    String others = "java.io.IOException: Incompatible clusterIDs in /x: namenode CID-1\n";
    assertThat(Readiness.ended(new Daemon(Role.DATANODE, 2), others, FILES))
        .hasMessageContaining("/state/cluster/datanode-2/data are of another HDFS");
    assertThat(Readiness.ended(Daemon.NAMENODE, "java.lang.OutOfMemoryError", FILES))
        .hasMessageContaining("/namenode/server.log:\njava.lang.OutOfMemoryError");
  }

  @ParameterizedTest
  @CsvSource({
    "It was turned on manually., 'bin/loadpath cluster stop'",
    "Resources are low on NN., free some disk space",
    "The reported blocks 0 needs additional 3 blocks, blocks are missing"
  })
  void safeModeIsSaidWithItsWayOut(String reason, String way) {
    assertThat(Readiness.safeMode(reason, FILES)).contains("safe mode", "(" + reason + ")", way);
  }

  @Test
  void aFullDiskIsSaidWithYarnsRule() {
    assertThat(Readiness.unhealthy("NodeManager 1: 1/1 local-dirs usable space"))
        .contains("(NodeManager 1: 1/1 local-dirs usable space)", "99.5 %", "90 %");
  }
}
