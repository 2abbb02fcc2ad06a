package io.loadpath.datasets;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Does work with several threads ahead of its use, and gives the results in the order of the work.
 * A few results for each thread are all that is in memory.
 *
 * @param <T> the tools of one thread
 * @param <R> the results
 */
final class WorkAhead<T, R> implements Closeable {

  private static final int AHEAD_PER_THREAD = 2;

  private final BlockingQueue<T> idle;
  private final ExecutorService pool;
  private final int most;
  private final Deque<Future<R>> ahead = new ArrayDeque<>();

  /** One piece of work. */
  interface Task<T, R> {
    R run(T tools) throws IOException;
  }

  /** Makes a thread for each of {@code tools}. */
  WorkAhead(List<T> tools) {
    idle = new LinkedBlockingQueue<>(tools);
    pool = Executors.newFixedThreadPool(tools.size());
    most = AHEAD_PER_THREAD * tools.size();
  }

  /** Whether no more work should be begun before the next result is taken. */
  boolean isFull() {
    return ahead.size() >= most;
  }

  boolean isEmpty() {
    return ahead.isEmpty();
  }

  void begin(Task<T, R> task) {
    ahead.add(
        pool.submit(
            () -> {
              T tools = idle.take();
              try {
                return task.run(tools);
              } finally {
                idle.add(tools);
              }
            }));
  }

  /** Waits for the first result that was not taken yet. */
  R next() throws IOException {
    return Futures.get(ahead.remove());
  }

  /** Gives up what is not done. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
