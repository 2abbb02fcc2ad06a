package io.loadpath.benchmarks.run;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folders of one sample: {@code work} and {@code server} for the path, {@code logs} for what
 * its steps print.
 *
 * @param base the folder that holds them
 */
record Folders(Path base) {

  /** Returns the folder of everything that the paths of a state folder make. */
  static Path all(Path state) {
    return state.resolve("work");
  }

  /** Returns the folder of a run. */
  static Path ofRun(Path state, String runId) {
    return all(state).resolve(runId);
  }

  Path work() {
    return base.resolve("work");
  }

  Path server() {
    return base.resolve("server");
  }

  Path logs() {
    return base.resolve("logs");
  }

  /** Makes the folders; the database server's user may enter and read them, whatever the umask. */
  void make() throws IOException {
    for (Path folder :
        new Path[] {
          base.getParent().getParent(), base.getParent(), base, work(), server(), logs()
        }) {
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Deletes what the path made, and the logs too unless they are still to be read. */
  void delete(boolean keepLogs) throws IOException {
    delete(work());
    delete(server());
    if (!keepLogs) {
      delete(base);
    }
  }

  /** Deletes a folder that holds nothing. */
  static void deleteEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // it stays, as it should
    }
  }

  /** Deletes a folder with all that is in it, if it is there. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException problem)
              throws IOException {
            if (problem != null) {
              throw problem;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
