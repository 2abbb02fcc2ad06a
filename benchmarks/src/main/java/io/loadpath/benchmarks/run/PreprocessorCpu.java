package io.loadpath.benchmarks.run;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.benchmarks.measure.Requirements;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the CPU time of the programs that a database backend starts as its children, where no
 * instrument can tell them from the backend. A path has them started through {@code count-cpu.sh},
 * which notes the time that the kernel tells it.
 *
 * @param folder for what the server opens
 * @param maker the numeric user whose notes count; empty for a user of the database's host that we
 *     do not know
 */
record PreprocessorCpu(Path folder, OptionalLong maker) {
  private static final int NOTE_BYTES = 200;

  /** What a shell's {@code times} prints, line by line: it may not have come to the end. */
  private static final Pattern NOTE =
      Pattern.compile("(TIME TIME\n){0,2}".replace("TIME", "\\d{1,6}m\\d{1,2}\\.\\d{3}s"));

  /** Those of a path on the bundled PostgreSQL run as its user, and those of Oracle as Oracle's. */
  static PreprocessorCpu of(LoadPath path, Path folder) {
    if (Requirements.needsOracle(path)) {
      return new PreprocessorCpu(folder, OptionalLong.empty());
    }
    boolean bundled = Requirements.needsPostgres(path);
    return new PreprocessorCpu(
        folder, OptionalLong.of(bundled ? ServerUser.find().uid() : Owner.caller()));
  }

  /** The wrapper: {@code count-cpu.sh COMMAND [ARGUMENT...]}. */
  static Path wrapper(Path folder) {
    return folder.resolve("count-cpu.sh");
  }

  /** Installs the wrapper, and the folder in which the server's user may make notes. */
  void install() throws IOException {
    Path wrapper = wrapper(folder);
    try (InputStream script = PreprocessorCpu.class.getResourceAsStream("count-cpu.sh")) {
      Files.copy(script, wrapper);
    }
    Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    makeFolder(read());
    makeFolder(times());
    if (maker.isEmpty()) {
      Files.setAttribute(
          times(), "unix:mode", 01733); // sticky: a user changes only their own notes
    } else if (maker.getAsLong() != Owner.caller()) {
      Files.setAttribute(times(), "unix:uid", Math.toIntExact(maker.getAsLong()), NOFOLLOW_LINKS);
    }
  }

  private static void makeFolder(Path folder) throws IOException {
    Files.createDirectory(folder);
    Owner.mode(folder, "rwx------");
  }

  private Path times() {
    return folder.resolve("cpu-times");
  }

  /** Only the caller can write here, so that what is a file stays one until it is opened. */
  private Path read() {
    return folder.resolve("cpu-times-read");
  }

  /**
   * Returns the CPU time of those that have ended.
   *
   * @throws UncheckedIOException if a note cannot be read
   */
  CpuTime used() {
    try {
      for (Path note : notes(times())) {
        Files.move(note, read().resolve(note.getFileName()));
      }
      CpuTime used = CpuTime.ZERO;
      for (Path note : notes(read())) {
        if (maker.isEmpty() || Owner.uidOf(note) == maker.getAsLong()) {
          used = used.plus(time(note));
        }
      }
      return used;
    } catch (IOException e) {
      throw new UncheckedIOException("the preprocessors' CPU time cannot be read: " + e, e);
    }
  }

  private static List<Path> notes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> Files.isRegularFile(file, NOFOLLOW_LINKS)).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static CpuTime time(Path note) throws IOException {
    String text;
    try (InputStream times = Files.newInputStream(note, NOFOLLOW_LINKS)) {
      text = new String(times.readNBytes(NOTE_BYTES), StandardCharsets.US_ASCII);
    }
    if (!NOTE.matcher(text).matches()) {
      throw new FileSystemException(
          note.toString(),
          null,
          "user number %d has written '%s' instead of the times of a program"
              .formatted(Owner.uidOf(note), text.strip()));
    }
    return CpuTime.ofShell(text);
  }
}
