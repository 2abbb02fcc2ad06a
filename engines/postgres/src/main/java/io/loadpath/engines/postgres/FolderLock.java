package io.loadpath.engines.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** Lets one process, and in it one thread, start or stop the server at a time. */
final class FolderLock {
  private static final long PATIENCE_SECONDS = 180;

  private FolderLock() {}

  /** What is done under the lock. */
  interface Action {
    boolean run() throws IOException;
  }

  /** Takes the lock, which ends with the action, or with the process when that is killed. */
  static boolean hold(Path file, Action action) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (!taken(channel)) {
        if (System.nanoTime() > deadline) {
          throw new PostgresException(
              "another command has held %s for %d s: see what starts or stops PostgreSQL there"
                  .formatted(file, PATIENCE_SECONDS));
        }
        Processes.pause();
      }
      return action.run();
    }
  }

  private static boolean taken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }
}
