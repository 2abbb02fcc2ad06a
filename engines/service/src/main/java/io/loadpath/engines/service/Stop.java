package io.loadpath.engines.service;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Turns INT, TERM and HUP into an orderly end: the work is told to stop and cleans up. The JVM
 * waits for that, and exits with the signal's own code (130, 143, 129).
 */
public final class Stop implements Closeable {
  private static final Duration RUN_LIMIT = Duration.ofSeconds(90);
  private static final Duration FILES_LIMIT = Duration.ofSeconds(10);

  private final Duration limit;
  private final Runnable begins;
  private final CleanUp cleanUp;
  private final Runnable ended;
  private final CountDownLatch cleanedUp = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "stop");
  private final Object ending = new Object();
  private volatile boolean stopped;
  private volatile Runnable endStep = () -> {};

  /** Deletes the files of unfinished work; does nothing after finished work. */
  public interface CleanUp {
    void run() throws IOException;
  }

  private Stop(Duration limit, Runnable begins, CleanUp cleanUp, Runnable ended) {
    this.limit = limit;
    this.begins = begins;
    this.cleanUp = cleanUp;
    this.ended = ended;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Listens for a run, and tells the user of its end. The caller closes this after its clean-up.
   */
  public static Stop ofRun() {
    return new Stop(
        RUN_LIMIT,
        () -> System.err.println("\nstopping: ending what this run started"),
        () -> {},
        // here, because the JVM may end before the thread of the run says anything
        () -> System.err.println("stopped: everything that this run started has ended"));
  }

  /**
   * Listens for signals during work on files.
   *
   * @param cleanUp called at the end, or by the signal if the work takes too long
   * @param tellUser called after a signal ended the work and it deleted its files in time
   */
  public static Stop ofFiles(CleanUp cleanUp, Runnable tellUser) {
    return new Stop(FILES_LIMIT, () -> {}, cleanUp, tellUser);
  }

  /** Whether the work should end now. */
  public boolean stopped() {
    return stopped;
  }

  /**
   * Passes unless the work was stopped.
   *
   * @throws StoppedException if it was
   */
  public void check() {
    if (stopped) {
      throw new StoppedException();
    }
  }

  /**
   * Waits for a step; {@code end} ends the step if the work is stopped meanwhile.
   *
   * @throws StoppedException if it was stopped
   */
  public <T> T during(Runnable end, Supplier<T> step) {
    endStep = end;
    try {
      if (stopped) {
        end.run(); // the stop came between the last check and the line above
      }
      T result = step.get();
      check();
      return result;
    } finally {
      synchronized (ending) { // the end of this step must not hit the next one
        endStep = () -> {};
      }
    }
  }

  private void stop() {
    if (cleanedUp.getCount() == 0) {
      return; // an ordinary exit
    }
    stopped = true;
    begins.run();
    try {
      synchronized (ending) {
        endStep.run();
      }
      if (cleanedUp.await(limit.toSeconds(), TimeUnit.SECONDS)) {
        ended.run();
      } else {
        System.err.println("the clean-up takes too long; the next run does the rest");
        cleanUp.run();
      }
    } catch (InterruptedException | IOException e) {
      Thread.currentThread().interrupt(); // the next run clears what is left
    }
  }

  @Override
  public void close() throws IOException {
    try {
      cleanUp.run();
    } finally {
      cleanedUp.countDown();
      if (!stopped) {
        removeHook();
      }
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the signal came just now; there is nothing left to clean up
    }
  }
}
