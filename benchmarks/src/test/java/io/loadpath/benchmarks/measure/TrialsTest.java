package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class TrialsTest {
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final CountDownLatch working = new CountDownLatch(1);
  private final Trials trials = new Trials(2, () -> {}, Map.of());
  private final Trials stopped =
      new Trials(
          1,
          () -> {
            if (working.getCount() == 0) {
              throw new Stopped();
            }
          },
          Map.of("TRIALS_TEST", "1"));

  @Test
  void allTasksWorkAtTheSameTimeAndTheLastOneCounts() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    List<Callable<Object>> tasks =
        List.of(
            both::await,
            () -> {
              both.await();
              Thread.sleep(30);
              return null;
            });

    assertThat(trials.nanos(tasks)).isGreaterThan(30_000_000);
  }

  @ParameterizedTest
  @ValueSource(classes = {SQLException.class, IOException.class})
  void whatATaskThrowsComesThrough(Class<? extends Exception> failure) throws Exception {
    Exception thrown = failure.getConstructor(String.class).newInstance("no server");
    Callable<Void> bad =
        () -> {
          throw thrown;
        };

    assertThatThrownBy(() -> trials.nanos(List.of(bad))).isSameAs(thrown);
  }

  @Test
  void aStopInterruptsTheTasksAndGoesOn() {
    CountDownLatch interrupted = new CountDownLatch(1);
    Callable<Void> endless =
        () -> {
          working.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            interrupted.countDown();
          }
          return null;
        };

    assertThatThrownBy(() -> stopped.nanos(List.of(endless))).isInstanceOf(Stopped.class);
    assertThat(interrupted.getCount()).isZero();
  }

  @Test
  void aStopEndsAProgram() {
    working.countDown();

    assertThatThrownBy(() -> stopped.nanosOf(List.of("sleep", "391"))).isInstanceOf(Stopped.class);
    assertThat(Processes.withEnvironment("TRIALS_TEST", "1")).isEmpty();
  }

  @Test
  void aProgramThatFailsSaysWhy() {
    assertThatThrownBy(() -> trials.nanosOf(List.of("ls", "/nowhere")))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("ls exited with", "/nowhere");
  }

  @Test
  void threeTrialsAreTakenAndNoneAfterAStop() throws Exception {
    assertThat(trials.trials(() -> 7)).containsExactly(7L, 7L, 7L);

    working.countDown();
    assertThatThrownBy(() -> stopped.trials(() -> 7)).isInstanceOf(Stopped.class);
  }
}
