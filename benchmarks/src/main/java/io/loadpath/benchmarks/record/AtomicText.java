package io.loadpath.benchmarks.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes text files of which a reader never sees half, also after a crash. */
public final class AtomicText {
  private static final String SUFFIX = ".tmp";

  private AtomicText() {}

  /** Writes UTF-8 to a temporary name beside the file, syncs it and renames it. */
  public static void write(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    Files.createDirectories(target.getParent());
    Path temporary = temporary(target, ProcessHandle.current().pid());
    deleteLeftovers(target);
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

  /** Returns the temporary name that a process uses, so that two can write the same file. */
  static Path temporary(Path target, long pid) {
    return target.resolveSibling(".%s.%d%s".formatted(target.getFileName(), pid, SUFFIX));
  }

  /** Deletes the temporary files of this target whose processes were killed, where it can. */
  private static void deleteLeftovers(Path target) {
    Pattern name =
        Pattern.compile(Pattern.quote("." + target.getFileName()) + "\\.(\\d{1,7})\\" + SUFFIX);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(target.getParent(), ".*")) {
      for (Path file : files) {
        Matcher match = name.matcher(file.getFileName().toString());
        if (match.matches()
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && ProcessHandle.of(Long.parseLong(match.group(1))).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return; // they are in nothing's way
    }
  }

  /** Brings a file, or the names in a folder, to disk. */
  static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
