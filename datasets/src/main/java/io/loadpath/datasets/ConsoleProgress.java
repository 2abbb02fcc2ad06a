package io.loadpath.datasets;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows progress and the remaining time. A terminal gets one line, written again and again; other
 * outputs get a line every few seconds.
 */
public final class ConsoleProgress implements Progress {

  private static final long TERMINAL_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintWriter out;
  private final boolean terminal;
  private final LongSupplier nanoClock;
  private String title = "";
  private long startNanos;
  private long shownNanos;
  private long bytes;
  private boolean lineOpen;

  /** Shows progress on the writer, in terminal form if the process has a terminal. */
  public ConsoleProgress(PrintWriter out) {
    this(out, System.console() != null, System::nanoTime);
  }

  ConsoleProgress(PrintWriter out, boolean terminal, LongSupplier nanoClock) {
    this.out = out;
    this.terminal = terminal;
    this.nanoClock = nanoClock;
  }

  @Override
  public void message(String line) {
    end();
    out.println(line);
    out.flush();
  }

  @Override
  public void begin(String title) {
    this.title = title;
    bytes = 0;
    startNanos = nanoClock.getAsLong();
    shownNanos = startNanos;
  }

  @Override
  public void update(double fraction, long logicalBytes) {
    bytes += logicalBytes;
    long now = nanoClock.getAsLong();
    long interval = terminal ? TERMINAL_INTERVAL_NANOS : LOG_INTERVAL_NANOS;
    if (now - shownNanos < interval) {
      return;
    }
    shownNanos = now;
    double seconds = (now - startNanos) / NANOS_PER_SECOND;
    String line =
        String.format(
            Locale.ROOT,
            "%s  %d %%  %.0f MB/s  %s left",
            title,
            (int) (100 * fraction),
            bytes / 1e6 / seconds,
            duration(seconds * (1 - fraction) / fraction));
    if (terminal) {
      out.print(CLEAR_LINE + line);
      lineOpen = true;
    } else {
      out.println(line);
    }
    out.flush();
  }

  @Override
  public void end() {
    if (lineOpen) {
      out.print(CLEAR_LINE);
      out.flush();
      lineOpen = false;
    }
  }

  /** Formats a time such as 0:07, 12:34 or 1:02:03. */
  private static String duration(double seconds) {
    long rounded = Math.round(seconds);
    long hours = rounded / 3600;
    long minutes = rounded / 60 % 60;
    return hours > 0
        ? String.format("%d:%02d:%02d", hours, minutes, rounded % 60)
        : String.format("%d:%02d", minutes, rounded % 60);
  }
}
