package io.loadpath.datasets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The hidden folders beside a folder: in one its content is made, to be renamed when whole; in
 * another lies what it replaces. Their names say which process made them.
 */
final class PartialFolder {

  private static final String KINDS = "(partial|old)-\\d+";

  private PartialFolder() {}

  /** Where this process makes the folder's content. */
  static Path of(Path folder) {
    return sibling(folder, "partial-" + ProcessHandle.current().pid());
  }

  /** Where this process puts what the new content replaces. */
  static Path old(Path folder) {
    return sibling(folder, "old-" + ProcessHandle.current().pid());
  }

  static Path sibling(Path folder, String suffix) {
    return folder.resolveSibling("." + folder.getFileName() + "." + suffix);
  }

  /** Deletes what processes left that were killed. */
  static void clearAbandoned(Path folder) throws IOException {
    String prefix = "." + folder.getFileName() + ".";
    List<String> names;
    try (Stream<Path> files = Files.list(folder.getParent())) {
      names = files.map(file -> file.getFileName().toString()).toList();
    }
    for (String name : names) {
      if (name.startsWith(prefix) && name.substring(prefix.length()).matches(KINDS)) {
        long pid = Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
        boolean running = ProcessHandle.of(pid).isPresent();
        if (!running || pid == ProcessHandle.current().pid()) {
          Trees.delete(folder.resolveSibling(name));
        }
      }
    }
  }
}
