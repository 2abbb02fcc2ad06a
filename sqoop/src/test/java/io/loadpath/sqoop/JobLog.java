package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.function.Consumer;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.apache.log4j.spi.LoggingEvent;

/** What jobs in this JVM log from INFO on, until it is closed. */
public final class JobLog implements AutoCloseable {
  private final StringWriter text = new StringWriter();
  private final Logger root = Logger.getRootLogger();
  private final Level before = root.getLevel();
  private final WriterAppender appender;

  public JobLog() {
    this(message -> {});
  }

  /**
   * @param listener gets each message as it is logged
   */
  JobLog(Consumer<String> listener) {
    appender =
        new WriterAppender(new PatternLayout("%p %c{1}: %m%n"), text) {
          @Override
          public void append(LoggingEvent event) {
            super.append(event);
            listener.accept(event.getRenderedMessage());
          }
        };
    appender.setThreshold(Level.INFO);
    root.addAppender(appender);
    root.setLevel(Level.INFO);
  }

  /** Something to do that may fail. */
  public interface Work {
    void run() throws IOException;
  }

  /**
   * Runs work.
   *
   * @param listener gets each message as it is logged, in the thread that logs it
   */
  public static void listen(Consumer<String> listener, Work work) throws IOException {
    JobLog log = new JobLog(listener);
    try {
      work.run();
    } finally {
      log.close();
    }
  }

  /**
   * Returns what was logged, once no local job is still at work: a job counts as ended before its
   * thread has logged the last exception.
   */
  public String text() {
    try {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getClass().getName().equals("org.apache.hadoop.mapred.LocalJobRunner$Job")) {
          thread.join(60_000);
          assertThat(thread.isAlive()).as("a local job is still at work").isFalse();
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
  }

  @Override
  public void close() {
    root.removeAppender(appender);
    root.setLevel(before);
  }
}
