package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonStartTest {
  private static final Daemon METASTORE = new Daemon(Role.METASTORE, 0);

  @TempDir private Path folder;

  @Test
  void aLauncherIsEndedBeforeItIsAJvm() throws Exception {
    EngineFolder engine = new EngineFolder(folder);
    Path launcher = Files.createDirectories(folder.resolve("bin")).resolve("hive");
    Files.writeString(launcher, "#!/bin/sh\nsleep 600\nexec sleep 601\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    ClusterFiles files = ClusterFiles.in(folder.resolve("state"));
    files.service().make();
    ClusterSettings settings = ClusterSettings.choose(1, true, Map.of(), port -> true);
    DaemonStart programs = new DaemonStart(files, engine, List.of(), false);
    DaemonStart.Started started = programs.start(METASTORE, settings);
    long child = child(started.process());

    DaemonStart.endLaunchers(Map.of(METASTORE, started));

    assertThat(started.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(Processes.awaitEnd(List.of(child), 10)).isTrue();
  }

  private static long child(Process process) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (process.descendants().findAny().isEmpty()) {
      assertThat(System.nanoTime()).as("no child").isLessThan(deadline);
      Processes.pause();
    }
    return process.descendants().findAny().orElseThrow().pid();
  }
}
