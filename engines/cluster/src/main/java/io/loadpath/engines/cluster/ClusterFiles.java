package io.loadpath.engines.cluster;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.ServiceFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The cluster's files in the state folder; each daemon has a folder with its log. */
record ClusterFiles(ServiceFolder service) {
  static ClusterFiles in(Path stateFolder) {
    return new ClusterFiles(ServiceFolder.of(stateFolder, "cluster"));
  }

  Path folder() {
    return service.path();
  }

  Path conf() {
    return folder().resolve("conf");
  }

  /** The advice when HDFS cannot be repaired. */
  String wayToEmptyHdfs() {
    return "delete %s to begin with an empty HDFS".formatted(folder());
  }

  /** The number of workers and the ports. */
  Path settings() {
    return folder().resolve("cluster.properties");
  }

  ServiceFolder daemon(Daemon daemon) {
    return new ServiceFolder(folder().resolve(daemon.name()));
  }

  /** The data of HDFS: the image of a NameNode, the blocks of a DataNode. */
  Path data(Daemon daemon) {
    return daemon(daemon).path().resolve("data");
  }

  /**
   * Forgets the jobs, which a new ResourceManager would continue. Its certificate stays, because a
   * new one takes seconds.
   */
  void forgetJobs() throws IOException {
    Path manager = daemon(new Daemon(Role.RESOURCEMANAGER, 0)).path();
    Path jobs = manager.resolve("jobs/FSRMStateRoot");
    if (Files.isDirectory(jobs)) {
      FileTree.deleteAll(jobs, "{RM,AMRM,Reservation,Epoch}*");
    }
  }

  Path classList(Daemon daemon) {
    return daemon(daemon).path().resolve("classes");
  }

  List<Daemon> dataNodesWithBlocks() throws IOException {
    List<Daemon> found = new ArrayList<>();
    for (int worker = 1; worker <= ClusterSettings.MAX_WORKERS; worker++) {
      Daemon node = new Daemon(Role.DATANODE, worker);
      if (!isEmpty(data(node))) {
        found.add(node);
      }
    }
    return found;
  }

  static boolean isEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return !Files.exists(folder);
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }
}
