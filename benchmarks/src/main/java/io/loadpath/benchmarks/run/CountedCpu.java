package io.loadpath.benchmarks.run;

/**
 * CPU time that a database counted itself.
 *
 * @param nanos what it used for the run
 * @param source where it says so, such as {@code v$mystat}
 */
record DatabaseCpu(Long nanos, String source) {
  DatabaseCpu {
    if (nanos == null || nanos < 0 || source == null || source.isBlank()) {
      throw new IllegalArgumentException(
          "databaseCpu without nanos, from 0 on, and the source that says so");
    }
  }
}
