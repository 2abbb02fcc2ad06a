package io.loadpath.benchmarks.suite;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A step of the path contract, in the order in which the harness runs them. Only RUN is timed. */
public enum Step {
  SETUP,
  RUN,
  VERIFY,
  TEARDOWN;

  /** The step's name in {@code path.yaml}, which is also the name of its executable. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
