package io.loadpath.benchmarks.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes text files of which a reader never sees half, also after a crash. */
public final class AtomicText {
  private AtomicText() {}

  /** Writes UTF-8 to a temporary name beside the file, syncs it and renames it. */
  public static void write(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    Files.createDirectories(target.getParent());
    Path temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
    try {
      Files.writeString(temporary, text, StandardCharsets.UTF_8);
      sync(temporary);
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      sync(target.getParent());
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Brings a file, or the names in a folder, to disk. */
  static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
