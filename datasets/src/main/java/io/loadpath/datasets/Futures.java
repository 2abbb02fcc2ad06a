package io.loadpath.datasets;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** Waits for tasks, and throws their own exceptions. */
final class Futures {

  private static final long PROGRESS_MILLIS = 200;

  private Futures() {}

  /**
   * Runs tasks that read files with several threads, and shows their progress.
   *
   * @param files all files that they read
   * @param storedBytes what they have read of them so far
   * @return their results, in order
   */
  static <T> List<T> run(
      List<Callable<T>> tasks,
      int threads,
      List<Path> files,
      LongAdder storedBytes,
      Progress progress)
      throws IOException {
    long all = Math.max(1, files.stream().mapToLong(file -> file.toFile().length()).sum());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> futures = tasks.stream().map(pool::submit).toList();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(await(future, storedBytes, all, progress));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private static <T> T await(Future<T> task, LongAdder done, long all, Progress progress)
      throws IOException {
    long before = done.sum();
    while (true) {
      try {
        return task.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long now = done.sum();
        progress.update(Math.min(1, (double) now / all), now - before);
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
