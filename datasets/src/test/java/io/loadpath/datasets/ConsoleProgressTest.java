package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConsoleProgressTest {

  private final StringWriter shown = new StringWriter();
  private final AtomicLong nanos = new AtomicLong();

  private ConsoleProgress progress(boolean terminal) {
    return new ConsoleProgress(new PrintWriter(shown), terminal, nanos::get);
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void aTerminalShowsOneLineThatIsWrittenOverAndClearedAtTheEnd() {
    ConsoleProgress progress = progress(true);
    progress.begin("lineitem-sf1-4parts");
    pass(1000);
    progress.update(0.10, 100_000_000);
    pass(1000);
    progress.update(0.25, 100_000_000);
    progress.end();
    progress.message("made it");
    assertThat(shown.toString())
        .isEqualTo(
            "\r\u001b[Klineitem-sf1-4parts  10 %  100 MB/s  0:09 left"
                + "\r\u001b[Klineitem-sf1-4parts  25 %  100 MB/s  0:06 left"
                + "\r\u001b[Kmade it\n");
  }

  @Test
  void elsewhereALineAppearsEveryFewSeconds() {
    ConsoleProgress progress = progress(false);
    progress.begin("x");
    for (int second = 1; second <= 12; second++) {
      pass(1000);
      progress.update(second / 100_000.0, 1_000_000);
    }
    progress.end();
    assertThat(shown.toString().lines())
        .containsExactly("x  0 %  1 MB/s  27:46:35 left", "x  0 %  1 MB/s  27:46:30 left");
  }

  @Test
  void aQuickRunShowsNoProgress() {
    ConsoleProgress progress = progress(true);
    progress.begin("x");
    pass(100);
    progress.update(1, 1_000_000);
    progress.end();
    assertThat(shown.toString()).isEmpty();
  }
}
