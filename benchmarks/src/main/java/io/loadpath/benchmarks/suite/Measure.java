package io.loadpath.benchmarks.suite;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of a load path, which decides how its result is verified. */
public enum Measure {
  /** Computes an answer, which must equal the exact one. */
  QUERY,
  /** Loads files into a database table by means of the database. */
  LOAD,
  /** Unloads a database table into files. */
  IMPORT,
  /** Loads files into a database table through a client. */
  EXPORT;

  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
