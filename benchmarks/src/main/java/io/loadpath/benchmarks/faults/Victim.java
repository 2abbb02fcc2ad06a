package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.measure.CpuReading;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A process of the bundled cluster, or of a client that was started here. A signal never goes to a
 * later process with the same number.
 *
 * @param pid its number
 * @param startTicks its start, in clock ticks since the machine started
 */
public record Victim(long pid, long startTicks) {
  /** Returns the process {@code pid} if it lives. */
  static Optional<Victim> of(long pid) {
    OptionalLong ticks = Processes.startTicks(pid);
    return ticks.isPresent() ? Optional.of(new Victim(pid, ticks.getAsLong())) : Optional.empty();
  }

  /** Returns the process of a daemon. */
  static Victim of(ServerRecord daemon) {
    return new Victim(daemon.pid(), daemon.startTicks());
  }

  public boolean alive() {
    return Processes.startTicks(pid).equals(OptionalLong.of(startTicks));
  }

  /** Returns its CPU time so far; zero if it has ended. */
  Duration cpu() {
    return ProcessStat.read(pid)
        .filter(stat -> stat.startTicks() == startTicks)
        .map(
            stat ->
                Duration.ofNanos(
                    CpuReading.NANOS_PER_TICK * (stat.userTicks() + stat.systemTicks())))
        .orElse(Duration.ZERO);
  }

  /** Returns the words of its command line. */
  List<String> words() {
    return Processes.arguments(pid);
  }

  /** Sends a signal if it lives; returns whether it lived. */
  public boolean signal(String signal) {
    boolean alive = alive();
    if (alive) {
      Processes.signal(signal, List.of(pid));
    }
    return alive;
  }
}
