package io.loadpath.engines.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabFileTest {
  private static final long NO_PROCESS = 1L << 30;

  @TempDir private Path folder;

  private LabFile file() {
    LabFile file = LabFile.empty(LabFile.of(folder, "far"));
    file.addHost("files", "198.18.0.1", Link.parse("1GbE"));
    file.addHost("worker-2", "198.18.0.2", Link.parse("1GbE"));
    file.addHost("database", "198.18.0.10", Link.parse("1GbE+20ms"));
    file.addProcess(LabFile.hostKey("files"), new ServerRecord(11, 101));
    file.addProcess(LabFile.hostKey("worker-2"), new ServerRecord(12, 102));
    file.addProcess(LabFile.hostKey("database"), new ServerRecord(13, 103));
    file.addProcess(LabFile.SWITCH, new ServerRecord(14, 104));
    return file;
  }

  @Test
  void aFileIsReadAsItWasWritten() throws IOException {
    file().write();

    assertThat(Files.readAllLines(folder.resolve("far.properties")))
        .containsExactly(
            "host.database.address=198.18.0.10",
            "host.database.pid=13",
            "host.database.started=103",
            "host.files.address=198.18.0.1",
            "host.files.pid=11",
            "host.files.started=101",
            "host.worker-2.address=198.18.0.2",
            "host.worker-2.pid=12",
            "host.worker-2.started=102",
            "link.database=1GbE+20ms",
            "link.files=1GbE",
            "link.worker-2=1GbE",
            "relayed.database=yes",
            "switch.pid=14",
            "switch.started=104");
    LabFile read = LabFile.read(folder.resolve("far.properties"));
    assertThat(read.lab()).isEqualTo("far");
    assertThat(read.hosts()).containsExactly("files", "worker-2", "database");
    assertThat(read.address("database")).isEqualTo("198.18.0.10");
    assertThat(read.link("database")).isEqualTo(Link.parse("1GbE+20ms"));
    assertThat(read.process(LabFile.SWITCH)).contains(new ServerRecord(14, 104));
    assertThat(read.process(LabFile.RELAY)).isEmpty();
  }

  @Test
  void theRelayHasNoNetwork() {
    LabFile file = file();
    file.addProcess(LabFile.RELAY, new ServerRecord(16, 106));

    assertThat(file.holders())
        .extracting(ServerRecord::pid)
        .containsExactlyInAnyOrder(11L, 12L, 13L, 14L, 16L);
    assertThat(file.networks())
        .extracting(ServerRecord::pid)
        .containsExactlyInAnyOrder(11L, 12L, 13L, 14L);
  }

  private static final long ME = ProcessHandle.current().pid();

  /** A lab whose host {@code database} is kept by this process. */
  private LabFile live() {
    LabFile file = file();
    file.addProcess(LabFile.hostKey("database"), Holders.process(ME));
    return file;
  }

  @Test
  void rootEntersTheNetworkOfAHost() {
    assertThat(words(live().command("database", List.of("ls", "-l"))))
        .containsExactly(
            "nsenter",
            "--net=/proc/" + ME + "/ns/net",
            "--uts=/proc/" + ME + "/ns/uts",
            "--",
            "ls",
            "-l");
  }

  @Test
  void anotherProcessWithTheNumberOfAnEndedOneIsNotEntered() {
    LabFile file = file();
    file.addProcess(LabFile.hostKey("database"), new ServerRecord(ME, 1));
    file.addProcess(LabFile.SWITCH, new ServerRecord(ME, 1));

    String message =
        "a process of lab far has ended, %s: end the lab with 'bin/loadpath net down far'";
    assertThatThrownBy(() -> file.command("database", List.of("ls")))
        .isInstanceOf(ServiceException.class)
        .hasMessage(message.formatted("host.database"));
    assertThatThrownBy(() -> file.switchCommand(List.of("ls")))
        .isInstanceOf(ServiceException.class)
        .hasMessage(message.formatted("switch"));
  }

  @Test
  void anOrdinaryUserEntersTheUserNamespaceFirst() {
    LabFile file = live();
    file.addProcess(LabFile.USER_NAMESPACE, new ServerRecord(NO_PROCESS, 1));
    file.addUser(1000, 100);

    assertThat(words(file.command("database", List.of("ls"))))
        .containsExactly(
            "nsenter",
            "--user=/proc/" + NO_PROCESS + "/ns/user",
            "--preserve-credentials",
            "--net=/proc/" + ME + "/ns/net",
            "--uts=/proc/" + ME + "/ns/uts",
            "--",
            "ls");
  }

  @Test
  void aProgramInTheUserNamespaceStartsOthersWithTheUsersOwnId() {
    LabFile file = live();
    // this process is in the same user namespace as itself
    file.addProcess(LabFile.USER_NAMESPACE, new ServerRecord(ME, 1));
    file.addUser(1000, 100);

    assertThat(words(file.command("database", List.of("ls"))))
        .containsExactly(
            "nsenter",
            "--user=/proc/" + ME + "/ns/user",
            "--preserve-credentials",
            "--net=/proc/" + ME + "/ns/net",
            "--uts=/proc/" + ME + "/ns/uts",
            "--",
            "unshare",
            "--user",
            "--map-user=1000",
            "--map-group=100",
            "--",
            "ls");
  }

  @Test
  void anUnknownHostIsAnErrorThatListsTheHosts() {
    assertThatThrownBy(() -> file().command("databas", List.of("ls")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lab far has no host 'databas': its hosts are files, worker-2, database");
  }

  /** Programs without their folders, which differ between systems. */
  private static List<String> words(List<String> command) {
    return command.stream()
        .map(word -> word.replaceFirst("^/\\S*/(nsenter|unshare)$", "$1"))
        .toList();
  }
}
