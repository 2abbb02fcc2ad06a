package io.loadpath.benchmarks.doctor;

/**
 * One thing that Loadpath looked for on this machine.
 *
 * @param name what
 * @param version its version or state, or {@code missing}
 * @param note where it is; or what it would add and how to get it
 */
public record Finding(String name, String version, String note) {
  static final String MISSING = "missing";
}
