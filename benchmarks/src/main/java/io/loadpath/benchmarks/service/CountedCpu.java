package io.loadpath.benchmarks.service;

/**
 * CPU time that a database or a cluster counted itself, where no instrument here sees it.
 *
 * @param source where it says so, such as {@code v$mystat}
 */
public record CountedCpu(Long nanos, String source) {
  public CountedCpu {
    if (nanos == null || nanos < 0 || source == null || source.isBlank()) {
      throw new IllegalArgumentException(
          "a CPU time without nanos, from 0 on, and the source that says so");
    }
  }
}
