package io.loadpath.benchmarks.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Samples the memory of some processes five times a second, and keeps the peak. It samples less
 * often if it would use more than 0.5 % of a core. A sample is the sum of the processes' own pages,
 * plus the largest number of shareable pages of one process. A peak between two samples is missed.
 */
public final class MemoryWatch implements AutoCloseable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long FIRST_LOOK_NANOS = 20_000_000;
  private static final long PAUSE_NANOS = 200_000_000;
  private static final long PAUSE_PER_LOOK = 200;
  private static final long BYTES_PER_KIB = 1024;

  private final Supplier<? extends Collection<Long>> processes;
  private final Thread thread;
  private volatile boolean over;
  private volatile long peakBytes;

  private MemoryWatch(Supplier<? extends Collection<Long>> processes) {
    this.processes = processes;
    this.thread = new Thread(this::watch, "memory-watch");
    thread.setDaemon(true);
  }

  /** Watches the processes that {@code processes} returns, until it is closed. */
  public static MemoryWatch start(Supplier<? extends Collection<Long>> processes) {
    MemoryWatch watch = new MemoryWatch(processes);
    watch.thread.start();
    return watch;
  }

  /** Returns the largest sample; 0 before the first one. */
  public long peakBytes() {
    return peakBytes;
  }

  private void watch() {
    LockSupport.parkNanos(FIRST_LOOK_NANOS);
    long pause = PAUSE_NANOS; // the first sample takes long: it loads classes
    while (!over) {
      long begun = THREADS.getCurrentThreadCpuTime();
      peakBytes = Math.max(peakBytes, held(processes.get()));
      long took = THREADS.getCurrentThreadCpuTime() - begun;
      LockSupport.parkNanos(pause);
      pause = Math.max(PAUSE_NANOS, took * PAUSE_PER_LOOK);
    }
  }

  static long held(Collection<Long> processes) {
    long own = 0;
    long shared = 0;
    for (long pid : processes) {
      try {
        byte[] status = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "status"));
        String text = new String(status, StandardCharsets.ISO_8859_1);
        own += kib(text, "\nRssAnon:");
        shared = Math.max(shared, kib(text, "\nRssFile:") + kib(text, "\nRssShmem:"));
      } catch (IOException e) {
        // it ended
      }
    }
    return (own + shared) * BYTES_PER_KIB;
  }

  private static long kib(String status, String field) {
    int at = status.indexOf(field);
    if (at < 0) {
      return 0;
    }
    int end = status.indexOf(" kB", at);
    return Long.parseLong(status.substring(at + field.length(), end).strip());
  }

  @Override
  public void close() {
    over = true;
    LockSupport.unpark(thread);
  }
}
