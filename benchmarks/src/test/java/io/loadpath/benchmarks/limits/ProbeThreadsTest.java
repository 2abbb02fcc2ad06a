package io.loadpath.benchmarks.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProbeThreadsTest {
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final ProbeThreads threads = new ProbeThreads(2, () -> {});

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

    assertThat(threads.nanos(tasks)).isGreaterThan(30_000_000);
  }

  @Test
  void whatATaskThrowsComesThrough() {
    Callable<Void> bad =
        () -> {
          throw new SQLException("no server");
        };
    Callable<Void> worse =
        () -> {
          throw new IOException("no disk");
        };

    assertThatThrownBy(() -> threads.nanos(List.of(bad)))
        .isInstanceOf(SQLException.class)
        .hasMessage("no server");
    assertThatThrownBy(() -> threads.nanos(List.of(worse)))
        .isInstanceOf(IOException.class)
        .hasMessage("no disk");
  }

  @Test
  void aStopInterruptsTheTasksAndGoesOn() {
    CountDownLatch working = new CountDownLatch(1);
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
    ProbeThreads stopped =
        new ProbeThreads(
            1,
            () -> {
              if (working.getCount() == 0) {
                throw new Stopped();
              }
            });

    assertThatThrownBy(() -> stopped.nanos(List.of(endless))).isInstanceOf(Stopped.class);
    assertThat(interrupted.getCount()).isZero();
  }

  @Test
  void threeTrialsAreTakenAndNoneAfterAStop() throws Exception {
    assertThat(threads.trials(() -> 7)).containsExactly(7L, 7L, 7L);

    ProbeThreads stopped =
        new ProbeThreads(
            1,
            () -> {
              throw new Stopped();
            });
    assertThatThrownBy(() -> stopped.trials(() -> 7)).isInstanceOf(Stopped.class);
  }
}
