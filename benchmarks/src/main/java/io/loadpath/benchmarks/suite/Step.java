package io.loadpath.benchmarks.suite;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The steps of a path, in the order in which the harness runs them. Only RUN is timed. */
public enum Step {
  SETUP,
  RUN,
  VERIFY,
  TEARDOWN;

  /** Returns the step's name in {@code path.yaml}, also the name of its executable. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
