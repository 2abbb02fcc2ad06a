package io.loadpath.benchmarks.measure;

import io.loadpath.engines.service.ProgramOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The revision of the running project.
 *
 * @param commit the commit's hash
 * @param dirty whether tracked files differ from it
 */
public record GitRevision(String commit, boolean dirty) {
  /** Returns the revision of the clone in {@code root}; empty if it is not a clone's root. */
  public static Optional<GitRevision> of(Path root) {
    return git(root, "rev-parse", "--show-toplevel")
        .filter(top -> Path.of(top).equals(root))
        .flatMap(top -> git(root, "rev-parse", "HEAD"))
        .map(
            commit ->
                new GitRevision(
                    commit,
                    git(root, "status", "--porcelain", "--untracked-files=no")
                        .filter(String::isEmpty)
                        .isEmpty()));
  }

  private static Optional<String> git(Path root, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    return ProgramOutput.ifGood(command);
  }
}
