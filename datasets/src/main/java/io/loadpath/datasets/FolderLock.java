package io.loadpath.datasets;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Lets one maker of a dataset's folder in at a time, of all processes of this machine. The lock
 * goes when its process does; the empty lock file stays, because deleting it would let two in.
 */
final class FolderLock {

  private static final long RETRY_MILLIS = 50;

  private FolderLock() {}

  /** What is done under the lock. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Waits for the lock, says so where it has to, and works while holding it. */
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
