package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.cpu.CpuTime;
import io.loadpath.benchmarks.cpu.ShellTimes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Counts the CPU time of the programs that a database backend starts as its children, where no
 * instrument can tell them from the backend. A path has them started through {@code count-cpu.sh},
 * which notes the time that the kernel tells it.
 *
 * @param folder for what the server opens
 */
record Preprocessors(Path folder) {
  private static final int NOTE_BYTES = 200;

  /** The wrapper: {@code count-cpu.sh COMMAND [ARGUMENT...]}. */
  static Path wrapper(Path folder) {
    return folder.resolve("count-cpu.sh");
  }

  /** Installs the wrapper, and the folder in which the server's user may make notes. */
  void install() throws IOException {
    Path wrapper = wrapper(folder);
    try (InputStream script = Preprocessors.class.getResourceAsStream("count-cpu.sh")) {
      Files.copy(script, wrapper);
    }
    Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(times());
    Files.setAttribute(times(), "unix:mode", 01733); // sticky: a user changes only their own notes
  }

  private Path times() {
    return folder.resolve("cpu-times");
  }

  /** Returns the CPU time of those that have ended. */
  CpuTime used() {
    CpuTime used = CpuTime.ZERO;
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(times(), Preprocessors::isNote)) {
      for (Path note : notes) {
        try (InputStream times = Files.newInputStream(note, LinkOption.NOFOLLOW_LINKS)) {
          String text = new String(times.readNBytes(NOTE_BYTES), StandardCharsets.US_ASCII);
          used = used.plus(ShellTimes.parse(text));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the preprocessors' CPU time cannot be read: " + e, e);
    }
    return used;
  }

  private static boolean isNote(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }
}
