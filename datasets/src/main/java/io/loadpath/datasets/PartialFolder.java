package io.loadpath.datasets;

import io.loadpath.engines.service.FileTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The hidden folders beside a folder: one in which its content is made, and one for the content
 * that it replaces. Their names hold the id of the process that made them.
 */
final class PartialFolder {

  private static final String KINDS = "(partial|old)-\\d+";

  private PartialFolder() {}

  /** Returns the folder in which this process makes the content. */
  static Path of(Path folder) {
    return sibling(folder, "partial-" + ProcessHandle.current().pid());
  }

  /** Syncs the new content and gives it its name; a crash leaves all of it or none. */
  static void publish(Path folder) throws IOException {
    Path partial = of(folder);
    try (Stream<Path> files = Files.list(partial)) {
      for (Path file : files.toList()) {
        sync(file);
      }
    }
    sync(partial);
    Path old = sibling(folder, "old-" + ProcessHandle.current().pid());
    if (Files.exists(folder)) {
      Files.move(folder, old, StandardCopyOption.ATOMIC_MOVE);
    }
    Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
    sync(folder.getParent());
    FileTree.delete(old);
  }

  private static void sync(Path fileOrFolder) throws IOException {
    try (FileChannel channel = FileChannel.open(fileOrFolder)) {
      channel.force(true);
    }
  }

  static Path sibling(Path folder, String suffix) {
    return folder.resolveSibling("." + folder.getFileName() + "." + suffix);
  }

  /** Deletes the leftovers of killed processes. */
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
          FileTree.delete(folder.resolveSibling(name));
        }
      }
    }
  }
}
