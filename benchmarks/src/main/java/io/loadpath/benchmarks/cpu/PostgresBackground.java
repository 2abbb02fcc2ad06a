package io.loadpath.benchmarks.cpu;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The processes of a PostgreSQL server that write WAL and checkpoints for all backends. They live
 * as long as the server, so that what each used is known to the nanosecond without a control group
 * of their own.
 */
final class PostgresBackground {
  private static final Pattern TITLE =
      Pattern.compile(
          "postgres: (?:[^ ]+: )?(?:checkpointer|background writer|walwriter|walsummarizer"
              + "|(?:archiver|startup)(?: .*)?|autovacuum (?:launcher|worker.*))");

  private PostgresBackground() {}

  /** Returns the CPU time of those that live, of the servers with these first processes. */
  static CpuReading read(Set<Long> postmasters) {
    List<ProcessStat> processes =
        postmasters.stream()
            .flatMap(postmaster -> Processes.tree(postmaster).stream())
            .filter(process -> postmasters.contains(process.parentPid()))
            .filter(process -> isBackground(Processes.arguments(process.pid()).get(0)))
            .toList();
    long nanos = 0;
    long user = 0;
    long system = 0;
    for (ProcessStat process : processes) {
      nanos += ScheduledTime.nanos(process);
      user += process.userTicks();
      system += process.systemTicks();
    }
    return new CpuReading(nanos, user, system);
  }

  static boolean isBackground(String title) {
    return TITLE.matcher(title.strip()).matches();
  }
}
