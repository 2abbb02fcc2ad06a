package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.needs.Engine;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.needs.Tool;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gathers the facts of a record about the machine and its software. A fact that Linux does not show
 * is null.
 *
 * @param system the parent folder of proc, sys and etc: {@code /}
 */
public record EnvironmentProbe(Path system) {
  private static final long BYTES_PER_KIB = 1024;
  private static final int CALIBRATION_LAST = 10_000_000;
  private static final double CALIBRATION_MODULUS = 999_999;
  private static final long CALIBRATION_HUNDREDTHS = 87_372_972;
  private static final int CALIBRATION_ATTEMPTS = 3;

  /**
   * Gathers the environment and runs the single-thread calibration.
   *
   * @param root the project
   * @param state the folder with the data
   * @param variables the process's environment
   * @throws LoadpathException if the calibration's result is not 873729.72 to two places
   */
  public static Environment probe(Path root, Path state, Map<String, String> variables) {
    EnvironmentProbe machine = new EnvironmentProbe(Path.of("/"));
    return new Environment(
        machine.cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        machine.threadsPerCore(),
        machine.governor(),
        machine.turbo(),
        machine.numaNodes(),
        machine.hugePages(),
        machine.memoryBytes(),
        machine.kernel(),
        machine.os(),
        fileSystem(state),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        Owner.caller() == 0 ? "root" : "ordinary",
        engineVersions(root, variables),
        toolVersions(),
        calibrate(CALIBRATION_HUNDREDTHS),
        null);
  }

  /** Returns the versions of the available engines, by name. */
  public static Map<String, String> engineVersions(Path root, Map<String, String> variables) {
    Map<String, String> versions = new LinkedHashMap<>();
    for (Engine engine : Engine.values()) {
      engine
          .version(root, variables)
          .ifPresent(version -> versions.put(engine.toString(), version));
    }
    versions.put(Requirements.POSTGRES, PostgresServer.version());
    return versions;
  }

  private static Map<String, String> toolVersions() {
    Map<String, String> versions = new LinkedHashMap<>();
    Tool.KNOWN.forEach(tool -> versions.put(tool.name(), tool.state().orElse(null)));
    return versions;
  }

  private static String fileSystem(Path folder) {
    try {
      return Files.getFileStore(folder).type();
    } catch (IOException e) {
      return null;
    }
  }

  String cpuModel() {
    return find("proc/cpuinfo", "(?m)^model name\\s*:\\s*(.+)$")
        .orElse(System.getProperty("os.arch"));
  }

  /** Returns the number of hardware threads of a core: 1 without SMT. */
  Integer threadsPerCore() {
    return text("sys/devices/system/cpu/cpu0/topology/thread_siblings_list")
        .map(EnvironmentProbe::countOfList)
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

  /** Whether the clock may exceed its nominal rate. */
  Boolean turbo() {
    return text("sys/devices/system/cpu/intel_pstate/no_turbo")
        .map("0"::equals)
        .or(() -> text("sys/devices/system/cpu/cpufreq/boost").map("1"::equals))
        .orElse(null);
  }

  Integer numaNodes() {
    return text("sys/devices/system/node/online").map(EnvironmentProbe::countOfList).orElse(null);
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

  /** Returns the group of a pattern in a file, if the file has it. */
  public Optional<String> find(String file, String pattern) {
    return text(file)
        .map(Pattern.compile(pattern)::matcher)
        .filter(Matcher::find)
        .map(m -> m.group(1));
  }

  /**
   * Runs the single-thread calibration of the 2012 study, which makes runs on two machines
   * comparable: {@code n = mod(n, 999999) + sqrt(f)} for f = 1..10,000,000. It runs three times,
   * and the fastest counts, because the first one includes compilation.
   */
  static Environment.Calibration calibrate(long expectedHundredths) {
    long best = Long.MAX_VALUE;
    for (int attempt = 0; attempt < CALIBRATION_ATTEMPTS; attempt++) {
      long begun = System.nanoTime();
      double n = 0;
      for (int f = 1; f <= CALIBRATION_LAST; f++) {
        n = n % CALIBRATION_MODULUS + Math.sqrt(f);
      }
      best = Math.min(best, System.nanoTime() - begun);
      if (Math.round(n * 100) != expectedHundredths) {
        throw new LoadpathException(
            String.format(
                Locale.ROOT,
                "the calibration gave %.2f instead of %.2f: this JVM or machine computes wrongly, so its figures"
                    + " cannot be trusted; try another JDK, then another machine",
                n,
                expectedHundredths / 100.0));
      }
    }
    return new Environment.Calibration(expectedHundredths / 100.0, best);
  }
}
