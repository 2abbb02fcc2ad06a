package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.suite.Variant;

/**
 * What a path made of its data while something happened to it.
 *
 * @param variant the path
 * @param failure how setup or run failed; null if both ended well
 * @param rows rows that verify found; null for a query, or where verify found nothing to count
 * @param expectedRows rows of the dataset
 * @param proof why it is not proven, in the words of verify or of the harness; null if it is
 */
public record Trial(
    Variant variant, RunError failure, Long rows, long expectedRows, RunError proof) {

  /** Whether the rows are those of the data, each once, or the answer is exact. */
  public boolean proven() {
    return proof == null;
  }
}
