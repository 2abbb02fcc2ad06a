package io.loadpath.engines.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsTest {
  private static final List<String> PROGRAM = List.of("postgres", "-p", "5432");

  @TempDir private Path folder;

  private Hosts lab(long pid, long started) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("lab.properties"),
            """
            host.database.address=198.18.0.3
            host.database.pid=%d
            host.database.started=%d
            """
                .formatted(pid, started));
    return Hosts.of(Map.of(LabFile.VARIABLE, file.toString()));
  }

  @Test
  void withoutALabAllServicesAreOnThisMachine() {
    Hosts hosts = Hosts.of(Map.of());

    assertThat(hosts.inLab()).isFalse();
    assertThat(hosts.has(Hosts.DATABASE)).isFalse();
    assertThat(hosts.address(Hosts.DATABASE)).isEqualTo("127.0.0.1");
    assertThat(hosts.command(Hosts.DATABASE, PROGRAM)).isEqualTo(PROGRAM);
  }

  @Test
  void aLabGivesAddressesAndEntersTheHostsNetwork() throws IOException {
    ServerRecord me = Holders.process(ProcessHandle.current().pid());
    Hosts hosts = lab(me.pid(), me.startTicks());

    assertThat(hosts.has(Hosts.DATABASE)).isTrue();
    assertThat(hosts.has(Hosts.FILES)).isFalse();
    assertThat(hosts.address(Hosts.DATABASE)).isEqualTo("198.18.0.3");
    assertThat(hosts.command(Hosts.DATABASE, PROGRAM))
        .contains("--net=/proc/" + me.pid() + "/ns/net")
        .endsWith("postgres", "-p", "5432");
  }

  @Test
  void aMissingHostOrFileIsNamed() throws IOException {
    Hosts hosts = lab(1, 1);

    assertThatThrownBy(() -> hosts.address(Hosts.FILES))
        .hasMessageContaining("has no host.files.address");
    assertThatThrownBy(() -> hosts.command(Hosts.FILES, PROGRAM))
        .hasMessageContaining("has no host 'files'");
    assertThatThrownBy(() -> Hosts.of(Map.of(LabFile.VARIABLE, folder + "/gone")))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(folder + "/gone");
  }
}
