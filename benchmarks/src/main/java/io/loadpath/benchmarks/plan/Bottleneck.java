package io.loadpath.benchmarks.plan;

import java.util.Locale;

/** The bound of a load; of equal rates the first one counts. */
public enum Bottleneck {
  CPU,
  INGEST,
  INFLATE,
  DATABASE;

  /** {@code ingest-bound}. */
  public String words() {
    return this + "-bound";
  }

  @Override
  public String toString() {
    return this == CPU ? name() : name().toLowerCase(Locale.ROOT);
  }
}
