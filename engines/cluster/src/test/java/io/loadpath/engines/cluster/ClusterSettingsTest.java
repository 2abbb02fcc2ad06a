package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.LoopbackPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSettingsTest {
  private static final Daemon NAMENODE = new Daemon(Role.NAMENODE, 0);

  @TempDir private Path folder;

  private static ClusterSettings chosen(int workers, Map<String, Integer> kept) throws IOException {
    return ClusterSettings.choose(workers, false, kept, LoopbackPort::isFree);
  }

  private static ClusterSettings withHive(ClusterSettings settings) throws IOException {
    return ClusterSettings.choose(settings.workers(), true, settings.ports(), port -> true);
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
    try (ServerSocket other =
        new ServerSocket(
            first.port(NAMENODE, "rpc"), 1, InetAddress.getByName(LoopbackPort.HOST))) {
      ClusterSettings second = chosen(1, first.ports());

      assertThat(second.port(NAMENODE, "rpc")).isNotEqualTo(other.getLocalPort());
      assertThat(second.port(NAMENODE, "http")).isEqualTo(first.port(NAMENODE, "http"));
    }
    assertThat(chosen(1, first.ports())).isEqualTo(first);
  }

  @Test
  void areReadAsWritten() throws IOException {
    ClusterSettings settings = chosen(3, Map.of());
    Path file = folder.resolve("cluster.properties");
    settings.write(file);

    assertThat(ClusterSettings.read(file)).contains(settings);
  }

  @Test
  void hiveComesWithItsPortsAndLeavesTheOthersAlone() throws IOException {
    ClusterSettings without = chosen(1, Map.of());
    ClusterSettings with = withHive(without);
    Path file = folder.resolve("cluster.properties");
    with.write(file);

    assertThat(without.hive()).isFalse();
    assertThat(without.daemons()).isEqualTo(Daemon.of(1)).hasSize(5);
    assertThat(with.hive()).isTrue();
    assertThat(with.daemons())
        .hasSize(7)
        .contains(new Daemon(Role.METASTORE, 0), new Daemon(Role.HIVESERVER2, 0));
    assertThat(with.ports())
        .containsAllEntriesOf(without.ports())
        .containsKeys("metastore.rpc", "hiveserver2.rpc", "hiveserver2.http")
        .hasSize(without.ports().size() + 3);
    assertThat(ClusterSettings.read(file)).contains(with);
  }

  @Test
  void onlyTheTakenPortsOfTheNamedDaemonsChange() throws IOException {
    ClusterSettings settings = withHive(chosen(1, Map.of()));
    Daemon metastore = new Daemon(Role.METASTORE, 0);
    Daemon hiveServer = new Daemon(Role.HIVESERVER2, 0);
    int taken = settings.port(hiveServer, "rpc");

    ClusterSettings other =
        settings.withOtherPorts(
            List.of(metastore, hiveServer),
            port -> port == taken || port == settings.port(NAMENODE, "rpc"));

    Map<String, Integer> expected = new HashMap<>(settings.ports());
    expected.put("hiveserver2.rpc", other.port(hiveServer, "rpc"));
    assertThat(other.ports()).isEqualTo(expected).isNotEqualTo(settings.ports());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "workers=1\n", "workers=99\n", "workers=one\n", "\\u00zz"})
  void aDamagedFileIsEmpty(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("cluster.properties"), text);

    assertThat(ClusterSettings.read(file)).isEmpty();
    assertThat(ClusterSettings.read(folder.resolve("missing"))).isEmpty();
  }

  @Test
  void theNumberOfWorkersHasLimits() {
    assertThatThrownBy(() -> new ClusterSettings(17, Map.of())).hasMessageContaining("1 to 16");
  }
}
