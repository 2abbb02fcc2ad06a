package io.loadpath.engines.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.ListeningSockets;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The life of a real cluster, and what becomes of it after all that can go wrong. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
  private static TestCluster test;

  @BeforeAll
  static void make() throws IOException {
    test = new TestCluster();
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  @BeforeEach
  void start() {
    test.start();
  }

  private static Jobs jobs() {
    return new Jobs(test.files.conf());
  }

  private static Set<Long> daemonPids() {
    return test.cluster.daemons().values().stream()
        .map(ServerRecord::pid)
        .collect(Collectors.toSet());
  }

  private static void kill(Set<Long> pids) {
    Processes.signal("KILL", List.copyOf(pids));
    assertThat(Processes.awaitEnd(List.copyOf(pids), 10)).isTrue();
  }

  private static Set<Long> sleepingMaster() throws Exception {
    jobs().sleep();
    Set<Long> containers = new HashSet<>();
    Await.until(
        "a container",
        () -> {
          containers.clear();
          containers.addAll(test.cluster.containers());
          return containers.stream().anyMatch(pid -> Processes.arguments(pid).contains("600"));
        });
    return containers;
  }

  @Test
  void runsAJobAndListensOnLoopbackOnly() throws Exception {
    assertThat(test.start()).isFalse();
    jobs().write("/lines/a", "one\ntwo\n");

    assertThat(jobs().copyLines("/lines", "/copied")).isTrue();
    assertThat(jobs().read("/copied/part-r-00000")).isEqualTo("0\tone\n4\ttwo\n");
    assertThat(ListeningSockets.of(daemonPids()))
        .containsAll(
            test.settings().ports().values().stream().map("0100007F:%04X"::formatted).toList())
        .allMatch(address -> address.startsWith("0100007F:"));
  }

  @Test
  void anotherUserCanReadNoFile() throws IOException {
    assertThat(Files.getPosixFilePermissions(test.files.folder()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assumeThat(Owner.caller()).as("only root can be another user").isZero();
    String folder = test.files.folder().toString();

    assertThat(
            Program.in(Path.of("/"), "setpriv", "--reuid=65534", "--clear-groups")
                .with("find", folder, "-readable")
                .run()
                .out())
        .isEmpty();
  }

  @Test
  void statusShowsPagesThatABrowserCanOpen() throws IOException {
    ClusterStatus status = test.cluster.status();
    List<String> pages =
        status.lines().stream()
            .filter(line -> line.startsWith("page "))
            .map(line -> line.split("\\s+")[1])
            .toList();

    assertThat(status.ready()).isTrue();
    assertThat(status.hdfs().orElseThrow().capacityBytes()).isPositive();
    assertThat(status.yarn().orElseThrow().vcores()).isPositive();
    assertThat(pages).hasSize(3);
    for (String page : pages) {
      HttpURLConnection connection = (HttpURLConnection) URI.create(page).toURL().openConnection();
      assertThat(connection.getResponseCode()).as(page).isEqualTo(200);
      assertThat(new String(connection.getInputStream().readAllBytes())).contains("<html");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aForeignNameReachesNoDaemon(Role role) throws IOException {
    int port = port(role);
    for (String page : List.of("/jmx", "/logs/", "/webhdfs/v1/?op=LISTSTATUS", "/ws/v1/info")) {
      assertThat(answer(port, "GET " + page, "Host: evil.example:" + port)).as(page).isEqualTo(403);
      assertThat(answer(port, "GET " + page, "Host: 127.0.0.1.evil.example")).isEqualTo(403);
    }
    assertThat(answer(port, "GET /jmx", "Host: 127.0.0.1:" + port)).isEqualTo(200);
    assertThat(answer(port, "GET /jmx", "Host: localhost:8088")).as("a tunnel").isEqualTo(200);
    assertThat(answer(port, "GET /jmx", "Host: LocalHost")).isEqualTo(200);
  }

  @Test
  void aFormOfAWebPageChangesNothing() throws IOException {
    jobs().write("/form", "text");
    String user = "user.name=" + System.getProperty("user.name");
    String truncate = "POST /webhdfs/v1/form?op=TRUNCATE&newlength=0&" + user;
    String append =
        "POST /webhdfs/v1/form?op=APPEND&namenoderpcaddress=127.0.0.1:%d&%s"
            .formatted(test.settings().port(Daemon.NAMENODE, "rpc"), user);
    String submit = "POST /ws/v1/cluster/apps/new-application?" + user;

    assertThat(change(Role.NAMENODE, truncate)).isEqualTo(400);
    assertThat(change(Role.DATANODE, append)).isEqualTo(400);
    assertThat(change(Role.RESOURCEMANAGER, submit)).isEqualTo(400);
    assertThat(change(Role.NODEMANAGER, "POST /ws/v1/node/info")).isEqualTo(400);
    assertThat(change(Role.HISTORY, "POST /ws/v1/history/info")).isEqualTo(400);
    assertThat(jobs().read("/form")).isEqualTo("text");

    String own = "X-XSRF-Header: any";
    assertThat(change(Role.RESOURCEMANAGER, submit, own)).isEqualTo(200);
    assertThat(change(Role.DATANODE, append, own)).isEqualTo(200);
    assertThat(change(Role.NAMENODE, truncate, own)).isEqualTo(200);
    assertThat(jobs().read("/form")).isEmpty();
  }

  /** As a browser, and then as a program sends it that fetches addresses. */
  private static int change(Role role, String request, String... headers) throws IOException {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Host: 127.0.0.1:" + port(role), "Content-Length: 0"));
    all.add("User-Agent: Mozilla/5.0");
    int asBrowser = answer(port(role), request, all.toArray(String[]::new));
    all.set(all.size() - 1, "User-Agent: Fetcher/1.0");
    assertThat(answer(port(role), request, all.toArray(String[]::new))).isEqualTo(asBrowser);
    return asBrowser;
  }

  private static Daemon daemon(Role role) {
    return test.cluster.all().stream().filter(found -> found.role() == role).findFirst().get();
  }

  private static int port(Role role) {
    return test.settings().port(daemon(role), "http");
  }

  /** Returns the status of a request; a JVM's client does not let its Host be set. */
  private static int answer(int port, String request, String... headers) throws IOException {
    String text =
        request + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n";
    try (Socket socket = new Socket(LoopbackPort.HOST, port)) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(text.getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).as(text).startsWith("HTTP/1.1 ");
      return Integer.parseInt(
          answer.replaceFirst("^HTTP/1.1 100 Continue\r\n\r\n", "").split(" ")[1]);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("cluster")
  void aKilledDaemonIsNamedAndStartedAgain(Role role) {
    Set<Long> others = daemonPids();
    Daemon killed = killOne(role);
    others.retainAll(daemonPids());

    assertThat(test.cluster.status().dead()).containsExactly(killed);
    assertThat(test.cluster.status().ready()).isFalse();
    assertThat(test.start()).isTrue();
    assertThat(daemonPids()).containsAll(others).hasSize(5);
    assertThat(test.cluster.status().ready()).isTrue();
  }

  private static Daemon killOne(Role role) {
    kill(Set.of(test.pid(role)));
    return daemon(role);
  }

  /** Also with a stale lock, and with another program on one of its ports. */
  @Test
  void aClusterThatWasKilledIsStartedByOneOfTwoStartsWithItsDataAndPorts() throws Exception {
    jobs().write("/kept", "text");
    Set<Long> containers = sleepingMaster();
    Map<String, Integer> ports = new HashMap<>(test.settings().ports());
    kill(daemonPids());
    assertThat(containers).anyMatch(Processes::alive);
    Files.writeString(test.files.service().lock(), "999999");
    int taken = test.settings().port(Daemon.HISTORY, "http");
    assertThat(LoopbackPort.awaitFree(taken, Duration.ofSeconds(10))).as("port %d", taken).isTrue();

    ServerSocket other = new ServerSocket(taken, 1, InetAddress.getByName(LoopbackPort.HOST));
    try (other) {
      assertThat(twoStarts()).containsExactlyInAnyOrder(true, false);
    }

    assertThat(test.cluster.status().ready()).isTrue();
    assertThat(Processes.awaitEnd(List.copyOf(containers), 5)).as("all have ended").isTrue();
    assertThat(test.settings().port(Daemon.HISTORY, "http")).isNotEqualTo(taken);
    ports.put(
        ClusterSettings.key(Daemon.HISTORY, "http"), test.settings().port(Daemon.HISTORY, "http"));
    assertThat(test.settings().ports()).as("the others").isEqualTo(ports);
    assertThat(Processes.arguments(test.pid(Role.NAMENODE)))
        .anyMatch(word -> word.startsWith("-XX:SharedArchiveFile="));
    assertThat(jobs().read("/kept")).isEqualTo("text");
  }

  private static List<Boolean> twoStarts() {
    Executor threads = task -> new Thread(task).start();
    List<CompletableFuture<Boolean>> starts =
        Stream.generate(() -> CompletableFuture.supplyAsync(test::start, threads))
            .limit(2)
            .toList();
    return starts.stream().map(CompletableFuture::join).toList();
  }

  @Test
  @Order(Integer.MAX_VALUE) // it ends with a stopped cluster
  void stopsWithinFiveSecondsWithoutLeftovers() throws Exception {
    Set<Long> all = sleepingMaster();
    all.addAll(test.search.daemons());
    assertThat(all).hasSizeGreaterThan(5);
    long begun = System.nanoTime();

    assertThat(test.cluster.stop()).isTrue();
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)).isLessThan(5_000);
    assertThat(Processes.awaitEnd(List.copyOf(all), 5)).as("all have ended").isTrue();
    assertThat(test.cluster.stop()).isFalse();
    assertThat(test.cluster.status().lines()).containsExactly("the cluster is not running");
    assertThatThrownBy(() -> test.cluster.conf()).hasMessageContaining("cluster start");

    aDamagedOrLostImageIsNeverReplaced();
  }

  private static void aDamagedOrLostImageIsNeverReplaced() throws IOException {
    Path image = test.files.data(Daemon.NAMENODE);
    Path aside = Files.move(image, test.state.resolve("aside"));
    assertThatThrownBy(test::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("the image of HDFS is gone")
        .hasMessageContaining("or delete " + test.files.folder());
    assertThat(image).doesNotExist();

    Files.createDirectories(image.resolve("current"));
    assertThatThrownBy(test::start).hasMessageContaining("damaged (there is no file");

    Files.copy(aside.resolve("current/VERSION"), image.resolve("current/VERSION"));
    assertThatThrownBy(test::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("the image of HDFS in " + image + " is damaged");
    assertThat(test.search.daemons()).isEmpty();
    FileTree.delete(image);
    Files.move(aside, image);
  }

  @Test
  void safeModeIsSaidAndAnotherNumberOfWorkersNeedsAStop() throws IOException {
    assertThatThrownBy(() -> test.cluster.start(2, line -> {}))
        .hasMessage("the cluster runs with 1 worker, not 2: 'bin/loadpath cluster stop' first");
    jobs().safeMode(true);

    assertThat(test.cluster.status().ready()).isFalse();
    assertThat(String.join("\n", test.cluster.status().lines())).contains("safe mode on");
    assertThatThrownBy(test::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("a user turned it on");
    jobs().safeMode(false);
    assertThat(test.cluster.status().ready()).isTrue();
  }

  @Test
  @Tag("cluster")
  void aStartThatFailsEndsAllDaemons() throws IOException {
    Path root = strictRoot();
    Daemon killed = killOne(Role.NODEMANAGER);
    assertThat(test.cluster.status().dead()).containsExactly(killed);
    assertThatThrownBy(() -> test.cluster.conf()).hasMessageContaining("cluster start");

    assertThatThrownBy(() -> Cluster.of(root, test.state).start(0, line -> {}))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("YARN starts no containers (NodeManager 1: ")
        .hasMessageContaining("Hadoop's default is 90 %");
    assertThat(test.search.daemons()).as("all or none").isEmpty();

    FileTree.delete(root);
    assertThat(test.start()).isTrue();
    assertThat(test.cluster.status().ready()).isTrue();
  }

  /** A project whose NodeManagers take every disk for full. */
  private static Path strictRoot() throws IOException {
    Path root = Files.createTempDirectory("loadpath-cluster-it").toRealPath();
    Path engine = Files.createDirectories(root.resolve("engines/cluster"));
    Path project = Program.ROOT.resolve("engines");
    Files.createSymbolicLink(root.resolve("engines/hadoop"), project.resolve("hadoop"));
    Files.createSymbolicLink(engine.resolve("target"), project.resolve("cluster/target"));
    Path conf = Files.createDirectory(engine.resolve("conf"));
    for (Path file :
        Files.list(project.resolve("cluster/conf")).filter(Files::isRegularFile).toList()) {
      String text = Files.readString(file).replace("<value>99.5</value>", "<value>0.01</value>");
      Files.writeString(conf.resolve(file.getFileName()), text);
    }
    return root;
  }
}
