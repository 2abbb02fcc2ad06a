package io.loadpath.benchmarks.record;

import java.util.List;

/** A limit of the machine or the database, probed in the same run. */
public record Limit(
    String name, String title, int threads, String dataset, long bytes, List<Long> wallNanos) {
  public Limit {
    Check.text("limits.name", name);
    Check.text("limits.title", title);
    Check.atLeast("limits.threads", 1, threads);
    Check.atLeast("limits.bytes", 1, bytes);
    wallNanos = Check.list("limits.wallNanos", wallNanos);
    if (wallNanos.isEmpty()) {
      throw new IllegalArgumentException("limits.wallNanos is empty, expected a trial or more");
    }
    wallNanos.forEach(nanos -> Check.atLeast("limits.wallNanos", 1, nanos));
  }

  /** Returns the rate of the median trial; of two in the middle, the faster one. */
  public double bytesPerSecond() {
    long median = wallNanos.stream().sorted().toList().get((wallNanos.size() - 1) / 2);
    return bytes * 1e9 / median;
  }
}
