package io.loadpath.benchmarks.run;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.benchmarks.needs.Requirements;
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
 * Counts the CPU time of programs that a database backend starts as its children. No instrument can
 * tell them from the backend. So a path starts them with {@code count-cpu.sh}, which writes their
 * CPU time to a file, a note.
 *
 * @param folder the folder for files that the server opens
 * @param maker the numeric user who writes the notes; empty if the user of the database is unknown
 */
record PreprocessorCpu(Path folder, OptionalLong maker) {
  private static final int NOTE_BYTES = 200;

  /** The output of the shell's {@code times}, line by line; it may be incomplete. */
  private static final Pattern NOTE =
      Pattern.compile("(TIME TIME\n){0,2}".replace("TIME", "\\d{1,6}m\\d{1,2}\\.\\d{3}s"));

  /**
   * Preprocessors run as the database's user, who is known only for the bundled PostgreSQL.
   *
   * @param users whether the PostgreSQL of the run is the user's
   */
  static PreprocessorCpu of(LoadPath path, Path folder, boolean users) {
    if (Requirements.needsOracle(path) || users && Requirements.needsPostgres(path)) {
      return new PreprocessorCpu(folder, OptionalLong.empty());
    }
    boolean bundled = Requirements.needsPostgres(path);
    return new PreprocessorCpu(
        folder, OptionalLong.of(bundled ? ServerUser.find().uid() : Owner.caller()));
  }

  /** Returns the wrapper: {@code count-cpu.sh COMMAND [ARGUMENT...]}. */
  static Path wrapper(Path folder) {
    return folder.resolve("count-cpu.sh");
  }

  /** Installs the wrapper, and the folder for the notes of the server's user. */
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

  /** Returns the folder for reading notes, where no other user can replace a file. */
  private Path read() {
    return folder.resolve("cpu-times-read");
  }

  /**
   * Returns the CPU time of the preprocessors that have ended.
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
      throw new UncheckedIOException("cannot read the preprocessors' CPU time: " + e, e);
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
          "user %d has written '%s' instead of the output of times"
              .formatted(Owner.uidOf(note), text.strip()));
    }
    return CpuTime.ofShell(text);
  }
}
