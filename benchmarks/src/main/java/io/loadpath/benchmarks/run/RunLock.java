package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.LockHolder;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A lock with which only one process at a time measures or cleans up in a state folder. */
public final class RunLock {
  /** The kinds of holders, as written in the file. */
  enum Holder {
    RUN,
    RECOVERY
  }

  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(120);
  private static final long PAUSE_MILLIS = 100;

  private RunLock() {}

  /**
   * Takes the lock for a run; waits for a clean-up that has it.
   *
   * @throws LoadpathException if another run has it
   */
  static FolderLock takeForRun(Path state) {
    return takeForRun(state, RECOVERY_LIMIT);
  }

  static FolderLock takeForRun(Path state, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      Optional<FolderLock> lock = tryTake(state, Holder.RUN);
      if (lock.isPresent()) {
        return lock.get();
      }
      requireNoRun(state);
      if (System.nanoTime() > deadline) {
        Path file = file(state);
        throw new LoadpathException(
            "%s, and has kept it for %d s, so no run can start: wait for its end, or end it"
                .formatted(LockHolder.describe(file), limit.toSeconds()));
      }
      Processes.pause(PAUSE_MILLIS);
    }
  }

  /**
   * Passes if no live run has the lock.
   *
   * @throws LoadpathException if one has it
   */
  public static void requireNoRun(Path state) {
    Path file = file(state);
    String holder = FolderLock.holder(file);
    if (isLiveRun(file, holder)) {
      throw new LoadpathException(
          "another run is going on (pid %1$s) with the state folder %2$s: wait for its end, or end it with 'kill %1$s'"
              .formatted(pid(holder), state));
    }
  }

  static Optional<FolderLock> tryTake(Path state, Holder holder) {
    Path file = file(state);
    try {
      return FolderLock.tryTake(file, holder + " " + ProcessHandle.current().pid() + "\n");
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot write %s: %s; free the disk or set LOADPATH_STATE to another folder"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Whether a live run has the lock; a new holder may not have written its name yet. */
  private static boolean isLiveRun(Path file, String holder) {
    return holder.startsWith(Holder.RUN.name())
        && LockHolder.of(file).stream().map(String::valueOf).anyMatch(pid(holder)::equals);
  }

  private static String pid(String holder) {
    return holder.substring(holder.indexOf(' ') + 1);
  }

  private static Path file(Path state) {
    return state.resolve("run.lock");
  }
}
