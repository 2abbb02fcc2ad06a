package io.loadpath.datasets;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Locks a dataset's folder, so that one process of this machine at a time makes it. The lock ends
 * with its process. The empty lock file stays: deleting it would let two processes in.
 */
final class FolderLock {

  private static final long RETRY_MILLIS = 50;

  private FolderLock() {}

  /** The work under the lock. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Runs work while holding the lock; a message reports a wait. */
  static <T> T hold(Path file, Progress progress, Work<T> work) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      boolean told = false;
      while (!tryLock(channel)) {
        if (!told) {
          progress.message("waiting for another process that makes the same data (" + file + ")");
          told = true;
        }
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      }
      return work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // a thread of this process has it
    }
  }
}
