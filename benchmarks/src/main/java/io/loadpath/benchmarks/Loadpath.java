package io.loadpath.benchmarks;

import io.loadpath.benchmarks.cli.Commands;
import io.loadpath.engines.postgres.cli.StandardOutput;

/** The program behind {@code bin/loadpath}; {@code bin/loadpath --help} shows its commands. */
public final class Loadpath {
  private Loadpath() {}

  public static void main(String[] arguments) {
    StandardOutput out = StandardOutput.install();
    System.exit(out.exitCode("loadpath", Commands.execute(arguments)));
  }
}
