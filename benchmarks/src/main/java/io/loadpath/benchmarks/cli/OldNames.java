package io.loadpath.benchmarks.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Names of commands and options before version 0.2.0. They are errors that name the new ones. */
final class OldNames {
  private static final List<OldName> ALL =
      List.of(
          new OldName(
              "chop", "", "'chop' is called 'split' now: bin/loadpath split FILE --parts N"),
          new OldName(
              "scripts",
              "",
              "'scripts' is called 'generate' now: bin/loadpath generate TABLE.yaml --for TOOL --out DIR"),
          new OldName(
              "dissect", "", "'dissect q1' is called 'run q1-jobs' now: bin/loadpath run q1-jobs"),
          new OldName(
              "run",
              "--table",
              "'--table' is the first argument now: bin/loadpath run TABLE.yaml [FILE...]"),
          new OldName(
              "run",
              "--files",
              "'--files' are the arguments after the table now: bin/loadpath run TABLE.yaml FILE..."),
          new OldName(
              "describe",
              "--check",
              "'describe --check' is called 'check' now: bin/loadpath check TABLE.yaml"),
          new OldName(
              "describe",
              "--table",
              "'--table' is called '--like-table' now: bin/loadpath describe FILE... --like URL --like-table TABLE"),
          new OldName(
              "split",
              "--files",
              "'--files' is called '--parts' now: bin/loadpath split FILE --parts N"),
          new OldName(
              "fingerprint",
              "--table",
              "'--table' is the first argument now: bin/loadpath fingerprint TABLE.yaml FILE..."),
          new OldName(
              "chaos",
              "--seconds",
              "'--seconds' is called '--budget' now: bin/loadpath chaos --budget 8m"));

  /**
   * An old name.
   *
   * @param option the option with the old name; empty if the command has it
   */
  private record OldName(String command, String option, String answer) {
    boolean isIn(List<String> arguments) {
      if (arguments.isEmpty() || !arguments.get(0).equals(command)) {
        return false;
      }
      return option.isEmpty()
          || arguments.stream().anyMatch(a -> a.equals(option) || a.startsWith(option + "="));
    }
  }

  private OldNames() {}

  /** Returns the answer to a command line with an old name. */
  static Optional<String> answer(String... commandLine) {
    List<String> arguments = Stream.of(commandLine).filter(a -> !a.equals("--debug")).toList();
    return ALL.stream().filter(old -> old.isIn(arguments)).findFirst().map(OldName::answer);
  }
}
