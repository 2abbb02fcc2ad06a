package io.loadpath.datasets.cli;

import io.loadpath.datasets.StoppedException;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** How a command fails: one line, and a stack trace only where the program has --debug set. */
final class Failure {

  private static final int EXIT_CODE = 1;

  private Failure() {}

  static int report(CommandSpec spec, IOException failure) {
    if (failure instanceof StoppedException) {
      return EXIT_CODE; // the user knows
    }
    spec.commandLine().getErr().println("error: " + failure.getMessage());
    OptionSpec debug = spec.root().optionsMap().get("--debug");
    if (debug != null && Boolean.TRUE.equals(debug.getValue())) {
      failure.printStackTrace(spec.commandLine().getErr());
    }
    return EXIT_CODE;
  }
}
