package io.loadpath.benchmarks.plan;

import java.util.Locale;

/** The bound of a load; of equal rates the first one counts. */
public enum Bottleneck {
  CPU("CPU-bound"),
  INGEST("ingest-bound"),
  INFLATE("inflate-bound"),
  DATABASE("database-bound");

  private final String words;

  Bottleneck(String words) {
    this.words = words;
  }

  /** {@code ingest-bound}. */
  public String words() {
    return words;
  }

  @Override
  public String toString() {
    return this == CPU ? name() : name().toLowerCase(Locale.ROOT);
  }
}
