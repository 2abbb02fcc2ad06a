package io.loadpath.benchmarks.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Turns INT, TERM and HUP into an orderly end: the processes of the current step are ended, which
 * lets the main thread go on to its clean-up, and the JVM waits for that before it exits with the
 * signal's own code (130, 143, 129).
 */
final class StopSignal implements AutoCloseable {
  private static final Duration CLEAN_UP_LIMIT = Duration.ofSeconds(90);

  private final CountDownLatch cleanedUp = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "stop-signal");
  private final Object ending = new Object();
  private volatile boolean stopped;
  private volatile Runnable endStep = () -> {};

  /** Starts listening. The caller closes this after its clean-up. */
  static StopSignal listen() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private StopSignal() {}

  boolean stopped() {
    return stopped;
  }

  /**
   * Passes unless the run was stopped.
   *
   * @throws StoppedException if it was
   */
  void check() {
    if (stopped) {
      throw new StoppedException();
    }
  }

  /**
   * Waits for a step, which {@code end} ends when the run is stopped meanwhile.
   *
   * @throws StoppedException if it was stopped
   */
  <T> T during(Runnable end, Supplier<T> step) {
    endStep = end;
    try {
      if (stopped) {
        end.run(); // stopped between the last check and the line above
      }
      T result = step.get();
      check();
      return result;
    } finally {
      synchronized (ending) { // what ends this step must not meet the next one
        endStep = () -> {};
      }
    }
  }

  private void stop() {
    if (cleanedUp.getCount() == 0) {
      return; // an ordinary exit
    }
    stopped = true;
    System.err.println();
    System.err.println("stopping: ending what this run started");
    try {
      synchronized (ending) {
        endStep.run();
      }
      if (!cleanedUp.await(CLEAN_UP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        System.err.println("the clean-up takes too long; the next run does the rest");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    cleanedUp.countDown();
    if (!stopped) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // the signal came this moment; there is nothing left to clean up
      }
    }
  }
}
