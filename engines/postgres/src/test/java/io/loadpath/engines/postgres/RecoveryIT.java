package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of a start after all that can have gone wrong before it. */
@ExtendWith(SharedServer.class)
class RecoveryIT {
  private final TestServer test = SharedServer.test();

  private List<Long> startedProcesses() {
    test.server.start();
    return new ServerSearch(test.files()).all();
  }

  private void stopped() {
    test.server.start();
    test.server.stop();
  }

  private void requireStart() {
    assertThat(test.server.start()).isTrue();
    assertThat(test.sql("SELECT 1")).isEqualTo("1");
  }

  private static void requireEnd(List<Long> processes) {
    assertThat(Processes.awaitEnd(processes, 5)).as("all have ended").isTrue();
  }

  @Test
  void aKilledServerStartsAgainWithWhatWasCommittedOrPrepared() {
    List<Long> processes = startedProcesses();
    test.sql("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 7 AS n");
    test.sql("BEGIN; INSERT INTO kept VALUES (8); PREPARE TRANSACTION 'kept'");
    test.killPostmaster();

    requireStart();
    requireEnd(processes);
    test.sql("COMMIT PREPARED 'kept'");
    assertThat(test.sql("SELECT sum(n) FROM kept")).isEqualTo("15");
  }

  @Test
  void aKilledServerIsStoppedToTheLastProcess() {
    List<Long> processes = startedProcesses();
    test.killPostmaster();

    test.server.stop();
    requireEnd(processes);
  }

  @Test
  void aNumberThatAnotherProcessHasNowIsNotTheServer() throws IOException {
    stopped();
    long stranger = ProcessHandle.current().pid();
    Path pidFile = test.files().data().resolve("postmaster.pid");
    Files.writeString(pidFile, stranger + "\n" + test.files().data() + "\n");

    assertThat(test.server.running()).isFalse();
    requireStart();
  }

  /** Runs engines/bin/postgres by "$0" in a shell with new namespaces. */
  private Outcome unshared(String script, String... options) {
    return Program.in(test.root, "unshare", options)
        .with("sh", "-c", script, "engines/bin/postgres")
        .set("LOADPATH_STATE", test.state)
        .run();
  }

  /** Runs it where no user can make shared memory of POSIX, as in some containers. */
  private Outcome withoutSharedMemory(String script) {
    String hide = "mount -t tmpfs -o ro,mode=755 tmpfs /dev/shm && ";
    return unshared(hide + script, "--mount");
  }

  @Test
  void startsWithTheSharedMemoryThatIsThere() {
    assumeThat(Owner.caller()).as("a mapped root would not be the state folder's user").isZero();
    assumeThat(withoutSharedMemory("true").exitCode()).as("unshare is permitted").isZero();
    test.server.stop();
    withoutSharedMemory("\"$0\" start").ok();
    assertThat(test.sql("SHOW dynamic_shared_memory_type")).isEqualTo("sysv");
    test.server.stop();
    test.server.start();
    assertThat(test.sql("SHOW dynamic_shared_memory_type")).isEqualTo("posix");
  }

  /** Runs it in a new PID namespace, as another container has one. */
  private Outcome elsewhere(String script) {
    return unshared(
        script,
        "--pid",
        "--fork",
        "--mount-proc",
        Owner.caller() == 0 ? "--" : "--map-current-user");
  }

  @Test
  void aServerInAnotherNamespaceIsLeftAlone() throws IOException {
    test.server.start();
    assumeThat(elsewhere("true").exitCode()).as("unshare --pid is permitted").isZero();
    Path pidFile = test.files().data().resolve("postmaster.pid");
    String before = Files.readString(pidFile);

    Outcome start = elsewhere("\"$0\" start");

    assertThat(start.exitCode()).isEqualTo(1);
    assertThat(start.err()).contains("in another container", test.files().data().toString());
    assertThat(elsewhere("\"$0\" stop").out()).isEqualTo("PostgreSQL was not running\n");
    assertThat(pidFile).hasContent(before);
    assertThat(test.files().passFile()).exists();
    assertThat(test.sql("SELECT 1")).isEqualTo("1");
  }

  @Test
  void aProcessOfAnotherUserIsNotTheServers() throws IOException {
    assumeThat(Owner.caller()).as("only root can be another user").isZero();
    test.server.start();
    String title = "postgres: " + test.files().service().mark() + ": x";
    String other = "echo; exec -a \"$0\" sleep 600";
    Process process =
        Program.in(test.root, "setpriv", "--reuid=12345", "--clear-groups", "--")
            .with("bash", "-c", other, title)
            .start();
    try {
      assertThat(process.getInputStream().read()).isEqualTo('\n');
      assertThat(test.server.stop()).isTrue();
      assertThat(test.server.start()).isTrue();
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aKilledInitdbLeavesNothing() throws IOException {
    test.server.stop();
    FileTree.delete(test.files().data());
    Path half = Files.createDirectories(test.files().folder().resolve("data.part123/base"));
    Files.createFile(half.resolve("PG_VERSION"));

    requireStart();
    assertThat(half).doesNotExist();
  }

  @Test
  void aDeletedStateOfARunningServerStartsAnew() throws IOException {
    List<Long> processes = startedProcesses();
    Path aside = test.state.resolve("aside"); // the server still writes files into it
    Files.move(test.files().data(), aside);

    assertThat(test.server.running()).isFalse();
    requireStart();
    requireEnd(processes);
    FileTree.delete(aside);
  }

  @Test
  void aServerWhoseStateIsGoneCanBeStopped() throws IOException {
    List<Long> processes = startedProcesses();
    Path aside = test.state.resolve("aside");
    Files.move(test.files().folder(), aside);

    assertThat(test.server.stop()).isTrue();
    requireEnd(processes);
    Files.move(aside, test.files().folder());
  }

  @Test
  void aLostPasswordIsReplaced() throws IOException {
    test.server.start();
    Files.delete(test.files().password());
    assertThatThrownBy(() -> test.server.start()).hasMessageContaining("engines/bin/postgres stop");
    test.server.stop();

    requireStart();
  }

  /** Wherever the kill falls, nothing depends on the password that the files or the role have. */
  @Test
  void aStartThatIsKilledAroundTheNewPasswordIsRepeated() throws Exception {
    stopped();
    String before = Files.readString(test.files().password());
    Process process =
        Program.in(test.root, "engines/bin/postgres", "start")
            .set("LOADPATH_STATE", test.state)
            .start();
    Await.until(
        "a new password",
        () -> {
          assertThat(process.isAlive()).isTrue();
          return !Files.readString(test.files().password()).equals(before);
        });
    process.destroyForcibly().waitFor();

    test.server.start();
    assertThat(test.sql("SELECT 1")).isEqualTo("1");
    test.server.stop();
    Files.writeString(test.files().password(), "written, and not yet the role's");
    requireStart();
  }

  /** Such a program recovers the data first, which may take minutes. */
  @Test
  void theProgramThatAnEndedStartHasLeftIsEnded() throws Exception {
    stopped();
    String endless =
        "case \"$*\" in *--single*) mkfifo \"$0\" && exec \"$@\" <>\"$0\" ;; esac; exec \"$@\"";
    Path input = test.state.resolve("endless");
    List<String> launcher = List.of("/bin/sh", "-c", endless, input.toString());
    Thread start =
        new Thread(
            () ->
                assertThatThrownBy(() -> test.server.withLauncher(launcher).start())
                    .hasMessageContaining("interrupted"));
    start.start();
    String data = test.files().data().toString();
    Predicate<List<String>> left =
        line -> line.get(0).endsWith("/postgres") && line.containsAll(List.of("--single", data));
    Await.until(
        "the program runs",
        () -> {
          assertThat(start.isAlive()).isTrue();
          return !Processes.all(left).isEmpty();
        });
    start.interrupt();
    start.join();
    assertThat(Processes.all(left)).hasSize(1);

    requireStart();
    assertThat(Processes.all(left)).isEmpty();
  }

  @Test
  void startsWhateverTheUserHasDroppedAndSet() {
    test.server.start();
    test.sql("DROP DATABASE IF EXISTS postgres");
    test.sql("ALTER SYSTEM SET password_encryption = md5");
    test.sql("ALTER SYSTEM SET default_transaction_read_only = on");
    test.server.stop();

    assertThat(test.server.start()).isTrue();
    test.sql("ALTER SYSTEM RESET ALL");
    test.server.stop();
    requireStart();
  }

  @Test
  void aBusyPortLeadsToAnother() throws IOException {
    stopped();
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Iterator<Integer> busyOnes = List.of(busy.getLocalPort(), busy.getLocalPort()).iterator();
      Path conf = test.root.resolve("engines/postgres/conf/postgresql.conf");
      new ServerStart(test.files(), conf, List.of())
          .run(() -> busyOnes.hasNext() ? busyOnes.next() : LoopbackPort.free());

      assertThat(test.server.connection().port()).isNotEqualTo(busy.getLocalPort());
      assertThat(busyOnes).isExhausted();
      assertThat(test.sql("SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void ofManyStartsOneStarts() throws Exception {
    test.server.stop();
    Supplier<Boolean> start = () -> PostgresServer.of(test.root, test.state).start();
    Executor threads = task -> new Thread(task).start();
    List<CompletableFuture<Boolean>> starts =
        Stream.generate(() -> CompletableFuture.supplyAsync(start, threads)).limit(4).toList();
    assertThat(starts.stream().map(CompletableFuture::join).toList()).containsOnlyOnce(true);
    assertThat(test.sql("SELECT 1")).isEqualTo("1");
  }

  @Test
  void aFailedStartShowsTheLogAndLeavesNothing() throws IOException {
    stopped();
    Path root = Files.createDirectories(test.state.resolve("other"));
    Path conf = Files.createDirectories(root.resolve("engines/postgres/conf"));
    Path settings = conf.resolve("postgresql.conf");
    Files.writeString(settings, "no_such_setting = 1\n");
    assertThatThrownBy(() -> PostgresServer.of(root, test.state).start())
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("no_such_setting");

    Files.writeString(settings, "listen_addresses = '192.0.2.1'\n");
    assertThatThrownBy(() -> PostgresServer.of(root, test.state).start())
        .hasMessageContainingAll("192.0.2.1", test.files().log().toString());
    assertThat(new ServerSearch(test.files()).all()).isEmpty();
    assertThat(test.server.running()).isFalse();
    requireStart(); // with the password that the failed start has made
  }

  @Test
  void aClusterOfAnotherVersionIsRefused() throws IOException {
    stopped();
    Path version = test.files().data().resolve("PG_VERSION");
    String ours = Files.readString(version);
    for (String other : List.of("9.6", "")) { // a crash of the machine can leave an empty file
      Files.writeString(version, other);

      assertThatThrownBy(() -> test.server.start())
          .hasMessageContaining(test.files().data() + " was made by PostgreSQL ")
          .hasMessageContaining(other.isEmpty() ? " (unknown), " : " 9.6, ");
    }
    Files.writeString(version, ours);
  }
}
