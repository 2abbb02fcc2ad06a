package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.LoopbackPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSettingsTest {
  @TempDir private Path folder;

  private static ClusterSettings chosen(int workers, Map<String, Integer> kept) throws IOException {
    return ClusterSettings.choose(workers, kept, Set.of());
  }

  @Test
  void everyDaemonHasItsOwnPorts() throws IOException {
    ClusterSettings settings = chosen(2, Map.of());

    assertThat(settings.ports())
        .containsKeys("namenode.rpc", "datanode-1.data", "datanode-2.data", "nodemanager-2.shuffle")
        .hasSize(2 + 2 * 3 + 5 + 2 * 4 + 3);
    assertThat(settings.ports().values()).doesNotHaveDuplicates();
  }

  @Test
  void portsAreKeptWhereTheyAreFree() throws IOException {
    ClusterSettings first = chosen(1, Map.of());
    int taken = first.port(Daemon.NAMENODE, "rpc");

    ClusterSettings second =
        ClusterSettings.choose(1, first.ports(), Set.of(), port -> port != taken);

    assertThat(second.port(Daemon.NAMENODE, "rpc")).isNotEqualTo(taken);
    assertThat(second.moved(first.ports())).containsExactly("namenode.rpc");
    assertThat(
            ClusterSettings.choose(
                1, first.ports(), Set.of(Daemon.NAMENODE), port -> port != taken))
        .isEqualTo(first);
    assertThat(ClusterSettings.choose(1, first.ports(), Set.of(), port -> true)).isEqualTo(first);
    assertThat(
            ClusterSettings.choose(2, first.ports(), Set.of(), port -> true).moved(first.ports()))
        .isEmpty();
  }

  @Test
  void aPortThatAnotherProgramHoldsIsNotKept() throws IOException {
    ClusterSettings first = chosen(1, Map.of());
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(LoopbackPort.HOST))) {
      Map<String, Integer> ports = new HashMap<>(first.ports());
      ports.put("namenode.rpc", other.getLocalPort());

      assertThat(chosen(1, ports).moved(ports)).contains("namenode.rpc");
    }
  }

  @Test
  void areReadAsWritten() throws IOException {
    ClusterSettings settings = chosen(3, Map.of());
    Path file = folder.resolve("cluster.properties");
    settings.write(file);

    assertThat(ClusterSettings.read(file)).contains(settings);
    Files.writeString(file, "hiveserver2.rpc=9\nmetastore.rpc=8\n", StandardOpenOption.APPEND);
    assertThat(ClusterSettings.read(file)).as("of an earlier version").contains(settings);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "workers=1\n", "workers=99\n", "workers=one\n", "\\u00zz"})
  void aDamagedFileIsEmpty(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("cluster.properties"), text);

    assertThat(ClusterSettings.read(file)).isEmpty();
    assertThat(ClusterSettings.read(folder.resolve("missing"))).isEmpty();
  }
}
