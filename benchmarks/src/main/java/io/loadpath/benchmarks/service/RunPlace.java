package io.loadpath.benchmarks.service;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folders, the environment and the output of a run.
 *
 * @param caller the harness's environment variables
 * @param terminalColumns the width of the terminal, or 0 if {@code out} is not a terminal
 * @param paths the user's own folders of paths, in addition to the project's
 * @param recoverCommand cleans up after this process if it is killed
 * @param database the user's PostgreSQL, instead of the bundled one
 */
public record RunPlace(
    Path root,
    Path state,
    Map<String, String> caller,
    PrintStream out,
    int terminalColumns,
    List<Path> paths,
    List<String> recoverCommand,
    Optional<UserDatabase> database) {
  public RunPlace {
    caller = Map.copyOf(caller);
    paths = List.copyOf(paths);
    recoverCommand = List.copyOf(recoverCommand);
  }

  /**
   * Returns what the user's PostgreSQL allows; empty for the bundled one, or before it was asked.
   */
  public Optional<TargetFacts> target() {
    return database.flatMap(UserDatabase::facts);
  }

  /** A place with the bundled PostgreSQL. */
  public RunPlace(
      Path root,
      Path state,
      Map<String, String> caller,
      PrintStream out,
      int terminalColumns,
      List<Path> paths,
      List<String> recoverCommand) {
    this(root, state, caller, out, terminalColumns, paths, recoverCommand, Optional.empty());
  }

  /** Returns the same place with the user's PostgreSQL, if they named one. */
  public RunPlace with(Optional<UserDatabase> users) {
    return new RunPlace(root, state, caller, out, terminalColumns, paths, recoverCommand, users);
  }

  /** Returns the same place with other variables of the caller. */
  public RunPlace with(Map<String, String> variables) {
    return new RunPlace(
        root, state, variables, out, terminalColumns, paths, recoverCommand, database);
  }
}
