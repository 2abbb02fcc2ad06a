package io.loadpath.benchmarks;

import io.loadpath.benchmarks.cli.Commands;

/** The program behind {@code bin/loadpath}; {@code bin/loadpath --help} shows its commands. */
public final class Loadpath {
  private Loadpath() {}

  public static void main(String[] arguments) {
    System.exit(Commands.execute(arguments));
  }
}
