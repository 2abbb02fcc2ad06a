package io.loadpath.datasets.generate;

/**
 * Random numbers by position: the n-th number of a stream without the ones before it. Steele, Lea,
 * Flood: Fast splittable pseudorandom number generators (2014), the finaliser of SplitMix64.
 */
final class SplitMix {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private SplitMix() {}

  /** The index-th number of the stream. */
  static long at(long stream, long index) {
    return mix(stream + index * GOLDEN_GAMMA);
  }

  /** Returns the stream of a seed and a purpose. */
  static long stream(long seed, int purpose) {
    return mix(mix(seed) + purpose);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
