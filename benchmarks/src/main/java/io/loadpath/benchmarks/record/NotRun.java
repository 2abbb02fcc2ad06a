package io.loadpath.benchmarks.record;

/** A path that the suite names and that could not run here, and why. */
public record NotRun(String path, String reason) {
  public NotRun {
    Check.text("notRun.path", path);
    Check.text("notRun.reason", reason);
  }
}
