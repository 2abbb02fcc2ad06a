package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.record.RecordFile;
import picocli.CommandLine.Option;

/** The option that prints a result for programs. */
final class JsonOption {
  @Option(names = "--json", description = "Prints JSON instead of text.")
  private boolean wanted;

  boolean wanted() {
    return wanted;
  }

  /** Prints a value; keys are in the order of its components or entries. */
  static void print(Object value) {
    System.out.println(RecordFile.readable(value));
  }
}
