package io.loadpath.datasets;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Cleans up when guarded work ends. On a signal (TERM, INT), it stops the work and cleans up before
 * the process ends.
 */
final class StopGuard implements Closeable {

  private static final long PATIENCE_SECONDS = 10;

  private final CleanUp cleanUp;
  private final Runnable tellUser;
  private final CountDownLatch cleaned = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "loadpath-stop-guard");
  private volatile boolean stopping;

  /** Deletes the files of unfinished work; does nothing after finished work. */
  interface CleanUp {
    void run() throws IOException;
  }

  /**
   * Guards work that starts now.
   *
   * @param tellUser called when a signal ended the work and its files are deleted
   */
  StopGuard(CleanUp cleanUp, Runnable tellUser) {
    this.cleanUp = cleanUp;
    this.tellUser = tellUser;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the work should end now. */
  boolean isStopping() {
    return stopping;
  }

  private void stop() {
    stopping = true;
    try {
      if (!cleaned.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        cleanUp.run();
      }
      tellUser.run();
    } catch (InterruptedException | IOException e) {
      Thread.currentThread().interrupt(); // the next run clears what is left
    }
  }

  @Override
  public void close() throws IOException {
    try {
      cleanUp.run();
    } finally {
      cleaned.countDown();
      if (!stopping) {
        removeHook();
      }
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending: the hook sees that all is cleaned
    }
  }
}
