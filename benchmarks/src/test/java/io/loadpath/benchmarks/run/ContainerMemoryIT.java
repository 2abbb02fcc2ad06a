package io.loadpath.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A cluster that ends a container which takes more memory than it asked for. */
@ExtendWith(SharedCluster.class)
@Order(SharedCluster.LAST)
@Tag("cluster")
class ContainerMemoryIT {
  private static final String ROW =
      "1|1552|93|1|17|21168.23|0.04|0.02|N|O|1996-03-13|1996-02-12|1996-03-22|NONE|TRUCK|even|\n";

  private static Path root;

  @BeforeAll
  static void startAStrictWorker() throws IOException {
    root = strictRoot();
    restartWorker(Cluster.of(root, SharedCluster.state()));
  }

  @AfterAll
  static void startTheUsualWorker() throws IOException {
    restartWorker(SharedCluster.cluster());
    FileTree.delete(root);
  }

  private static void restartWorker(Cluster cluster) {
    long worker = cluster.daemons().get(new Daemon(Role.NODEMANAGER, 1)).pid();
    Processes.signal("KILL", List.of(worker));
    assertThat(Processes.awaitEnd(List.of(worker), 10)).isTrue();
    cluster.start(0, step -> {});
  }

  /** A project whose NodeManagers look at the memory of containers, and do so often. */
  private static Path strictRoot() throws IOException {
    Path made = Files.createTempDirectory("loadpath-memory-it").toRealPath();
    Path engine = Files.createDirectories(made.resolve("engines/cluster"));
    Path project = Program.ROOT.resolve("engines");
    Files.createSymbolicLink(made.resolve("engines/hadoop"), project.resolve("hadoop"));
    Files.createSymbolicLink(engine.resolve("target"), project.resolve("cluster/target"));
    Path conf = Files.createDirectory(engine.resolve("conf"));
    try (var files = Files.newDirectoryStream(project.resolve("cluster/conf"), "*.*")) {
      for (Path file : files) {
        Files.copy(file, conf.resolve(file.getFileName()));
      }
    }
    Path site = conf.resolve("yarn-site.xml");
    String strict =
        Files.readString(site)
            .replaceFirst("(pmem-check-enabled</name>\\s*<value>)false", "$1true")
            .replace(
                "</configuration>",
                "<property><name>yarn.nodemanager.container-monitor.interval-ms</name>"
                    + "<value>200</value></property></configuration>");
    Files.writeString(site, strict);
    return made;
  }

  @Test
  void isNamedByTheJobWithWhatToDo() throws IOException {
    SharedCluster.hdfs().write("/one-row.tbl", ROW.getBytes(UTF_8), 1 << 20);

    Outcome outcome =
        JobJarIT.run(
            "yarn",
            "q1",
            "-Dmapreduce.map.maxattempts=1",
            "-Dmapreduce.map.memory.mb=128",
            "-Dmapreduce.map.java.opts=-Xms300m -Xmx300m -XX:+AlwaysPreTouch",
            "/one-row.tbl",
            "/answers/too-large");

    assertThat(outcome.exitCode()).as(outcome.all()).isOne();
    assertThat(outcome.err().lines().filter(line -> line.startsWith("q1: ")))
        .first(STRING)
        .startsWith("q1: attempt_")
        .contains("beyond the 'PHYSICAL' memory limit", "of 128 MB physical memory used")
        .endsWith("or lower -Xmx in the java.opts of the same name.");
    assertThat(SharedCluster.hdfs().exists("/answers/too-large")).isFalse();
  }
}
