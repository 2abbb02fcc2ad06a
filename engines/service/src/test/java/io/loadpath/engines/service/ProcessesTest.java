package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose processes are a service's. */
class ProcessesTest {
  private static final int OTHER_USER = 65534;

  @TempDir private Path folder;
  private final String title = "loadpath-" + UUID.randomUUID();

  /** Starts a process with the title, through a command, and finds those that are ours. */
  private List<Long> found(String... launcher) throws Exception {
    Predicate<List<String>> ours = line -> line.get(0).equals(title);
    Process process =
        Program.in(folder, "env", launcher)
            .with("bash", "-c", "exec -a \"$0\" sleep 60", title)
            .start();
    try {
      Await.until(
          "the process has its title",
          () -> {
            assumeThat(process.isAlive()).as("%s is permitted", List.of(launcher)).isTrue();
            return !Processes.all(ours).isEmpty();
          });
      return Processes.all(Set.of(Owner.caller()), ours);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void ourOwnAre() throws Exception {
    assertThat(found()).hasSize(1);
  }

  @Test
  void thoseOfAnotherUserAreNot() throws Exception {
    assumeThat(Owner.caller()).as("only root can be another user").isZero();
    assertThat(found("setpriv", "--reuid=" + OTHER_USER, "--clear-groups")).isEmpty();
  }

  @Test
  void thoseOfAnotherPidNamespaceAreNot() throws Exception {
    String user = Owner.caller() == 0 ? "--fork" : "--map-current-user";
    assertThat(found("unshare", "--pid", "--fork", user)).isEmpty();
  }

  @Test
  void aLaterProcessWithTheSameNumberIsAnother() {
    long self = ProcessHandle.current().pid();
    long ticks = Processes.startTicks(self).orElseThrow();
    assertThat(new ServerRecord(self, ticks).alive()).isTrue();
    assertThat(new ServerRecord(self, ticks - 1).alive()).isFalse();
  }
}
