package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.PlaceInfo;

/**
 * The cluster of a record, as a forecast counts it. All workers of the bundled cluster share one
 * machine, so they count as one node.
 *
 * @param coresPerNode real cores of a node where they are known, otherwise those that YARN has
 * @param containers that run at a time beside the one of an application master
 */
record MeasuredCluster(int nodes, int coresPerNode, int containers) {
  /** One of the cores that YARN has is for the application master. */
  static MeasuredCluster of(PlaceInfo place, int coresHere) {
    boolean here = place.name().equals(PlaceInfo.BUNDLED);
    int nodes = here ? 1 : place.workers();
    return new MeasuredCluster(
        nodes,
        here ? coresHere : Math.max(1, place.cores() / nodes),
        Math.max(1, place.cores() - 1));
  }

  int allCores() {
    return nodes * coresPerNode;
  }
}
