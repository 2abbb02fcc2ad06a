package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * One bundled cluster for this module's tests, in another state folder than the other tests' one.
 * All its daemons run before each class, and no container before each test: an application master
 * outlives its job by a moment. It stops after the last class, also if the tests' JVM is killed.
 * The classes that use it are named {@code …OnCluster}.
 */
public final class SharedCluster implements BeforeAllCallback, BeforeEachCallback {
  private static final int AS_BEFORE = 0;

  private static OtherCluster shared;

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.create(SharedCluster.class))
        .getOrComputeIfAbsent(SharedCluster.class, key -> make());
    cluster().start(AS_BEFORE, step -> {});
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!cluster().containers().isEmpty()) {
      assertThat(System.nanoTime())
          .as("a container of the test before is left")
          .isLessThan(deadline);
      Processes.pause();
    }
  }

  private static CloseableResource make() {
    try {
      shared = new OtherCluster();
      return shared::close;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Cluster cluster() {
    return shared.cluster;
  }

  /** The state folder of the cluster and of its PostgreSQL, which the server's user can enter. */
  public static Path state() {
    return shared.state();
  }

  /** A new folder in it, which the server's user can enter too. */
  static Path newFolder() throws IOException {
    return shared.place.newFolder();
  }

  /** How to connect to the PostgreSQL of the state folder, which runs from now on. */
  static ConnectionInfo postgres() {
    shared.place.server.start();
    return shared.place.server.connection();
  }

  /** Runs statements there, and returns the last one's rows. */
  static String sql(String statements) {
    return shared.place.sql(statements);
  }

  public static TestHdfs hdfs() {
    return shared.hdfs();
  }

  /** The full URI of a file in HDFS. */
  static String uri(String file) {
    try {
      return Files.readString(cluster().conf().resolve("core-site.xml"))
              .replaceFirst("(?s).*<value>(hdfs://[^<]*)</value>.*", "$1")
          + file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client of the cluster, to which arguments and variables can be added. */
  public static Program client(Path folder, String program, String... arguments) {
    return shared.client(folder, program, arguments);
  }
}
