package io.loadpath.benchmarks.service;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The folders, the environment and the output of a run.
 *
 * @param caller the harness's environment variables
 * @param terminalColumns the width of the terminal, or 0 if {@code out} is not a terminal
 * @param paths the user's own folders of paths, in addition to the project's
 * @param recoverCommand cleans up after this process if it is killed
 */
public record RunPlace(
    Path root,
    Path state,
    Map<String, String> caller,
    PrintStream out,
    int terminalColumns,
    List<Path> paths,
    List<String> recoverCommand) {
  public RunPlace {
    caller = Map.copyOf(caller);
    paths = List.copyOf(paths);
    recoverCommand = List.copyOf(recoverCommand);
  }
}
