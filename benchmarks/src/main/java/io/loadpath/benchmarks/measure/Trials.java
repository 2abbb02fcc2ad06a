package io.loadpath.benchmarks.measure;

import io.loadpath.engines.service.ProgramOutput;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Times the work of parallel threads, and ends it as soon as the run is stopped.
 *
 * @param cores the number of threads
 * @param stopCheck throws an exception once the run is stopped
 * @param marker environment variables that mark the run's processes, for clean-up after a kill
 */
record Trials(int cores, Runnable stopCheck, Map<String, String> marker) {
  private static final int TRIALS = 3;
  private static final long POLL_MILLIS = 50;
  private static final long END_SECONDS = 5;
  private static final Duration PROGRAM_LIMIT = Duration.ofHours(1);

  void checkStopped() {
    stopCheck.run();
  }

  /** One timed piece of work. */
  interface Trial {
    long nanos() throws IOException, SQLException;
  }

  /** Returns the durations of three trials. */
  List<Long> trials(Trial trial) throws IOException, SQLException {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < TRIALS; i++) {
      checkStopped();
      nanos.add(trial.nanos());
    }
    return nanos;
  }

  /**
   * Starts all tasks at once, each in its own thread, and returns the time until the last one ends.
   */
  long nanos(List<? extends Callable<?>> tasks) throws IOException, SQLException {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size(), Trials::daemon);
    CountDownLatch ready = new CountDownLatch(tasks.size());
    CountDownLatch go = new CountDownLatch(1);
    try {
      List<Future<Long>> ends = new ArrayList<>();
      for (Callable<?> task : tasks) {
        ends.add(
            threads.submit(
                () -> {
                  ready.countDown();
                  go.await();
                  task.call();
                  return System.nanoTime();
                }));
      }
      ready.await();
      long begun = System.nanoTime();
      go.countDown();
      long ended = begun;
      for (Future<Long> end : ends) {
        ended = Math.max(ended, await(end));
      }
      return ended - begun;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      end(threads);
    }
  }

  /**
   * Runs a program, drops its output, and returns its time.
   *
   * @throws IOException if it cannot be started, or fails
   */
  long nanosOf(List<String> command) throws IOException, SQLException {
    ProcessBuilder program = new ProcessBuilder(command).redirectOutput(Redirect.DISCARD);
    program.environment().putAll(marker);
    return nanos(List.of(() -> run(program)));
  }

  private static Void run(ProcessBuilder program) throws IOException {
    ProgramOutput output = ProgramOutput.of(program, PROGRAM_LIMIT);
    if (output.exitCode() != 0) {
      throw new IOException(
          "%s exited with %d: %s"
              .formatted(program.command().get(0), output.exitCode(), output.errors().strip()));
    }
    return null;
  }

  private long await(Future<Long> end) throws IOException, SQLException, InterruptedException {
    while (true) {
      try {
        return end.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        checkStopped();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException cause) {
          throw cause;
        }
        if (e.getCause() instanceof SQLException cause) {
          throw cause;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "limit-probe");
    thread.setDaemon(true);
    return thread;
  }

  /** Interrupts the threads, which closes their channels and ends their programs. */
  private static void end(ExecutorService threads) {
    threads.shutdownNow();
    try {
      threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
