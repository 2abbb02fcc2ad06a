package io.loadpath.datasets;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** Waits for a task, and throws the task's own exception. */
final class Futures {

  private static final long PROGRESS_MILLIS = 200;

  private Futures() {}

  /**
   * Waits and shows the progress of all tasks.
   *
   * @param done bytes that all tasks have read so far
   * @param all bytes that they will read
   */
  static <T> T await(Future<T> task, LongAdder done, long all, Progress progress)
      throws IOException {
    long before = done.sum();
    while (true) {
      try {
        return task.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long now = done.sum();
        progress.update(Math.min(1, (double) now / Math.max(1, all)), now - before);
        before = now;
      } catch (InterruptedException | ExecutionException e) {
        return get(task); // throws it
      }
    }
  }

  static <T> T get(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
