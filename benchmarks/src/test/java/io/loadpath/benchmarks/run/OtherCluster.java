package io.loadpath.benchmarks.run;

import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A bundled cluster in a new state folder. It and the PostgreSQL there end with the tests' JVM,
 * also if that is killed. It is not started yet.
 */
public final class OtherCluster implements AutoCloseable {
  final TestServer place = new TestServer();
  public final Cluster cluster = Cluster.of(Program.ROOT, place.state);
  private final Watchdog watchdog = new Watchdog(stopAll(place.state), System.getenv());

  public OtherCluster() throws IOException {}

  private static List<String> stopAll(Path state) {
    String root = Program.ROOT.toString();
    return List.of(
        "env",
        "LOADPATH_STATE=" + state,
        "LOADPATH_BUILD=never",
        "/bin/sh",
        "-c",
        "\"$0/bin/loadpath\" cluster stop; \"$0/engines/bin/postgres\" stop",
        root);
  }

  /** The state folder of the cluster and of its PostgreSQL, which the server's user can enter. */
  public Path state() {
    return place.state;
  }

  public TestHdfs hdfs() {
    return new TestHdfs(cluster);
  }

  /** A client of the cluster, to which arguments and variables can be added. */
  public Program client(Path folder, String program, String... arguments) {
    return Program.in(folder, program, arguments)
        .set("LOADPATH_STATE", place.state)
        .set("LOADPATH_BUILD", "never")
        .set("HADOOP_CONF_DIR", cluster.conf())
        .set("HADOOP_CLIENT_OPTS", "-XX:TieredStopAtLevel=1");
  }

  @Override
  public void close() throws IOException {
    cluster.stop();
    place.delete();
    watchdog.close();
  }
}
