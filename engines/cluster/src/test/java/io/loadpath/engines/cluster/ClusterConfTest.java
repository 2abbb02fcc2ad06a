package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterConfTest {
  @Test
  void placeholdersGetTheirValuesAsTextAndHadoopsOwnStay() {
    String template = "<value>${cluster.folder}:${cluster.namenode.rpc}${user.name}</value>";
    Map<String, String> values = Map.of("namenode.rpc", "8020", "folder", "/a&b<c$1");

    assertThat(ClusterConf.fill(template, values))
        .isEqualTo("<value>/a&amp;b&lt;c$1:8020${user.name}</value>");
    assertThatThrownBy(() -> ClusterConf.fill("${cluster.nope}", values))
        .hasMessageContaining("${cluster.nope}");
  }
}
