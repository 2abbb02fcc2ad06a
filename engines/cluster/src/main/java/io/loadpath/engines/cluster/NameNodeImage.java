package io.loadpath.engines.cluster;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The image of HDFS. It is complete or absent: a killed format leaves nothing that looks like one.
 */
final class NameNodeImage {
  private static final String PART = "data.part";

  private final ClusterFiles files;
  private final Path image;

  NameNodeImage(ClusterFiles files) {
    this.files = files;
    this.image = files.data(Daemon.NAMENODE);
  }

  /** Makes an empty image for a new HDFS, but never where files could be lost. */
  void prepare(DaemonStart programs) throws IOException {
    Files.createDirectories(image.getParent());
    FileTree.deleteAll(image.getParent(), PART + "*");
    if (!ClusterFiles.isEmpty(image)) {
      if (!Files.isRegularFile(image.resolve("current/VERSION"))) {
        throw damaged("there is no file current/VERSION");
      }
      return;
    }
    List<Daemon> withBlocks = files.dataNodesWithBlocks();
    if (!withBlocks.isEmpty()) {
      throw new ServiceException(
          "the image of HDFS is gone: %s is empty, but %s has blocks, which are useless without it; %s"
              .formatted(image, files.data(withBlocks.get(0)), wayOut()));
    }
    format(programs);
  }

  /** The failure of a NameNode that cannot read the image. */
  ServiceException damaged(String why) {
    return new ServiceException(
        "the image of HDFS in %s is damaged (%s); %s".formatted(image, why, wayOut()));
  }

  private String wayOut() {
    return "restore it from a copy, or %s (its files are then lost)"
        .formatted(files.wayToEmptyHdfs());
  }

  private void format(DaemonStart programs) throws IOException {
    Path part = Files.createTempDirectory(image.getParent(), PART);
    Path log = image.resolveSibling("format.log");
    try {
      Files.deleteIfExists(log);
      if (!programs.format(part, log)) {
        throw new ServiceException(
            "cannot make the image of HDFS; the end of %s:\n%s"
                .formatted(log, ServerLog.tail(log, 0)));
      }
      Files.deleteIfExists(image);
      WholeFile.publish(part, image);
    } finally {
      FileTree.delete(part); // exists only after a failure
    }
  }
}
