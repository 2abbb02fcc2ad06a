package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.datasets.TableData;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Files that a description names outside its own folder. A description may be from somebody else,
 * and a cluster's HDFS may be open to all: such files get there only when the user wants it.
 */
final class OutsideFiles {
  private static final int SHOWN = 5;

  private OutsideFiles() {}

  /** Returns the real paths of such files; none of those that the user has named by --files. */
  private static List<Path> of(RunRequest.UserTable table) throws IOException {
    List<Path> outside = new ArrayList<>();
    if (table.files().isEmpty()) {
      Path folder = table.description().toAbsolutePath().getParent().toRealPath();
      for (Path file : TableData.files(table.table(), table.description(), List.of())) {
        if (!file.toRealPath().startsWith(folder)) {
          outside.add(file.toRealPath());
        }
      }
    }
    return outside;
  }

  /**
   * Passes if there are none, or the user wants them copied.
   *
   * @throws LoadpathException otherwise
   */
  static void requireWanted(RunRequest.UserTable table) throws IOException {
    List<Path> outside = of(table);
    if (outside.isEmpty()) {
      return;
    }
    String files =
        outside.stream().limit(SHOWN).map(Path::toString).collect(Collectors.joining(", "))
            + (outside.size() > SHOWN ? " and %d more".formatted(outside.size() - SHOWN) : "");
    String what =
        "%s names files outside its own folder (%s), and a run on a cluster copies them to HDFS, where others may read them"
            .formatted(table.description(), files);
    Console console = System.console();
    String answer = console == null ? null : console.readLine("%s%ncopy them? [y/N] ", what);
    if (answer == null || !answer.strip().equalsIgnoreCase("y")) {
      throw new LoadpathException(
          what + ": if you want that, name the files by --files; otherwise leave out the cluster");
    }
  }
}
