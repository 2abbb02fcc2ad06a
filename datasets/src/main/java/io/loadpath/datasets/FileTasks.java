package io.loadpath.datasets;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** Reads files in parallel: one core for each, the largest file first. */
final class FileTasks {

  private static final long PROGRESS_MILLIS = 200;

  private FileTasks() {}

  /** Reads a file. */
  interface Task<T> {
    /**
     * @param storedBytes gets the number of bytes after each read from the file
     */
    T read(Path file, LongConsumer storedBytes) throws IOException;
  }

  /**
   * Reads all files, and shows the progress. The first failure ends the work.
   *
   * @return the results, in the order of the files
   */
  static <T> List<T> run(List<Path> files, Task<T> task, Progress progress) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Math.min(cores, files.size())));
    try {
      CompletionService<T> ended = new ExecutorCompletionService<>(pool);
      LongAdder stored = new LongAdder();
      Map<Path, Future<T>> tasks = new HashMap<>();
      for (Path file : largestFirst(files)) {
        tasks.put(file, ended.submit(() -> task.read(file, bytes -> count(stored, bytes))));
      }
      await(files, ended, stored, progress);
      List<T> results = new ArrayList<>();
      for (Path file : files) {
        results.add(get(tasks.get(file)));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * Adds bytes to a sum. Ends the task if another task has failed, because that shuts the pool
   * down.
   */
  private static void count(LongAdder stored, long bytes) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("another file failed");
    }
    stored.add(bytes);
  }

  private static List<Path> largestFirst(List<Path> files) {
    return files.stream().sorted(Comparator.comparing(file -> -file.toFile().length())).toList();
  }

  private static <T> void await(
      List<Path> files, CompletionService<T> ended, LongAdder stored, Progress progress)
      throws IOException {
    long all = Math.max(1, files.stream().mapToLong(file -> file.toFile().length()).sum());
    long before = 0;
    int left = files.size();
    while (left > 0) {
      try {
        Future<T> next = ended.poll(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
        if (next != null) {
          get(next);
          left--;
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      long now = stored.sum();
      progress.update(Math.min(1, (double) now / all), now - before);
      before = now;
    }
  }

  /** Waits for a task, and throws its own exception. */
  static <T> T get(Future<T> task) throws IOException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
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

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return (IOException) new InterruptedIOException("interrupted").initCause(e);
  }
}
