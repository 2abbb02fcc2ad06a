package io.loadpath.benchmarks.cpu;

import io.loadpath.engines.service.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The CPU time of a process with one thread, to the nanosecond where the kernel shows it. */
final class ScheduledTime {
  private ScheduledTime() {}

  static long nanos(ProcessStat process) {
    try {
      String times = Files.readString(Path.of("/proc", Long.toString(process.pid()), "schedstat"));
      return Long.parseLong(times.substring(0, times.indexOf(' ')));
    } catch (IOException e) {
      return (process.userTicks() + process.systemTicks()) * ClockTick.NANOS;
    }
  }
}
