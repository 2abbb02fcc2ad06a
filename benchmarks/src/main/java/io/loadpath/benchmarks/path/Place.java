package io.loadpath.benchmarks.path;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the jobs of a path run.
 *
 * @param name {@code local}, {@code cluster}, or the host of the file system of a cluster of the
 *     user's
 * @param configuration the folder that describes a cluster of the user's, as HADOOP_CONF_DIR does;
 *     null for the others
 */
public record Place(String name, Path configuration) {
  /** In the processes that a path starts. */
  public static final Place LOCAL = new Place("local", null);

  /** On the bundled cluster. */
  public static final Place CLUSTER = new Place("cluster", null);

  /**
   * Returns the place that a user names: {@code local}, {@code cluster}, or the folder of a
   * configuration.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static Place of(String text) {
    if (text.equals(LOCAL.name)) {
      return LOCAL;
    }
    if (text.equals(CLUSTER.name)) {
      return CLUSTER;
    }
    Path folder = Path.of(text).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "'%s' is not a folder: give local, cluster, or the HADOOP_CONF_DIR of a cluster"
              .formatted(text));
    }
    String host = CoreSite.hostOfFileSystem(folder);
    boolean taken = host.equals(LOCAL.name) || host.equals(CLUSTER.name);
    return new Place(taken ? "hdfs-" + host : host, folder);
  }

  public boolean local() {
    return equals(LOCAL);
  }

  /** Whether it is a cluster of the user's. */
  public boolean ofUser() {
    return configuration != null;
  }

  /** Returns the name of a path there: {@code mapreduce-q1}, {@code mapreduce-q1@cluster}. */
  public String at(String path) {
    return local() ? path : path + "@" + name;
  }
}
