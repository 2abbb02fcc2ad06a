package io.loadpath.benchmarks.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The two generations of control groups, and the files in which each shows CPU time. */
public enum CgroupVersion {
  /** {@code cpu.stat}: usage_usec, user_usec, system_usec. */
  V2("cgroup-v2-cpu.stat") {
    @Override
    CpuReading read(Path group) throws IOException {
      Map<String, Long> stat = numbers(group.resolve("cpu.stat"));
      return new CpuReading(
          stat.get("usage_usec") * NANOS_PER_MICRO, stat.get("user_usec"), stat.get("system_usec"));
    }
  },
  /** {@code cpuacct.usage} in nanoseconds, {@code cpuacct.stat} in ticks for its proportion. */
  V1("cgroup-v1-cpuacct") {
    @Override
    CpuReading read(Path group) throws IOException {
      long nanos = Long.parseLong(Files.readString(group.resolve("cpuacct.usage")).trim());
      Map<String, Long> stat = numbers(group.resolve("cpuacct.stat"));
      return new CpuReading(nanos, stat.get("user"), stat.get("system"));
    }
  };

  private static final long NANOS_PER_MICRO = 1000;

  private final String instrument;

  CgroupVersion(String instrument) {
    this.instrument = instrument;
  }

  /** Returns the instrument's name in the record. */
  String instrument() {
    return instrument;
  }

  /** Reads the CPU time of everything that runs or ran in {@code group}. */
  abstract CpuReading read(Path group) throws IOException;

  private static Map<String, Long> numbers(Path file) throws IOException {
    Map<String, Long> numbers = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      numbers.put(words[0], Long.parseLong(words[1]));
    }
    return numbers;
  }
}
