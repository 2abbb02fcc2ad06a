package io.loadpath.benchmarks.plan;

/**
 * A cluster to plan for.
 *
 * @param containers of a node that work on the job at a time
 * @param ingestBytesPerSecond what a node takes in from its disks or from the network
 */
public record Nodes(int count, int containers, double ingestBytesPerSecond) {
  /** Containers at a time. */
  public long slots() {
    return (long) count * containers;
  }
}
