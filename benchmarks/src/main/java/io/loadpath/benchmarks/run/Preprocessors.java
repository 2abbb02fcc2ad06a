package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.cpu.CpuTime;
import io.loadpath.benchmarks.cpu.ShellTimes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the CPU time of the programs that a database backend starts. They run as the backend's
 * children, so that no instrument sees them apart from it. A path keeps them in the folder for the
 * server; each is replaced there by a script that runs it and notes what it used, as the kernel
 * tells its parent.
 */
final class Preprocessors {
  private static final String STAND_IN = "count-cpu.sh";
  private static final String ORIGINALS = "uncounted";
  private static final String TIMES = "cpu-times";

  private final Path folder;

  /**
   * @param folder where a path keeps what the server opens
   */
  Preprocessors(Path folder) {
    this.folder = folder;
  }

  /** Puts the script in the place of every program that is in the folder. */
  void count() throws IOException {
    List<Path> programs = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Files::isRegularFile)) {
      files.forEach(file -> (Files.isExecutable(file) ? programs : others).add(file));
    }
    if (programs.isEmpty()) {
      return;
    }
    Path originals = makeFolder(ORIGINALS, "rwxr-xr-x");
    makeFolder(TIMES, "rwxrwxrwx"); // the server's user writes there
    for (Path program : programs) {
      Files.move(program, originals.resolve(program.getFileName()));
      try (InputStream standIn = Preprocessors.class.getResourceAsStream(STAND_IN)) {
        Files.copy(standIn, program);
      }
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    for (Path other : others) { // a program may look for it beside itself
      Files.createSymbolicLink(originals.resolve(other.getFileName()), other);
    }
  }

  private Path makeFolder(String name, String permissions) throws IOException {
    Path made = Files.createDirectory(folder.resolve(name));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
  }

  /** Returns the CPU time of those that have ended. */
  CpuTime used() {
    CpuTime used = CpuTime.ZERO;
    Path times = folder.resolve(TIMES);
    if (!Files.isDirectory(times)) {
      return used;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(times)) {
      for (Path file : files) {
        used = used.plus(ShellTimes.parse(Files.readString(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the preprocessors' CPU time cannot be read", e);
    }
    return used;
  }
}
