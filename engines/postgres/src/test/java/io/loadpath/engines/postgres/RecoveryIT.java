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
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of a start after all that can have gone wrong before it. */
class RecoveryIT {
  private static TestServer test;

  @BeforeAll
  static void make() throws IOException {
    test = new TestServer();
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  private static List<Long> startedProcesses() {
    test.server.start();
    return new ServerSearch(test.files()).all();
  }

  private static void requireWorking() {
    assertThat(test.sql("SELECT 1")).isEqualTo("1");
  }

  @Test
  void aKilledServerStartsAgainWithWhatWasCommitted() {
    List<Long> processes = startedProcesses();
    test.sql("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 7 AS n");
    test.killPostmaster();

    assertThat(test.server.start()).isTrue();
    assertThat(Processes.awaitEnd(processes, 5)).as("all have ended").isTrue();
    assertThat(test.sql("SELECT n FROM kept")).isEqualTo("7");
  }

  @Test
  void aKilledServerIsStoppedToTheLastProcess() {
    List<Long> processes = startedProcesses();
    test.killPostmaster();

    test.server.stop();
    assertThat(Processes.awaitEnd(processes, 5)).as("all have ended").isTrue();
  }

  @Test
  void numbersThatAnotherProcessHasNowAreNotTheServer() throws IOException {
    test.server.start();
    test.server.stop();
    long stranger = ProcessHandle.current().pid();
    long ticks = Processes.startTicks(stranger).orElseThrow();
    new ServerRecord(stranger, ticks, 1).write(test.files().record());
    Path pidFile = test.files().data().resolve("postmaster.pid");
    Files.writeString(pidFile, stranger + "\n" + test.files().data() + "\n");

    assertThat(test.server.running()).isFalse();
    assertThat(test.server.start()).isTrue();
    requireWorking();
  }

  /** Runs a program where no user can make shared memory of POSIX, as in some containers. */
  private static Outcome withoutSharedMemory(String program, String... arguments) {
    Program unshare = Program.in(test.root, "env", "unshare", "--mount");
    if (Owner.caller() != 0) {
      unshare.with("--map-root-user");
    }
    String hide = "mount -t tmpfs -o ro,mode=755 tmpfs /dev/shm && exec \"$@\"";
    return unshare
        .with("--", "sh", "-c", hide, "sh", program)
        .with(arguments)
        .set("LOADPATH_STATE", test.state)
        .run();
  }

  @Test
  void startsWithTheSharedMemoryThatIsThere() {
    assumeThat(Owner.caller()).as("a mapped root would not be the state folder's user").isZero();
    assumeThat(withoutSharedMemory("true").exitCode()).as("unshare is permitted").isZero();
    test.server.start();
    assertThat(test.sql("SHOW dynamic_shared_memory_type")).isEqualTo("posix");
    test.server.stop();

    withoutSharedMemory(test.root.resolve("bin/postgres").toString(), "start").ok();
    assertThat(test.sql("SHOW dynamic_shared_memory_type")).isEqualTo("sysv");
    test.server.stop();
    test.server.start();
    assertThat(test.sql("SHOW dynamic_shared_memory_type")).isEqualTo("posix");
  }

  /** Runs a program in a new PID namespace, as another container has one. */
  private static Outcome elsewhere(String program, String... arguments) {
    Program unshare = Program.in(test.root, "env", "unshare", "--pid", "--fork");
    if (Owner.caller() != 0) {
      unshare.with("--map-current-user");
    }
    return unshare
        .with("--mount-proc", "--", program)
        .with(arguments)
        .set("LOADPATH_STATE", test.state)
        .run();
  }

  @Test
  void aServerInAnotherNamespaceIsLeftAlone() throws IOException {
    test.server.start();
    assumeThat(elsewhere("true").exitCode()).as("unshare --pid is permitted").isZero();
    Path pidFile = test.files().data().resolve("postmaster.pid");
    String before = Files.readString(pidFile);
    String postgres = test.root.resolve("bin/postgres").toString();

    Outcome start = elsewhere(postgres, "start");

    assertThat(start.exitCode()).isEqualTo(1);
    assertThat(start.err())
        .contains("in another container or on another host", test.files().data().toString());
    assertThat(elsewhere(postgres, "stop").out()).isEqualTo("PostgreSQL was not running\n");
    assertThat(pidFile).hasContent(before);
    assertThat(test.files().record()).exists();
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
  void aLostRecordIsFoundAgain() throws IOException {
    test.server.start();
    ConnectionInfo before = test.server.connection();
    Files.delete(test.files().record());

    assertThat(test.server.connection()).isEqualTo(before);
    assertThat(test.server.start()).isFalse();
    assertThat(test.files().record()).exists();
  }

  @Test
  void aKilledInitdbLeavesNothing() throws IOException {
    test.server.stop();
    FileTree.delete(test.files().data());
    Path half = Files.createDirectories(test.files().folder().resolve("data.part123/base"));
    Files.createFile(half.resolve("PG_VERSION"));

    assertThat(test.server.start()).isTrue();
    assertThat(half).doesNotExist();
    requireWorking();
  }

  @Test
  void aDeletedStateOfARunningServerStartsAnew() throws IOException {
    List<Long> processes = startedProcesses();
    Path aside = test.state.resolve("aside"); // the server still writes files into it
    Files.move(test.files().data(), aside);
    Files.delete(test.files().record());

    assertThat(test.server.running()).isFalse();
    assertThat(test.server.start()).isTrue();
    assertThat(Processes.awaitEnd(processes, 5)).as("all have ended").isTrue();
    FileTree.delete(aside);
    requireWorking();
  }

  @Test
  void aServerWhoseStateIsGoneCanBeStopped() throws IOException {
    List<Long> processes = startedProcesses();
    Path aside = test.state.resolve("aside");
    Files.move(test.files().folder(), aside);

    assertThat(test.server.stop()).isTrue();
    assertThat(Processes.awaitEnd(processes, 5)).as("all have ended").isTrue();
    Files.move(aside, test.files().folder());
  }

  @Test
  void aLostPasswordIsReplaced() throws IOException {
    test.server.start();
    Files.delete(test.files().password());
    assertThatThrownBy(() -> test.server.start()).hasMessageContaining("bin/postgres stop");
    test.server.stop();

    assertThat(test.server.start()).isTrue();
    requireWorking();
  }

  /** Wherever the kill falls, nothing depends on the password that the files or the role have. */
  @Test
  void aStartThatIsKilledAroundTheNewPasswordIsRepeated() throws Exception {
    test.server.start();
    test.server.stop();
    String before = Files.readString(test.files().password());
    Path launcher = test.root.resolve("bin/postgres");
    ProcessBuilder start = new ProcessBuilder(launcher.toString(), "start");
    start.environment().put("LOADPATH_STATE", test.state.toString());
    Process process = start.redirectErrorStream(true).start();
    Await.until(
        "a new password",
        () -> {
          assertThat(process.isAlive()).isTrue();
          return !Files.readString(test.files().password()).equals(before);
        });
    process.destroyForcibly().waitFor();

    test.server.start();
    requireWorking();
    test.server.stop();
    Files.writeString(test.files().password(), "written, and not yet the role's");
    assertThat(test.server.start()).isTrue();
    requireWorking();
  }

  /** Such a program recovers the data first, which may take minutes. */
  @Test
  void theProgramThatAnEndedStartHasLeftIsEnded() throws Exception {
    test.server.start();
    test.server.stop();
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

    assertThat(test.server.start()).isTrue();
    assertThat(Processes.all(left)).isEmpty();
    requireWorking();
  }

  @Test
  void aStartThatFailsAfterTheNewPasswordIsRepeated() {
    test.server.start();
    test.server.stop();
    String serverOnly = "case \"$*\" in *--single*) exec \"$@\" ;; *) exit 1 ;; esac";
    List<String> launcher = List.of("/bin/sh", "-c", serverOnly, "sh");

    assertThatThrownBy(() -> test.server.withLauncher(launcher).start())
        .hasMessageContaining("did not start");
    assertThat(test.server.start()).isTrue();
    requireWorking();
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
    test.server.start();
    requireWorking();
  }

  @Test
  void aPreparedTransactionOutlivesAKilledServer() {
    test.server.start();
    test.sql("DROP TABLE IF EXISTS prepared; CREATE TABLE prepared (n int)");
    test.sql("BEGIN; INSERT INTO prepared VALUES (7); PREPARE TRANSACTION 'kept'");
    test.killPostmaster();

    assertThat(test.server.start()).isTrue();
    test.sql("COMMIT PREPARED 'kept'");
    assertThat(test.sql("SELECT n FROM prepared")).isEqualTo("7");
  }

  @Test
  void aBusyPortLeadsToAnother() throws IOException {
    test.server.start();
    test.server.stop();
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Iterator<Integer> busyOnes = List.of(busy.getLocalPort(), busy.getLocalPort()).iterator();
      Path conf = test.root.resolve("engines/postgres/conf/postgresql.conf");
      new ServerStart(test.files(), conf, List.of())
          .run(() -> busyOnes.hasNext() ? busyOnes.next() : LoopbackPort.free());

      assertThat(test.server.connection().port()).isNotEqualTo(busy.getLocalPort());
      assertThat(busyOnes).isExhausted();
      requireWorking();
    }
  }

  @Test
  void ofManyStartsOneStarts() throws Exception {
    test.server.stop();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> starts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        starts.add(() -> PostgresServer.of(test.root, test.state).start());
      }
      int started = 0;
      for (Future<Boolean> start : threads.invokeAll(starts)) {
        started += start.get() ? 1 : 0;
      }
      assertThat(started).isEqualTo(1);
    } finally {
      threads.shutdown();
    }
    requireWorking();
  }

  @Test
  void aFailedStartShowsTheLogAndLeavesNothing() throws IOException {
    test.server.start();
    test.server.stop();
    Path root = Files.createDirectories(test.state.resolve("other"));
    Path conf = Files.createDirectories(root.resolve("engines/postgres/conf"));
    Path settings = conf.resolve("postgresql.conf");
    Files.writeString(settings, "no_such_setting = 1\n");
    assertThatThrownBy(() -> PostgresServer.of(root, test.state).start())
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("no_such_setting");

    Files.writeString(settings, "listen_addresses = '192.0.2.1'\n");
    assertThatThrownBy(() -> PostgresServer.of(root, test.state).start())
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("192.0.2.1")
        .hasMessageContaining(test.files().log().toString());
    assertThat(new ServerSearch(test.files()).all()).isEmpty();
    assertThat(test.server.running()).isFalse();
  }

  @Test
  void aClusterOfAnotherVersionIsRefused() throws IOException {
    test.server.start();
    test.server.stop();
    Path version = test.files().data().resolve("PG_VERSION");
    String ours = Files.readString(version);
    Files.writeString(version, "9.6\n");

    assertThatThrownBy(() -> test.server.start())
        .hasMessageContaining("made by PostgreSQL 9.6")
        .hasMessageContaining(test.files().data().toString());
    Files.writeString(version, ours);
  }
}
