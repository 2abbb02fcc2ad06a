package io.loadpath.benchmarks.service;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The folders of one sample: {@code work} and {@code server} for the path, {@code logs} for the
 * output of its steps.
 */
public record Folders(Path base) {
  private static final Pattern RUN_ID = Pattern.compile("loadpath-\\d{8}T\\d{6}Z-[^/]+-\\d+");

  /** Returns the parent folder of all samples' folders in a state folder. */
  public static Path all(Path state) {
    return state.resolve("work");
  }

  public static Path ofRun(Path state, String runId) {
    return all(state).resolve(runId);
  }

  public Path work() {
    return base.resolve("work");
  }

  public Path server() {
    return base.resolve("server");
  }

  public Path logs() {
    return base.resolve("logs");
  }

  /**
   * Makes the folders, with the same modes for every umask. The database server's user may read all
   * except the logs, because a step may print a secret.
   */
  public void make() throws IOException {
    Owner.makeFolders(base);
    for (Path folder : List.of(work(), server(), logs())) {
      Files.createDirectory(folder);
      Owner.mode(folder, folder.equals(logs()) ? "rwx------" : "rwxr-xr-x");
    }
  }

  /** Deletes the path's files, and the logs if they are not needed. */
  public void delete(boolean keepLogs) throws IOException {
    FileTree.delete(work());
    FileTree.delete(server());
    if (!keepLogs) {
      FileTree.delete(base);
    }
  }

  public static void deleteEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // it has logs, and stays
    }
  }

  /** Whether {@code name} is the name of a run's folder. */
  public static boolean isRunId(String name) {
    return RUN_ID.matcher(name).matches();
  }

  /** Deletes the folders of all runs, and nothing else next to them. */
  public static void deleteRuns(Path state) throws IOException {
    if (!Files.isDirectory(all(state), NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(all(state))) {
      for (Path entry : entries) {
        if (isRunId(entry.getFileName().toString())
            && Files.isDirectory(entry, NOFOLLOW_LINKS)
            && Owner.uidOf(entry) == Owner.caller()) {
          FileTree.delete(entry);
        }
      }
    }
    deleteEmpty(all(state));
  }
}
