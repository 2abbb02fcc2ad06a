package io.loadpath.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * CPU time of all processes since the machine started, from {@code /proc/stat} (see proc_stat(5)),
 * in steps of a clock tick.
 *
 * @param cores cores that are online
 * @param busyNanos CPU time without idle time
 * @param stealNanos CPU time that the hypervisor gave to other machines
 * @param contextSwitches of all processes
 */
public record MachineCpu(int cores, long busyNanos, long stealNanos, long contextSwitches) {
  private static final Path STAT = Path.of("/proc/stat");

  /** Returns the present values. */
  public static MachineCpu read() {
    try {
      return parse(Files.readAllLines(STAT));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + STAT, e);
    }
  }

  /** Parses the lines of the file. */
  public static MachineCpu parse(List<String> lines) {
    int cores = 0;
    long busy = 0;
    long steal = 0;
    long switches = 0;
    for (String line : lines) {
      String[] words = line.split(" +");
      if (words[0].equals("cpu")) {
        // user nice system idle iowait irq softirq steal guest guest_nice; user holds guest
        busy = sum(words, 1, 2, 3, 6, 7);
        steal = sum(words, 8);
      } else if (words[0].matches("cpu\\d+")) {
        cores++;
      } else if (words[0].equals("ctxt")) {
        switches = Long.parseLong(words[1]);
      }
    }
    return new MachineCpu(
        cores, busy * CpuReading.NANOS_PER_TICK, steal * CpuReading.NANOS_PER_TICK, switches);
  }

  private static long sum(String[] words, int... places) {
    long sum = 0;
    for (int place : places) {
      sum += place < words.length ? Long.parseLong(words[place]) : 0;
    }
    return sum;
  }
}
