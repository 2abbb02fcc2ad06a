package io.loadpath.benchmarks.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Linux shows of the machine in /proc, /sys and /etc; what it does not show is null.
 *
 * @param system the folder that holds proc, sys and etc: {@code /}
 */
record Machine(Path system) {
  private static final long BYTES_PER_KIB = 1024;

  String cpuModel() {
    return find("proc/cpuinfo", "(?m)^model name\\s*:\\s*(.+)$")
        .orElse(System.getProperty("os.arch"));
  }

  /** Hardware threads of a core: 1 without SMT. */
  Integer threadsPerCore() {
    return text("sys/devices/system/cpu/cpu0/topology/thread_siblings_list")
        .map(Machine::countOfList)
        .orElse(null);
  }

  /** Counts the members of a list in the kernel's form: {@code 0,64} or {@code 0-3,8}. */
  static int countOfList(String list) {
    int count = 0;
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }

  String governor() {
    return text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").orElse(null);
  }

  /** Whether the clock may rise above nominal. */
  Boolean turbo() {
    return text("sys/devices/system/cpu/intel_pstate/no_turbo")
        .map("0"::equals)
        .or(() -> text("sys/devices/system/cpu/cpufreq/boost").map("1"::equals))
        .orElse(null);
  }

  Integer numaNodes() {
    try (Stream<Path> nodes = Files.list(system.resolve("sys/devices/system/node"))) {
      long count = nodes.filter(node -> node.getFileName().toString().matches("node\\d+")).count();
      return Math.toIntExact(count);
    } catch (IOException e) {
      return null;
    }
  }

  /** The mode of transparent huge pages. */
  String hugePages() {
    return find("sys/kernel/mm/transparent_hugepage/enabled", "\\[(\\w+)\\]").orElse(null);
  }

  long memoryBytes() {
    return find("proc/meminfo", "(?m)^MemTotal:\\s*(\\d+) kB$")
        .map(kib -> Long.parseLong(kib) * BYTES_PER_KIB)
        .orElseThrow(() -> new UncheckedIOException(new IOException("no MemTotal in meminfo")));
  }

  String kernel() {
    return text("proc/sys/kernel/osrelease").orElse(System.getProperty("os.version"));
  }

  String os() {
    return find("etc/os-release", "(?m)^PRETTY_NAME=\"?([^\"\\n]+)\"?$")
        .orElse(System.getProperty("os.name"));
  }

  private Optional<String> text(String file) {
    try {
      String text = Files.readString(system.resolve(file)).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<String> find(String file, String pattern) {
    return text(file)
        .map(Pattern.compile(pattern)::matcher)
        .filter(Matcher::find)
        .map(m -> m.group(1));
  }
}
