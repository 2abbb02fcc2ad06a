package io.loadpath.benchmarks.record;

/**
 * What the suite names and could not run here, and why.
 *
 * @param path the path's name; where only some of its variants could not run, with the value that
 *     they have in common: {@code external-table-postgres codec=zstd-3}
 */
public record NotRun(String path, String reason) {
  public NotRun {
    Check.text("notRun.path", path);
    Check.text("notRun.reason", reason);
  }
}
