package io.loadpath.engines.cluster;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cluster with its own state folder. */
final class TestCluster {
  final Path state;
  final ClusterFiles files;
  final ClusterSearch search;
  final Cluster cluster;

  TestCluster() throws IOException {
    state = Files.createTempDirectory("loadpath-cluster-it").toRealPath();
    Owner.mode(state, "rwx--x--x");
    Files.createFile(state.resolve(StateFolder.MARKER));
    files = ClusterFiles.in(state);
    search = new ClusterSearch(files);
    cluster = Cluster.of(Program.ROOT, state);
  }

  boolean start() {
    return cluster.start(0, line -> {});
  }

  long pid(Role role) {
    return cluster.daemons().entrySet().stream()
        .filter(daemon -> daemon.getKey().role() == role)
        .findFirst()
        .orElseThrow()
        .getValue()
        .pid();
  }

  ClusterSettings settings() {
    return ClusterSettings.read(files.settings()).orElseThrow();
  }

  void delete() throws IOException {
    cluster.stop();
    FileTree.delete(state);
  }
}
