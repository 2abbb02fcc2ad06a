package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.engines.service.ShellWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that adds paths from outside the project. */
final class PathsOption {
  @Option(
      names = "--paths",
      paramLabel = "DIR",
      description =
          "Adds your own load paths: folders in DIR, each with a path.yaml and its steps (see"
              + " CONTRIBUTING.md). May be given several times.")
  private List<Path> folders = new ArrayList<>();

  /** Returns the paths of the project at {@code root} and those that were added. */
  PathCatalogue catalogue(Path root) {
    return PathCatalogue.discover(root).with(folders);
  }

  /** Returns the folders, absolute. */
  List<Path> folders() {
    return folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList();
  }

  /** Returns the option for a shell in any folder; empty if it was not given. */
  String words() {
    StringBuilder words = new StringBuilder();
    folders().forEach(f -> words.append(" --paths ").append(ShellWord.of(f.toString())));
    return words.toString();
  }
}
