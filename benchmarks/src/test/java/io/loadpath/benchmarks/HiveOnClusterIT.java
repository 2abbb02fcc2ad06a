package io.loadpath.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.ListeningSockets;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The bundled cluster with Hive: its metastore and its HiveServer2, and bin/hive with both. */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HiveOnClusterIT {
  private static final Daemon METASTORE = new Daemon(Role.METASTORE, 0);
  private static final Daemon HIVESERVER2 = new Daemon(Role.HIVESERVER2, 0);
  private static final Path HIVE = Program.ROOT.resolve("hive");
  private static final int GROUPS = 4;

  /** A value of each type; no job is needed to select them. */
  private static final String VALUES =
      """
      SELECT NULL, true, CAST(1 AS TINYINT), 5000000000, 1e9, CAST(0.1 AS FLOAT),
        CAST(1.5 AS DECIMAL(10, 4)), CAST(0 AS DECIMAL(12, 9)), -- it's a decimal; isn't it?
        DATE '1998-12-01', TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:00.05',
        TIMESTAMP '2024-03-31 02:30:00', -- an hour that clocks in Berlin leave out
        'a;b--c', 'it\\'s', CAST('x' AS CHAR(3)), CAST('y' AS VARCHAR(3)), CAST('z' AS BINARY),
        array(1, 2), map('k', 1.5), named_struct('f', 'ä');
      """;

  private static TestServer test;
  private static Cluster cluster;
  private static Map<String, String> environment;

  @BeforeAll
  static void start() throws IOException {
    test = new TestServer();
    cluster = Cluster.of(Program.ROOT, test.state);
    Outcome started = cluster("start", "--hive").ok();
    environment = environment();
    assertThat(started.out()).contains("Hive             " + url() + ", password in ");
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.stop();
    test.delete();
  }

  private static Outcome cluster(String... words) {
    return Program.in(test.state, "bin/loadpath", "cluster")
        .with(words)
        .set("LOADPATH_STATE", test.state)
        .set("LOADPATH_BUILD", "never")
        .run();
  }

  private static Map<String, String> environment() {
    return Pattern.compile("export (\\w+)='(.*)'")
        .matcher(cluster("env").ok().out())
        .results()
        .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
  }

  private static String url() {
    return environment.get("LOADPATH_HIVE_URL");
  }

  private static Program hive(String... arguments) {
    return Program.in(test.state, "bin/hive", arguments)
        .set(environment)
        .set("LOADPATH_STATE", test.state)
        .set("TZ", "Europe/Berlin")
        .set("HADOOP_CLIENT_OPTS", "-XX:TieredStopAtLevel=1");
  }

  /** The same through HiveServer2. */
  private static Program remote(String... arguments) {
    return hive("-u", url(), "-w", environment.get("LOADPATH_HIVE_PASSWORD_FILE")).with(arguments);
  }

  private static void kill(Daemon daemon) {
    List<Long> pid = List.of(cluster.daemons().get(daemon).pid());
    Processes.signal("KILL", pid);
    assertThat(Processes.awaitEnd(pid, 10)).isTrue();
  }

  @Test
  @Order(1)
  void theSameFilesGiveTheSameBytesThroughBoth() throws IOException {
    Path data = test.newFolder().resolve("lineitem");
    Datasets.lineitem(new BigDecimal("0.01"), 2, Codec.NONE).prepare(data, Progress.silent());
    String place = "/user/" + System.getProperty("user.name") + "/loadpath/data/lineitem";
    Program.in(test.state, "engines/hadoop/stage", data.toString(), place)
        .set(environment)
        .set("LOADPATH_STATE", test.state)
        .run()
        .ok();
    Path values = Files.writeString(test.newFolder().resolve("values.hql"), VALUES, UTF_8);
    String session =
        """
        SOURCE %1$s/lineitem.hql;
        SOURCE %2$s;
        SOURCE %1$s/q1.hql;
        """
            .formatted(HIVE, values);

    List<String> local =
        hive("-e", session, "--hivevar", "delta=112", "--hivevar", "location=" + place)
            .run()
            .ok()
            .out()
            .lines()
            .toList();
    assertThat(local).hasSize(1 + GROUPS);
    assertThat(local.get(0)).contains("\t2024-03-31 02:30:00\t");
    assertThat(local.get(1)).startsWith("A\tF\t380456.00\t532348211.65\t505822441.4861\t");
    assertThat(local.get(3)).as("as many rows as with DELTA 112").endsWith("\t28734");

    String q1 = HIVE.resolve("q1.hql").toString();
    assertRows(remote("-i", values.toString(), "-f", q1, "-d", "delta=112"), local);
    assertRows(
        remote("-f", q1, "--hivevar", "delta=112", "--hiveconf", "hive.execution.engine=mr"),
        local.subList(1, 5));
  }

  private static void assertRows(Program program, List<String> rows) {
    Outcome outcome = program.run().ok();
    assertThat(outcome.out()).isEqualTo(String.join("\n", rows) + "\n");
    assertThat(outcome.err()).as("the server's messages").contains("Total jobs = ");
  }

  @Test
  @Order(2)
  void tablesAreMadeAndDroppedThroughTheServer() {
    String script =
        """
        CREATE DATABASE shop;
        CREATE TABLE shop.sales (id INT) PARTITIONED BY (day STRING) STORED AS ORC;
        ALTER TABLE shop.sales ADD PARTITION (day='1');
        SHOW PARTITIONS shop.sales;
        DROP TABLE shop.sales;
        DROP DATABASE shop CASCADE;
        SHOW DATABASES;
        """;

    assertThat(remote("-S", "-e", script).run().ok())
        .extracting(Outcome::out, Outcome::err)
        .containsExactly("day=1\ndefault\n", configurations());
    String setting = "hive.tez.java.opts=-Xmx300m --add-opens=java.base/java.lang=ALL-UNNAMED";
    Outcome session =
        remote("-S", "--database", "default", "--hiveconf", setting)
            .with("-e", "SHOW TABLES; SET hive.tez.java.opts")
            .run()
            .ok();
    assertThat(session.out()).isEqualTo("lineitem\n" + setting + "\n");
  }

  /** What the launcher says of the configurations that it uses. */
  private static String configurations() {
    return "hive: using the configuration in %s (HIVE_CONF_DIR)\nhive: using the configuration in %s (HADOOP_CONF_DIR)\n"
        .formatted(environment.get("HIVE_CONF_DIR"), environment.get("HADOOP_CONF_DIR"));
  }

  @Test
  @Order(3)
  void failuresAreSaidInOneLine() throws IOException {
    assertFails(remote("-S", "-e", "SELECT 1 FROM nosuch"), "-e: ", "Table not found 'nosuch'");
    Path script = Files.writeString(test.newFolder().resolve("bad.hql"), "SELECT\n'a'\nFROM;\n");
    assertFails(remote("-S", "-f", script.toString()), script + ": ", "ParseException");
    assertFails(remote("-f", "/nowhere.hql"), "cannot read the file /nowhere.hql");
    assertFails(
        hive("-u", url(), "-w", "/nowhere", "-e", "SELECT 1"), "the password file /nowhere");
    Path wrong = Files.writeString(test.newFolder().resolve("password"), "wrong\n");
    assertFails(
        hive("-u", url(), "-w", wrong.toString(), "-e", "SELECT 1"),
        "cannot connect to " + url() + ": ",
        "Error validating the login");
    assertFails(hive("-u", url(), "-e", "SELECT 1"), "Error validating the login");
    assertThat(hive("-u", "jdbc:mysql://x", "-e", "SELECT 1").run().exitCode()).isEqualTo(2);
  }

  private static void assertFails(Program program, String... words) {
    Outcome outcome = program.run();
    assertThat(outcome.exitCode()).as(outcome.all()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith(configurations());
    assertThat(outcome.err().substring(configurations().length()))
        .startsWith("hive: ")
        .contains(words)
        .hasLineCount(1);
  }

  @Test
  @Order(4)
  void aDeadOrSilentServerIsNamedAfterSeconds() throws IOException {
    String closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = "jdbc:hive2://127.0.0.1:%d/default".formatted(socket.getLocalPort());
      assertGivesUp(closed + ";password=secret", closed + ": no answer in 30 s", 40);
    }
    assertGivesUp(closed, closed + ": Connection refused", 15);
  }

  private static void assertGivesUp(String url, String message, int limitSeconds) {
    long begun = System.nanoTime();
    assertFails(hive("-u", url, "-e", "SELECT 1"), "cannot connect to " + message);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isLessThan(Duration.ofSeconds(limitSeconds));
  }

  @Test
  @Order(5)
  void listensOnLoopbackOnlyWithSecretsForTheOwnerAndAPage() throws IOException {
    Set<Long> servers =
        Set.of(cluster.daemons().get(METASTORE).pid(), cluster.daemons().get(HIVESERVER2).pid());
    assertThat(ListeningSockets.of(servers))
        .hasSize(3)
        .allMatch(address -> address.startsWith("0100007F:"));
    for (String file :
        List.of("cluster/metastore/metastore-site.xml", "cluster/hiveserver2/password")) {
      assertThat(Files.getPosixFilePermissions(test.state.resolve(file)))
          .as(file)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    String page =
        cluster.status().lines().stream()
            .filter(line -> line.endsWith("  HiveServer2"))
            .findFirst()
            .orElseThrow()
            .split("\\s+")[1];
    HttpURLConnection connection = (HttpURLConnection) URI.create(page).toURL().openConnection();
    assertThat(new String(connection.getInputStream().readAllBytes(), UTF_8))
        .contains("<title>HiveServer2</title>");
    assertThat(test.server.connection().port()).isPositive();
    assertThat(
            test.sql(
                "SELECT count(*) FROM pg_database WHERE shobj_description(oid, 'pg_database') LIKE 'Loadpath %'"))
        .isEqualTo("1");
  }

  @Test
  @Order(6)
  void killedServersAndALostDatabaseAreStartedAgain() {
    kill(HIVESERVER2);
    assertThat(cluster("status"))
        .satisfies(status -> assertThat(status.exitCode()).isOne())
        .satisfies(status -> assertThat(status.out()).contains("hiveserver2      dead: "));
    cluster("start").ok();
    assertTables();

    kill(METASTORE);
    kill(HIVESERVER2);
    cluster("start").ok();
    assertTables();

    test.server.stop();
    assertThat(cluster("status").out()).contains("answer no query");
    cluster("start").ok();
    assertTables();
  }

  private static void assertTables() {
    assertThat(cluster("status").ok().out()).contains("cluster          ready, 1 worker");
    environment = environment();
    assertThat(remote("-S", "-e", "SHOW TABLES").run().ok().out()).isEqualTo("lineitem\n");
  }

  @Test
  @Order(7)
  void stopLeavesNothing() throws Exception {
    Process query =
        remote(
                "-e",
                "SELECT count(reflect('java.lang.Thread', 'sleep', CAST(600000 AS BIGINT))) FROM lineitem")
            .start();
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (cluster.containers().size() < 2) {
      assertThat(System.nanoTime()).as("no task").isLessThan(deadline);
      Processes.pause();
    }
    List<Long> processes = new ArrayList<>(cluster.containers());
    cluster.daemons().values().forEach(daemon -> processes.add(daemon.pid()));
    long begun = System.nanoTime();

    assertThat(cluster.stop()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    assertThat(processes).hasSizeGreaterThan(8).noneMatch(Processes::alive);
    assertThat(test.server.running()).as("PostgreSQL, which the cluster had started").isFalse();
    assertThat(query.waitFor()).as("its client").isEqualTo(1);
  }

  @Test
  @Order(8)
  void hiveIsAddedToARunningClusterWhoseNameNodeHasMoved() throws IOException {
    test.server.start();
    int before = nameNodePort();
    try (ServerSocket other = new ServerSocket(before, 1, InetAddress.getByName("127.0.0.1"))) {
      cluster("start").ok();
      assertThat(cluster.daemons()).hasSize(5).doesNotContainKeys(METASTORE, HIVESERVER2);
      assertThat(nameNodePort()).isNotEqualTo(other.getLocalPort());
    }

    test.sql("COMMENT ON ROLE loadpath_hive IS 'of somebody else'");
    Outcome refused = cluster("start", "--hive");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("the role loadpath_hive of the bundled PostgreSQL is not");
    assertThat(cluster("status").ok().out()).doesNotContain("hiveserver2");
    test.sql(
        "COMMENT ON ROLE loadpath_hive IS 'Loadpath keeps the metastore of its Hive in this database'");

    cluster("start", "--hive").ok();
    environment = environment();
    assertThat(remote("-S", "-e", "SELECT count(*) FROM lineitem").run().ok().out())
        .isEqualTo("60175\n");
    cluster.stop();
    assertThat(test.server.running()).as("PostgreSQL, which the user had started").isTrue();
  }

  private static int nameNodePort() throws IOException {
    String settings = Files.readString(test.state.resolve("cluster/cluster.properties"));
    MatchResult port =
        Pattern.compile("namenode\\.rpc=(\\d+)")
            .matcher(settings)
            .results()
            .findFirst()
            .orElseThrow();
    return Integer.parseInt(port.group(1));
  }
}
