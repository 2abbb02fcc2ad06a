package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StopTest {
  /** A run that waits for its end, and is slow to say anything after it. */
  public static final class Run {
    public static void main(String[] arguments) throws Exception {
      CountDownLatch ended = new CountDownLatch(1);
      try (Stop stop = Stop.ofRun()) {
        System.out.println("runs");
        stop.during(ended::countDown, () -> await(ended));
      } catch (StoppedException e) {
        new CountDownLatch(1).await();
      }
    }

    private static boolean await(CountDownLatch latch) {
      try {
        latch.await();
        return true;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void aStoppedRunTellsThatItHasEndedAlthoughItsThreadIsSlow() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process run =
        new ProcessBuilder(java, "-cp", classPath, Run.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(run.inputReader().readLine()).isEqualTo("runs");

      run.toHandle().destroy(); // run.destroy() would close the output

      assertThat(rest(run))
          .isEqualTo(
              "\nstopping: ending what this run started\nstopped: everything that this run started has ended\n");
      assertThat(run.waitFor()).isEqualTo(143);
    } finally {
      run.destroyForcibly();
    }
  }

  private static String rest(Process run) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = run.inputReader().read(); c >= 0; c = run.inputReader().read()) {
      text.append((char) c);
    }
    return text.toString();
  }
}
