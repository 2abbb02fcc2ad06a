package io.loadpath.benchmarks.suite;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a load path does with the rows, and so how its result is verified. */
public enum Measure {
  /** Computes an answer, which is compared with the exact one. */
  QUERY,
  /** Brings files into a database table through the database's own means. */
  LOAD,
  /** Brings a database table into files. */
  IMPORT,
  /** Brings files into a database table through a client. */
  EXPORT;

  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
