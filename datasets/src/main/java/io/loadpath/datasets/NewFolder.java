package io.loadpath.datasets;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Stop;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes a folder's content in a hidden folder next to it, and renames that when complete. So a
 * partial folder never looks complete. The old content moves to another hidden folder. Both names
 * hold the id of the process that made them.
 */
final class NewFolder {

  private static final String KINDS = "(partial|old)-\\d+";

  private NewFolder() {}

  /** Makes the content. */
  interface Maker<T> {
    /**
     * Makes the hidden folder and all files in it.
     *
     * @param stop tells the maker when to stop
     */
    T make(Path partial, Stop stop) throws IOException;
  }

  /**
   * Makes a folder, or replaces it.
   *
   * @param folder absolute; the folder above it exists
   * @param stopped the message to the user when a signal ends the work
   * @return the maker's result; all files are on disk
   */
  static <T> T make(Path folder, Progress progress, String stopped, Maker<T> maker)
      throws IOException {
    clearAbandoned(folder);
    Path partial = ofThisProcess(folder, "partial");
    try (Stop stop =
        Stop.ofFiles(() -> FileTree.delete(partial), () -> progress.message(stopped))) {
      T made = maker.make(partial, stop);
      publish(partial, folder);
      return made;
    } finally {
      progress.end();
    }
  }

  /** Syncs the new content and renames it; a crash leaves all of it or none. */
  private static void publish(Path partial, Path folder) throws IOException {
    try (Stream<Path> files = Files.list(partial)) {
      for (Path file : files.toList()) {
        WholeFile.sync(file);
      }
    }
    Path old = ofThisProcess(folder, "old");
    if (Files.exists(folder)) {
      Files.move(folder, old, StandardCopyOption.ATOMIC_MOVE);
    }
    WholeFile.publish(partial, folder);
    FileTree.delete(old);
  }

  private static Path ofThisProcess(Path folder, String kind) {
    return sibling(folder, kind + '-' + ProcessHandle.current().pid());
  }

  /** Returns the hidden file or folder next to a folder, named after it. */
  static Path sibling(Path folder, String suffix) {
    return folder.resolveSibling("." + folder.getFileName() + "." + suffix);
  }

  /** Deletes the leftovers of killed processes. */
  private static void clearAbandoned(Path folder) throws IOException {
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
          FileTree.delete(folder.resolveSibling(name));
        }
      }
    }
  }
}
