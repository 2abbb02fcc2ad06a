package io.loadpath.benchmarks.record;

/**
 * Memory and storage that a run took, over all its stages; null is what the machine does not show.
 *
 * @param peakMemoryBytes the most that its processes held at one moment, shared pages once
 * @param readBytes read from storage, which is little when the data is in the page cache
 * @param writtenBytes written to storage
 */
public record Resources(Long peakMemoryBytes, Long readBytes, Long writtenBytes) {
  public Resources {
    Check.nullOrAtLeast("samples.resources.peakMemoryBytes", 0, peakMemoryBytes);
    Check.nullOrAtLeast("samples.resources.readBytes", 0, readBytes);
    Check.nullOrAtLeast("samples.resources.writtenBytes", 0, writtenBytes);
  }
}
