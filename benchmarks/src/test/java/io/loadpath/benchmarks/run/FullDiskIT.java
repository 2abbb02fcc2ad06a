package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker whose disk is full: its NodeManager sees a small file system. */
@Tag("cluster")
@Timeout(300)
class FullDiskIT {
  private static final Daemon NODEMANAGER = new Daemon(Role.NODEMANAGER, 1);
  private static final int DISK = 24 << 20;
  private static final String SMALL_DISK =
      """
      set -e
      local=$LOADPATH_STATE/cluster/nodemanager-1/local
      mkdir -p "$local"
      mount -t tmpfs -o size=24m tmpfs "$local"
      exec bin/loadpath cluster start
      """;

  private static OtherCluster other;

  @BeforeAll
  static void start() throws IOException {
    other = new OtherCluster();
    Program.in(Program.ROOT, "unshare", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK)
        .set("LOADPATH_STATE", other.state())
        .set("LOADPATH_BUILD", "never")
        .run()
        .ok();
    Path data = other.state().resolve("lineitem");
    Dataset.lineitem(new BigDecimal("0.01"), 1, Codec.NONE).prepare(data, Progress.silent());
    other
        .hdfs()
        .write("/tpch/part-00000.tbl", Files.readAllBytes(data.resolve("part-00000.tbl")), 1 << 20);
  }

  @AfterAll
  static void stop() throws IOException {
    if (other != null) {
      other.close();
    }
  }

  private static Outcome q1() throws IOException {
    try (var jars =
        Files.newDirectoryStream(
            Program.ROOT.resolve("mapreduce/target"), "loadpath-mapreduce-*.jar")) {
      String jar = jars.iterator().next().toString();
      return other
          .client(Program.ROOT, "engines/bin/hadoop", "jar", jar, "q1", "/tpch", "/answer")
          .run();
    }
  }

  @Test
  void aJobWithoutRoomForItsFilesSaysSoAndTheNextJobRuns() throws IOException {
    long pid = other.cluster.daemons().get(NODEMANAGER).pid();
    Path local = other.state().resolve("cluster/nodemanager-1/local");
    Path file = Path.of("/proc", pid + "", "root").resolve("." + local).resolve("full");
    fill(file);

    Outcome full = q1();
    Files.delete(file);

    assertThat(full.exitCode()).as(full.all()).isOne();
    assertThat(full.err()).contains("No space available in any of the local directories");
    assertThat(other.hdfs().exists("/answer")).isFalse();
    assertThat(q1().ok().out()).contains(" rows read");
    assertThat(other.hdfs().read("/answer/part-r-00000")).hasLineCount(4);
  }

  private static void fill(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(new byte[DISK]);
    } catch (IOException e) {
      assertThat(e).hasMessage("No space left on device");
    }
  }
}
