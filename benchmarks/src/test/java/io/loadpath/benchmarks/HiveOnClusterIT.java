package io.loadpath.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.service.ListeningSockets;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bundled cluster with Hive: its metastore and its HiveServer2, and bin/hive with both. */
@Tag("cluster")
@Timeout(600)
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

  private static HiveCluster hive;

  @BeforeAll
  static void start() throws IOException {
    hive = new HiveCluster();
    Outcome started = hive.command("start", "--hive").ok();
    hive.readEnvironment();
    assertThat(started.out()).contains("Hive             " + hive.url() + ", password in ");
  }

  @AfterAll
  static void stop() throws IOException {
    if (hive != null) {
      hive.delete();
    }
  }

  @Test
  @Order(1)
  void theSameFilesGiveTheSameBytesThroughBoth() throws IOException {
    Path data = hive.test.newFolder().resolve("lineitem");
    Datasets.lineitem(new BigDecimal("0.01"), 2, Codec.NONE).prepare(data, Progress.silent());
    String place = "/user/" + System.getProperty("user.name") + "/loadpath/data/lineitem";
    Program.in(hive.test.state, "engines/hadoop/stage", data.toString(), place)
        .set(hive.environment())
        .set("LOADPATH_STATE", hive.test.state)
        .run()
        .ok();
    Path values = Files.writeString(hive.test.newFolder().resolve("values.hql"), VALUES, UTF_8);
    String session =
        """
        SOURCE %1$s/lineitem.hql;
        SOURCE %2$s;
        SOURCE %1$s/q1.hql;
        """
            .formatted(HIVE, values);

    List<String> local =
        hive.client("-e", session, "--hivevar", "delta=112", "--hivevar", "location=" + place)
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
    assertRows(hive.remote("-i", values.toString(), "-f", q1, "-d", "delta=112"), local);
    assertRows(
        hive.remote("-f", q1, "--hivevar", "delta=112", "--hiveconf", "hive.execution.engine=mr"),
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
        SET metaconf:metastore.try.direct.sql;
        DROP TABLE shop.sales;
        DROP DATABASE shop CASCADE;
        SHOW DATABASES;
        """;

    assertThat(hive.remote("-S", "-e", script).run().ok())
        .extracting(Outcome::out, Outcome::err)
        .containsExactly(
            "day=1\nmetaconf:metastore.try.direct.sql=false\ndefault\n", configurations());
    String setting = "hive.tez.java.opts=-Xmx300m --add-opens=java.base/java.lang=ALL-UNNAMED";
    Outcome session =
        hive.remote("-S", "--database", "default", "--hiveconf", setting)
            .with("-e", "SHOW TABLES; SET hive.tez.java.opts")
            .run()
            .ok();
    assertThat(session.out()).isEqualTo("lineitem\n" + setting + "\n");
  }

  /** What the launcher says of the configurations that it uses. */
  private static String configurations() {
    return "hive: using the configuration in %s (HIVE_CONF_DIR)\nhive: using the configuration in %s (HADOOP_CONF_DIR)\n"
        .formatted(
            hive.environment().get("HIVE_CONF_DIR"), hive.environment().get("HADOOP_CONF_DIR"));
  }

  @Test
  @Order(3)
  void failuresAreSaidInOneLine() throws IOException {
    assertFails(
        hive.remote("-S", "-e", "SELECT 1 FROM nosuch"), "-e: ", "Table not found 'nosuch'");
    assertFails(
        hive.remote("-S", "-e", "SET metaconf:metastore.try.direct.sql=true"),
        "metastore.try.direct.sql cannot be changed here");
    Path script =
        Files.writeString(hive.test.newFolder().resolve("bad.hql"), "SELECT\n'a'\nFROM;\n");
    assertFails(hive.remote("-S", "-f", script.toString()), script + ": ", "ParseException");
    assertFails(hive.remote("-f", "/nowhere.hql"), "cannot read the file /nowhere.hql");
    assertFails(
        hive.client("-u", hive.url(), "-w", "/nowhere", "-e", "SELECT 1"),
        "the password file /nowhere");
    Path wrong = Files.writeString(hive.test.newFolder().resolve("password"), "wrong\n");
    assertFails(
        hive.client("-u", hive.url(), "-w", wrong.toString(), "-e", "SELECT 1"),
        "cannot connect to " + hive.url() + ": ",
        "Error validating the login");
    assertFails(hive.client("-u", hive.url(), "-e", "SELECT 1"), "Error validating the login");
    assertThat(hive.client("-u", "jdbc:mysql://x", "-e", "SELECT 1").run().exitCode()).isEqualTo(2);
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
    assertFails(hive.client("-u", url, "-e", "SELECT 1"), "cannot connect to " + message);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isLessThan(Duration.ofSeconds(limitSeconds));
  }

  @Test
  @Order(5)
  void listensOnLoopbackOnlyWithSecretsForTheOwnerAndNoPage() throws IOException {
    Set<Long> servers =
        Set.of(
            hive.cluster.daemons().get(METASTORE).pid(),
            hive.cluster.daemons().get(HIVESERVER2).pid());
    assertThat(ListeningSockets.of(servers))
        .hasSize(3)
        .allMatch(address -> address.startsWith("0100007F:"));
    for (String file :
        List.of("cluster/metastore/metastore-site.xml", "cluster/hiveserver2/password")) {
      assertThat(Files.getPosixFilePermissions(hive.test.state.resolve(file)))
          .as(file)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    URI server = URI.create("http://127.0.0.1:" + hive.port("hiveserver2.http"));
    HttpURLConnection page =
        (HttpURLConnection) server.resolve("/hiveserver2.jsp").toURL().openConnection();
    assertThat(page.getResponseCode()).isEqualTo(404);
    try (InputStream in = server.resolve("/answer").toURL().openStream()) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("{\"given\": true}\n");
    }
    assertThat(hive.test.server.connection().port()).isPositive();
    assertThat(
            hive.test.sql(
                "SELECT count(*) FROM pg_database WHERE shobj_description(oid, 'pg_database') LIKE 'Loadpath %'"))
        .isEqualTo("1");
  }

  @Test
  @Order(6)
  void killedServersAndALostDatabaseAreStartedAgain() throws IOException {
    Path password = Path.of(hive.environment().get("LOADPATH_HIVE_PASSWORD_FILE"));
    String old = Files.readString(password);
    hive.kill(HIVESERVER2);
    assertThat(hive.command("status"))
        .satisfies(status -> assertThat(status.exitCode()).isOne())
        .satisfies(status -> assertThat(status.out()).contains("hiveserver2      dead: "));
    hive.command("start").ok();
    assertTables();
    assertThat(password)
        .as("it may have gone to a program on the port")
        .content()
        .isNotEqualTo(old);
    Path kept = Files.writeString(hive.test.newFolder().resolve("old"), old);
    assertFails(
        hive.client("-u", hive.url(), "-w", kept.toString(), "-e", "SELECT 1"),
        "Error validating the login");

    hive.kill(METASTORE);
    hive.kill(HIVESERVER2);
    hive.command("start").ok();
    assertTables();

    hive.test.server.stop();
    assertThat(hive.command("status").out()).contains("answer no query");
    hive.command("start").ok();
    assertTables();
  }

  private static void assertTables() {
    assertThat(hive.command("status").ok().out()).contains("cluster          ready, 1 worker");
    hive.readEnvironment();
    assertThat(hive.remote("-S", "-e", "SHOW TABLES").run().ok().out()).isEqualTo("lineitem\n");
  }

  @ParameterizedTest
  @CsvSource({"METASTORE, metastore.rpc", "HIVESERVER2, hiveserver2.http"})
  @Order(7)
  void takenPortsOfHiveLeaveTheOtherDaemonsAlone(Role role, String port) throws IOException {
    Map<Daemon, Long> before = hadoop();
    int taken = hive.port(port);
    hive.kill(new Daemon(role, 0));
    assertThat(LoopbackPort.awaitFree(taken, System.nanoTime() + Duration.ofSeconds(10).toNanos()))
        .as("port %d is free", taken)
        .isTrue();
    try (ServerSocket other = new ServerSocket(taken, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(hive.command("start").ok().err())
          .contains("another program has port " + other.getLocalPort() + " of the ");
      assertTables();
    }

    assertThat(hive.port(port)).isNotEqualTo(taken);
    assertThat(hadoop()).isEqualTo(before);
  }

  /** The processes of the daemons that are not Hive's. */
  private static Map<Daemon, Long> hadoop() {
    return hive.cluster.daemons().entrySet().stream()
        .filter(daemon -> !Set.of(METASTORE, HIVESERVER2).contains(daemon.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, daemon -> daemon.getValue().pid()));
  }

  @Test
  @Order(8)
  void functionsAndSkewedTablesHavePlaces() throws IOException {
    String script =
        """
        CREATE DATABASE placed;
        CREATE TABLE placed.skewed (id INT) SKEWED BY (id) ON (1) STORED AS DIRECTORIES;
        ALTER TABLE placed.skewed SET SKEWED LOCATION (1='%1$s/one');
        CREATE FUNCTION placed.up AS 'org.apache.hadoop.hive.ql.udf.generic.GenericUDFUpper'
          USING FILE '%1$s/user/%2$s/loadpath/data/lineitem/part-00000.tbl';
        """
            .formatted(hive.fileSystem(), System.getProperty("user.name"));

    hive.remote("-S", "-e", script).run().ok();
    assertThat(hive.places())
        .hasSize(2)
        .allMatch(place -> place.startsWith(hive.fileSystem() + "/"));
  }

  @Test
  @Order(9)
  void stopLeavesNothing() throws Exception {
    Process query =
        hive.remote(
                "-e",
                "SELECT count(reflect('java.lang.Thread', 'sleep', CAST(600000 AS BIGINT))) FROM lineitem")
            .start();
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (hive.cluster.containers().size() < 2) {
      assertThat(System.nanoTime()).as("no task").isLessThan(deadline);
      Processes.pause();
    }
    List<Long> processes = new ArrayList<>(hive.cluster.containers());
    hive.cluster.daemons().values().forEach(daemon -> processes.add(daemon.pid()));
    long begun = System.nanoTime();

    assertThat(hive.cluster.stop()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(12));
    assertThat(processes).hasSizeGreaterThan(8);
    assertThat(Processes.awaitEnd(processes, 5)).as("all have ended").isTrue();
    assertThat(hive.test.server.running())
        .as("PostgreSQL, which the cluster had started")
        .isFalse();
    assertThat(query.waitFor()).as("its client").isEqualTo(1);
  }

  @Test
  @Order(10)
  void hiveIsAddedToARunningClusterWhoseNameNodeHasMoved() throws IOException {
    hive.test.server.start();
    int before = hive.port("namenode.rpc");
    try (ServerSocket other = new ServerSocket(before, 1, InetAddress.getByName("127.0.0.1"))) {
      hive.command("start").ok();
      assertThat(hive.cluster.daemons()).hasSize(5).doesNotContainKeys(METASTORE, HIVESERVER2);
      assertThat(hive.command("env").ok().out())
          .startsWith("export HADOOP_CONF_DIR='")
          .contains("  unset HIVE_CONF_DIR LOADPATH_HIVE_DIR ");
      assertThat(hive.port("namenode.rpc")).isNotEqualTo(other.getLocalPort());
    }

    hive.test.sql("COMMENT ON ROLE loadpath_hive IS 'of somebody else'");
    Outcome refused = hive.command("start", "--hive");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("the role loadpath_hive of the bundled PostgreSQL is not");
    assertThat(hive.command("status").ok().out()).doesNotContain("hiveserver2");
    hive.test.sql(
        "COMMENT ON ROLE loadpath_hive IS 'Loadpath keeps the metastore of its Hive in this database'");

    hive.command("start", "--hive").ok();
    hive.readEnvironment();
    assertThat(hive.remote("-S", "-e", "SELECT count(*) FROM lineitem").run().ok().out())
        .isEqualTo("60175\n");
    assertThat(hive.places())
        .hasSize(2)
        .allMatch(place -> place.startsWith(hive.fileSystem() + "/"));
    hive.cluster.stop();
    assertThat(hive.test.server.running()).as("PostgreSQL, which the user had started").isTrue();
  }

  @Test
  @Order(11)
  void stopLeavesADatabaseServerThatOthersUse() throws Exception {
    hive.test.server.stop();
    hive.command("start", "--hive").ok();
    ConnectionInfo info = hive.test.server.connection();
    String password = Files.readString(info.passwordFile());
    try (Connection other = DriverManager.getConnection(info.jdbcUrl(), info.user(), password)) {
      assertThat(hive.command("stop").ok().err())
          .contains("PostgreSQL goes on, because other sessions use it: 'bin/postgres stop'");
      assertThat(other.isValid(5)).isTrue();
    }
  }
}
