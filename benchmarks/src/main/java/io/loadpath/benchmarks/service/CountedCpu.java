package io.loadpath.benchmarks.service;

/**
 * CPU time by a database's or a cluster's own count, if no instrument here sees its processes.
 *
 * @param source the name of the counter, such as {@code v$mystat}
 */
public record CountedCpu(Long nanos, String source) {
  public CountedCpu {
    if (nanos == null || nanos < 0 || source == null || source.isBlank()) {
      throw new IllegalArgumentException("a CPU time needs nanos, 0 or more, and a source");
    }
  }
}
