package io.loadpath.engines.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import com.sun.jna.Native;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.ServerRecord;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real labs. A machine that allows none must refuse them with the reason; then the test is skipped.
 */
class LabIT {
  private static final String PLAIN = "unlimited";
  private static final int NOBODY = 65534;
  private static final int DATAGRAMS = 200;

  @TempDir private Path state;

  /** What a test does with a lab. */
  private interface Use {
    void of(Lab lab) throws IOException;
  }

  private void withLab(Map<String, Link> links, Use use) throws IOException {
    assumeAllowed(links);
    try (Lab lab = Lab.up(state, "lab", links)) {
      use.of(lab);
    }
  }

  private void assumeAllowed(Map<String, Link> links) throws IOException {
    Optional<String> missing = LabNeeds.missing(links.values());
    if (missing.isPresent()) {
      assertThatThrownBy(() -> Lab.up(state, "lab", links)).hasMessage("no lab: " + missing.get());
      abort(missing.get());
    }
  }

  private static String run(LabFile file, String host, String... command) {
    List<String> words = file.command(host, List.of(command));
    return Program.in(Path.of("/"), words.get(0), words.stream().skip(1).toArray(String[]::new))
        .run()
        .ok()
        .out();
  }

  private static List<String> machine() {
    return Stream.of("-o addr", "-o link", "route")
        .map(
            words ->
                Program.in(Path.of("/"), LabTool.path("ip"), words.split(" ")).run().ok().out())
        .map(text -> text.replaceAll("valid_lft \\S+ preferred_lft \\S+", ""))
        .toList();
  }

  /** A signal of the terminal, such as that of Ctrl-C, ends the owner, but nothing before it. */
  private static boolean isOutsideItsOwnersSession(ServerRecord process) {
    long session = ProcessStat.read(process.pid()).orElseThrow().sessionId();
    return session != ProcessStat.read(ProcessHandle.current().pid()).orElseThrow().sessionId();
  }

  private static boolean gone(List<ServerRecord> processes) {
    return processes.stream().noneMatch(ServerRecord::alive);
  }

  @Test
  void aHostHasItsAddressAndNoOtherNetwork() throws IOException {
    List<String> before = machine();
    List<LabFile> files = new ArrayList<>();
    withLab(
        LabOwner.links("1GbE", "1GbE+2ms"),
        lab -> {
          files.add(lab.file());
          assertThat(run(lab.file(), "database", "ip", "-o", "-4", "addr").lines())
              .hasSize(2)
              .anySatisfy(line -> assertThat(line).contains("127.0.0.1/8"))
              .anySatisfy(line -> assertThat(line).contains("eth0", "198.18.0.2/24"));
          assertThat(run(lab.file(), "database", "hostname")).isEqualTo("198.18.0.2\n");
          assertThat(run(lab.file(), "files", "ip", "route").lines())
              .singleElement()
              .satisfies(route -> assertThat(route).startsWith("198.18.0.0/24 dev eth0"));
          // none is asked for, because a question could be lost
          assertThat(run(lab.file(), "files", "ip", "neigh").lines())
              .anyMatch(line -> line.matches("198\\.18\\.0\\.2 dev eth0 lladdr .* PERMANENT *"));
          assertThat(machine()).isEqualTo(before);
        });
    assertThat(machine()).isEqualTo(before);
    assertThat(files)
        .allSatisfy(
            file -> {
              assertThat(gone(file.holders())).isTrue();
              assertThat(file.path()).doesNotExist();
            });
  }

  @Test
  void labsSideBySideDoNotSeeEachOther() throws IOException {
    withLab(
        LabOwner.links(PLAIN, PLAIN),
        lab -> {
          try (Lab other = Lab.up(state, "other", LabOwner.links(PLAIN, PLAIN))) {
            assertThat(Lab.names(state)).containsExactly("lab", "other");

            assertThat(Peer.arrived(lab.file(), "files", lab.file(), "database", 1)).isOne();
            assertThat(Peer.arrived(lab.file(), "files", other.file(), "database", 1)).isZero();
          }
        });
  }

  @Test
  void aLinkIsChangedWhileProgramsUseIt() throws IOException {
    withLab(
        LabOwner.links(PLAIN, "100Mbit+2ms"),
        lab -> {
          lab.change("database", Link.parse("200Mbit+20ms"));
          LabFile file = LabFile.read(lab.file().path());
          Probe.Figures figures = Probe.between(file, "files", "database");

          assertThat(file.link("database").words()).isEqualTo("200Mbit+20ms");
          assertThat(figures.roundTripNanos()).isGreaterThan(20_000_000L);
          assertThat(figures.wireBytesPerSecond()).isLessThan(26_500_000L);

          lab.change("database", Link.UNLIMITED);
          figures = Probe.between(LabFile.read(file.path()), "files", "database");
          assertThat(figures.roundTripNanos()).isLessThan(20_000_000L);
          assertThat(figures.wireBytesPerSecond()).isGreaterThan(26_500_000L);
          assertThatThrownBy(() -> lab.change("files", Link.parse("1GbE+1ms")))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("no delay and no loss since the start");
        });
  }

  @Test
  void aNameIsTakenOnce() throws IOException {
    withLab(
        LabOwner.links(PLAIN, PLAIN),
        lab -> {
          assertThatThrownBy(() -> Lab.up(state, "lab", LabOwner.links(PLAIN, PLAIN)))
              .hasMessage(
                  "lab lab runs already: end it with 'bin/loadpath net down lab', or take another name");
          assertThat(lab.isWhole()).isTrue();
        });
  }

  @Test
  void bytesVanishInACutAndArriveAfterIt() throws IOException {
    for (String link : List.of(PLAIN, "1GbE+2ms")) {
      withLab(
          LabOwner.links(PLAIN, link),
          lab -> {
            try (Peer server = Peer.listening(lab.file(), "database");
                Peer client = Peer.connected(lab.file(), "files", "database", server)) {
              assertThat(server.answer()).isEqualTo(client.answer()).isEqualTo("connected");

              lab.cut("database");
              assertThat(client.ask("send")).isEqualTo(server.ask("send")).isEqualTo("sent");
              assertThat(server.ask("receive")).isEqualTo("nothing");
              assertThat(client.ask("receive")).isEqualTo("nothing");
              lab.heal();
              awaitByte(server);
              awaitByte(client);

              lab.halfOpen("files", "database");
              assertThat(client.ask("send")).isEqualTo(server.ask("send")).isEqualTo("sent");
              assertThat(server.ask("receive")).isEqualTo("nothing");
              awaitByte(client);
              lab.heal();
              awaitByte(server);
            }
          });
    }
  }

  /** TCP sends lost bytes again, later each time. */
  private static void awaitByte(Peer peer) throws IOException {
    Await.until("a byte", () -> peer.ask("receive").equals("byte"));
  }

  @Test
  void aPairIsCutWithoutTheOthers() throws IOException {
    Map<String, Link> links = LabOwner.links(PLAIN, PLAIN);
    links.put("hadoop", Link.UNLIMITED);
    withLab(
        links,
        lab -> {
          lab.cut("files", "database");
          assertThat(lab.vanishedFrames()).isZero();

          assertThat(Peer.arrived(lab.file(), "files", lab.file(), "database", 1)).isZero();
          assertThat(Peer.arrived(lab.file(), "hadoop", lab.file(), "database", 1)).isOne();
          assertThat(lab.vanishedFrames()).isPositive();
        });
  }

  @Test
  void aDelayIsNotShorterThanItsName() throws IOException {
    withLab(
        LabOwner.links(PLAIN, "100Mbit+20ms"),
        lab -> {
          Probe.Figures figures = Probe.between(lab.file(), "files", "database");

          // the relay sends up to 0.02 ms early
          assertThat(figures.roundTripNanos()).isGreaterThan(19_900_000);
          // bytes that TCP kept before the second of the probe are counted, too
          assertThat(figures.bytesPerSecond()).isBetween(1L, 2 * 12_500_000L);
          assertThat(figures.wireBytesPerSecond()).isGreaterThan(figures.bytesPerSecond());
        });
  }

  @Test
  void halfOfTheFramesAreLost() throws IOException {
    withLab(
        LabOwner.links(PLAIN, "unlimited+50%loss"),
        lab ->
            assertThat(Peer.arrived(lab.file(), "files", lab.file(), "database", DATAGRAMS))
                .isBetween(DATAGRAMS / 4, DATAGRAMS * 3 / 4));
    withLab(
        LabOwner.links(PLAIN, "unlimited+1ms"),
        lab ->
            assertThat(Peer.arrived(lab.file(), "files", lab.file(), "database", DATAGRAMS))
                .isEqualTo(DATAGRAMS));
  }

  @Test
  void aLabEndsWithItsKilledOwner() throws IOException {
    Process owner = owner("end");
    LabFile file = Lab.open(state, "lab").file();
    assertThat(file.holders())
        .hasSizeGreaterThanOrEqualTo(4) // two hosts, the switch, the relay
        .allMatch(ServerRecord::alive)
        .allMatch(LabIT::isOutsideItsOwnersSession);

    owner.destroyForcibly();

    Await.until("the end of the lab", () -> gone(file.holders()));
    assertThat(Lab.recover(state)).containsExactly("ended what was left of lab lab");
    assertThat(file.path()).doesNotExist();
  }

  @Test
  void aLabStaysForAProgramOfItsKilledOwner() throws IOException {
    Process owner = owner("keep");
    LabFile file = Lab.open(state, "lab").file();
    long program = Long.parseLong(owner.inputReader().readLine());

    owner.destroyForcibly().onExit().join();

    assertThat(Peer.arrived(file, "files", file, "database", 1)).isOne();
    assertThat(file.holders()).allMatch(ServerRecord::alive);
    Processes.signal("KILL", List.of(program));
    Await.until("the end of the lab", () -> gone(file.holders()));
  }

  @Test
  void aLabThatStaysIsEndedByAnother() throws IOException {
    Process owner = owner("stay");
    assertThat(Processes.waitFor(owner)).isZero();
    Lab lab = Lab.open(state, "lab");
    assertThat(Lab.recover(state)).isEmpty();
    assertThat(lab.isWhole()).isTrue();

    Process program =
        new ProcessBuilder(lab.file().command("files", List.of("sleep", "1000"))).start();
    lab.close();

    assertThat(Processes.waitFor(program)).isNotZero();
    assertThat(gone(lab.file().holders())).isTrue();
  }

  @Test
  void recoveryEndsALabThatLostAHolder() throws IOException {
    Process owner = owner("stay");
    LabFile file = Lab.open(state, "lab").file();
    ServerRecord holder = file.process(LabFile.hostKey("files")).orElseThrow();
    List<String> sleep = file.command("files", List.of("sleep", "600"));
    ProcessBuilder builder = new ProcessBuilder(sleep);
    builder.environment().put(LabFile.VARIABLE, file.path().toString());
    Process program = builder.start();
    String own = Namespace.of("self", "net");
    Await.until("a program on the host", () -> !Namespace.of(program.pid(), "net").equals(own));
    Processes.signal("KILL", List.of(holder.pid()));
    Await.until("the end of a holder", () -> !holder.alive());

    assertThat(Lab.recover(state)).containsExactly("ended what was left of lab lab");

    assertThat(gone(file.holders())).isTrue();
    assertThat(program.onExit().orTimeout(30, TimeUnit.SECONDS).join().exitValue()).isNotZero();
  }

  /** Starts a process that makes a lab. */
  private Process owner(String end) throws IOException {
    assumeAllowed(LabOwner.links(PLAIN, "1GbE+2ms"));
    List<String> words = new ArrayList<>(LabOwner.java(LabOwner.class, LabOwner.classPath()));
    words.addAll(List.of(state.toString(), end, "1GbE+2ms"));
    Process owner =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    assertThat(owner.inputReader().readLine()).isEqualTo("up");
    return owner;
  }

  @Test
  void anOrdinaryUserKeepsTheirIdOnAHost() throws IOException {
    if (Owner.caller() != 0) {
      withLab(
          LabOwner.links(PLAIN, "1GbE+2ms"),
          lab ->
              assertThat(run(lab.file(), "files", "id", "-u").strip())
                  .isEqualTo(Long.toString(Owner.caller())));
      return;
    }
    // a folder that the other user may enter, with the classes
    Path open = Files.createTempDirectory(Path.of("/var/tmp"), "loadpath-lab-");
    try {
      Owner.mode(open, "rwxr-xr-x");
      assertThat(usersOf(open))
          .satisfiesAnyOf(
              users -> assertThat(users).isEqualTo(NOBODY + " " + NOBODY),
              reason ->
                  assertThat(reason).startsWith("ordinary users cannot make user namespaces"));
    } finally {
      FileTree.delete(open);
    }
  }

  /** Returns what another user's process says about the users of its programs in a lab. */
  private static String usersOf(Path open) throws IOException {
    Path mine = Files.createDirectory(open.resolve("state"));
    Owner.give(mine, NOBODY, NOBODY);
    List<String> places = new ArrayList<>();
    for (Class<?> type : List.of(LabOwner.class, Lab.class, ServerRecord.class, Native.class)) {
      String place = JavaProgram.place(type);
      String copy = open.resolve(places.size() + (place.endsWith(".jar") ? ".jar" : "")).toString();
      Program.in(open, "cp", "-r", "--no-preserve=mode", place, copy).run().ok();
      places.add(copy);
    }
    Program.in(open, "chmod", "-R", "go+rX", ".").run().ok();
    List<String> java = LabOwner.java(LabOwner.class, String.join(File.pathSeparator, places));
    return Program.in(
            open, "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--")
        .with(java.toArray(String[]::new))
        .with(mine.toString(), "users", "1GbE+2ms")
        .run()
        .ok()
        .out()
        .strip();
  }
}
