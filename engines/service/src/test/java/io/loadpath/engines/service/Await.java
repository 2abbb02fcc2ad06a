package io.loadpath.engines.service;

import java.time.Duration;
import java.util.function.Supplier;

/** For the tests of all modules: waits until something holds, but not for ever. */
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private Await() {}

  /**
   * Something that a test waits for. It may fail, where waiting longer is in vain.
   *
   * @param <E> what it throws
   */
  public interface Condition<E extends Exception> {
    boolean holds() throws E;
  }

  /** Waits until a condition holds; fails with these words if it does not within four minutes. */
  public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
    until(() -> what, condition);
  }

  /** As the other, with words from the time of the failure, such as what a log says. */
  public static <E extends Exception> void until(Supplier<String> what, Condition<E> condition)
      throws E {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new AssertionError("not within %d s: %s".formatted(LIMIT.toSeconds(), what.get()));
      }
      Processes.pause();
    }
  }
}
