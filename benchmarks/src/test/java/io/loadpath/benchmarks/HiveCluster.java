package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A cluster that can have Hive, with its own state folder, and bin/hive as its client. */
final class HiveCluster {
  final TestServer test;
  final Cluster cluster;
  private Map<String, String> environment = Map.of();

  HiveCluster() throws IOException {
    test = new TestServer();
    cluster = Cluster.of(Program.ROOT, test.state);
  }

  void delete() throws IOException {
    cluster.stop();
    test.delete();
  }

  Outcome command(String... words) {
    return Program.in(test.state, "bin/loadpath", "cluster")
        .with(words)
        .set("LOADPATH_STATE", test.state)
        .set("LOADPATH_BUILD", "never")
        .run();
  }

  /** Does what a user does after a start. */
  void readEnvironment() {
    environment =
        Pattern.compile("export (\\w+)='(.*)'")
            .matcher(command("env").ok().out())
            .results()
            .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
  }

  Map<String, String> environment() {
    return environment;
  }

  String url() {
    return environment.get("LOADPATH_HIVE_URL");
  }

  Program client(String... arguments) {
    return Program.in(test.state, "bin/hive", arguments)
        .set(environment)
        .set("LOADPATH_STATE", test.state)
        .set("TZ", "Europe/Berlin")
        .set("HADOOP_CLIENT_OPTS", "-XX:TieredStopAtLevel=1");
  }

  /** The same through HiveServer2. */
  Program remote(String... arguments) {
    return client("-u", url(), "-w", environment.get("LOADPATH_HIVE_PASSWORD_FILE"))
        .with(arguments);
  }

  void kill(Daemon daemon) {
    List<Long> pid = List.of(cluster.daemons().get(daemon).pid());
    Processes.signal("KILL", pid);
    assertThat(Processes.awaitEnd(pid, 10)).isTrue();
  }

  String fileSystem() {
    return "hdfs://127.0.0.1:" + port("namenode.rpc");
  }

  /** The files that functions and skewed tables name. */
  List<String> places() throws IOException {
    ConnectionInfo info = test.server.connection();
    String url = info.jdbcUrl("loadpath_hive");
    String query =
        "SELECT \"RESOURCE_URI\" FROM \"FUNC_RU\" UNION ALL SELECT \"LOCATION\" FROM \"SKEWED_COL_VALUE_LOC_MAP\"";
    List<String> places = new ArrayList<>();
    try (Connection session =
            DriverManager.getConnection(url, info.user(), Files.readString(info.passwordFile()));
        Statement statement = session.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        places.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new IOException(e);
    }
    return places;
  }

  int port(String name) {
    Properties settings = new Properties();
    try (Reader file = Files.newBufferedReader(test.state.resolve("cluster/cluster.properties"))) {
      settings.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Integer.parseInt(settings.getProperty(name));
  }
}
