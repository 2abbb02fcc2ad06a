package io.loadpath.engines.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files that are replaced as a whole: a reader, or a start after a power cut, sees the old content
 * or the new one.
 */
public final class WholeFile {
  private static final String SUFFIX = ".tmp";

  private WholeFile() {}

  /** Writes UTF-8, and makes a missing folder; the umask decides the modes. */
  public static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    replace(file.toAbsolutePath(), text, null);
  }

  /** Writes UTF-8 with a mode such as {@code rw-------}, whatever the umask. */
  public static void write(Path file, String text, String mode) throws IOException {
    replace(file.toAbsolutePath(), text, mode);
  }

  private static void replace(Path target, String text, String mode) throws IOException {
    Path temporary = temporary(target, ProcessHandle.current().pid());
    deleteLeftovers(target);
    try {
      Files.deleteIfExists(temporary);
      Files.createFile(temporary, mode == null ? new FileAttribute<?>[0] : onlyOurs());
      Files.writeString(temporary, text, UTF_8);
      if (mode != null) {
        Owner.mode(temporary, mode);
      }
      publish(temporary, target);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static FileAttribute<?>[] onlyOurs() {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };
  }

  /** Syncs a finished file or folder next to {@code target}, and renames it to that. */
  public static void publish(Path made, Path target) throws IOException {
    sync(made);
    Files.move(made, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    sync(target.toAbsolutePath().getParent());
  }

  /** Brings a file, or the names in a folder, to disk. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Returns the temporary name that a process uses, so that two can write the same file. */
  static Path temporary(Path target, long pid) {
    return target.resolveSibling(".%s.%d%s".formatted(target.getFileName(), pid, SUFFIX));
  }

  /** Deletes the temporary files of this target whose processes were killed, as far as possible. */
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
      return; // they do no harm
    }
  }
}
