package io.loadpath.benchmarks.record;

/**
 * Whether the maps of a job on a cluster ran where their files are.
 *
 * @param maps attempts of map tasks
 * @param localMaps attempts on a worker that has the split
 */
public record MapLocality(int maps, int localMaps) {
  public MapLocality {
    Check.atLeast("samples.locality.maps", 1, maps);
    Check.atLeast("samples.locality.localMaps", 0, localMaps);
  }
}
