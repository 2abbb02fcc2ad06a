package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A cluster on which variants of a run ran.
 *
 * @param name as in the ids of its variants: {@code cluster} for the bundled one, else the host of
 *     its file system
 * @param fileSystem URI without user and password, for example {@code hdfs://127.0.0.1:8020}
 * @param scheduler address of the ResourceManager
 * @param workers live NodeManagers when the run began
 * @param memoryBytes what they have for containers
 * @param cores likewise
 * @param hadoopVersion null where the cluster does not tell it
 */
public record PlaceInfo(
    String name,
    String fileSystem,
    String scheduler,
    int workers,
    long memoryBytes,
    int cores,
    @JsonInclude(JsonInclude.Include.NON_NULL) String hadoopVersion) {

  /** The name of the bundled cluster. */
  public static final String BUNDLED = "cluster";

  public PlaceInfo {
    Check.text("places.name", name);
    Check.text("places.fileSystem", fileSystem);
    Check.text("places.scheduler", scheduler);
    Check.atLeast("places.workers", 1, workers);
    Check.atLeast("places.memoryBytes", 0, memoryBytes);
    Check.atLeast("places.cores", 0, cores);
  }

  /** {@code cluster: hdfs://127.0.0.1:8020, 1 worker with 5 vcores, Hadoop 3.4.3}. */
  public String words() {
    return "%s: %s, %d %s with %d %s%s"
        .formatted(
            name,
            fileSystem,
            workers,
            workers == 1 ? "worker" : "workers",
            cores,
            cores == 1 ? "vcore" : "vcores",
            hadoopVersion == null ? "" : ", Hadoop " + hadoopVersion);
  }
}
