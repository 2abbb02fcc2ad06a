package io.loadpath.benchmarks.record;

/**
 * What the tasks of a job on a cluster fetched from each other, and whether maps ran where their
 * files are.
 *
 * @param shuffledBytes fetched by reducers
 * @param maps attempts of map tasks
 * @param localMaps attempts on a worker that has the split
 */
public record JobTraffic(long shuffledBytes, int maps, int localMaps) {
  public JobTraffic {
    Check.atLeast("samples.traffic.shuffledBytes", 0, shuffledBytes);
    Check.atLeast("samples.traffic.maps", 1, maps);
    Check.atLeast("samples.traffic.localMaps", 0, localMaps);
  }
}
