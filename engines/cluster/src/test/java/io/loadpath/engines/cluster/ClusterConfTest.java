package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterConfTest {
  @Test
  void placeholdersGetTheirValuesAndHadoopsOwnStay() {
    String template = "<value>127.0.0.1:${cluster.namenode.rpc}${user.name}</value>";

    assertThat(ClusterConf.fill(template, Map.of("namenode.rpc", "8020")))
        .isEqualTo("<value>127.0.0.1:8020${user.name}</value>");
  }

  @Test
  void valuesAreText() {
    assertThat(ClusterConf.fill("${cluster.folder}", Map.of("folder", "/a&b<c$1")))
        .isEqualTo("/a&amp;b&lt;c$1");
  }

  @Test
  void aPlaceholderWithoutValueIsAnError() {
    assertThatThrownBy(() -> ClusterConf.fill("${cluster.nope}", Map.of()))
        .hasMessageContaining("${cluster.nope}");
  }
}
