package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RunRecord.Instrument;
import io.loadpath.benchmarks.record.PlaceInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.SuiteInfo;
import io.loadpath.benchmarks.statistics.Numbers;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The machine, the engines and the run as values by their names, in the order of the page. */
public final class MachineFacts {
  /** The right result of the calibration, the same on every machine. */
  static final BigDecimal CALIBRATION_RESULT = new BigDecimal("873729.72");

  private static final String NOT_VISIBLE = "not visible";

  private MachineFacts() {}

  /** One line for the head of the page: {@code 2 cores, AMD EPYC 7B13, 25.3 GB}. */
  public static String headline(Environment machine) {
    int cores = machine.logicalCores();
    return "%d core%s, %s, %s"
        .formatted(
            cores, cores == 1 ? "" : "s", machine.cpuModel(), Numbers.bytes(machine.memoryBytes()));
  }

  static Map<String, String> machine(RunRecord record) {
    Environment machine = record.environment();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("CPU", machine.cpuModel());
    facts.put("Logical cores", machine.logicalCores());
    facts.put("Threads per core", machine.threadsPerCore());
    facts.put("Governor", machine.governor());
    facts.put("Turbo", machine.turbo() == null ? null : machine.turbo() ? "on" : "off");
    facts.put("NUMA nodes", machine.numaNodes());
    facts.put("Huge pages", machine.hugePages());
    facts.put("Memory", Numbers.bytes(machine.memoryBytes()));
    facts.put("File system", machine.fileSystem());
    facts.put("Kernel", machine.kernel());
    facts.put("System", machine.os());
    facts.put("JDK", machine.jdk());
    facts.put("Run as", machine.user().equals("root") ? "root" : "an ordinary user");
    if (machine.calibration() != null) {
      facts.put("Calibration", calibration(machine.calibration()));
    }
    return texts(facts);
  }

  static Map<String, String> run(RunRecord record) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("Engines", versions(record.environment().engines()));
    facts.put("Tools", versions(record.environment().tools()));
    if (!record.places().isEmpty()) {
      facts.put(
          "Clusters",
          record.places().stream().map(PlaceInfo::words).collect(Collectors.joining("; ")));
    }
    facts.put("CPU counted by", instrument(record.instrument()));
    facts.put("Loadpath", loadpath(record));
    facts.put("Suite", record.suite().name() + ": " + record.suite().title());
    facts.put("Rounds", rounds(record.suite()));
    facts.put("Started", record.startedAt());
    facts.put("Took", duration(Duration.between(record.startedAt(), record.finishedAt())));
    return texts(facts);
  }

  /** Returns what differs between two records: the values in A and in B by their names. */
  static Map<String, String[]> differences(RunRecord a, RunRecord b) {
    Map<String, String> inA = machine(a);
    inA.putAll(run(a));
    Map<String, String> inB = machine(b);
    inB.putAll(run(b));
    Map<String, String[]> differences = new LinkedHashMap<>();
    inA.forEach(
        (name, value) -> {
          String other = inB.getOrDefault(name, NOT_VISIBLE);
          if (!value.equals(other)) {
            differences.put(name, new String[] {value, other});
          }
        });
    return differences;
  }

  private static Map<String, String> texts(Map<String, Object> facts) {
    Map<String, String> texts = new LinkedHashMap<>();
    facts.forEach((name, value) -> texts.put(name, value == null ? NOT_VISIBLE : value.toString()));
    return texts;
  }

  private static String rounds(SuiteInfo suite) {
    Long budget = suite.budgetSeconds();
    return "%d%s%s, order shuffled with seed %d"
        .formatted(
            suite.rounds(),
            budget == null
                ? ""
                : " at most, in a budget of " + duration(Duration.ofSeconds(budget)),
            suite.warmups() > 0 ? " after " + suite.warmups() + " warm-up" : "",
            suite.seed());
  }

  private static String versions(Map<String, String> versions) {
    return versions.isEmpty()
        ? "none"
        : versions.entrySet().stream()
            .map(e -> e.getKey() + " " + (e.getValue() == null ? "absent" : e.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String calibration(Environment.Calibration calibration) {
    BigDecimal result = BigDecimal.valueOf(calibration.result());
    boolean right = result.compareTo(CALIBRATION_RESULT) == 0;
    return "%s s, result %s (%s)"
        .formatted(
            Numbers.threeDigits(calibration.wallNanos() / 1e9),
            result.toPlainString(),
            right ? "right" : "wrong: " + CALIBRATION_RESULT.toPlainString() + " expected");
  }

  private static String instrument(Instrument instrument) {
    if (instrument.check() == null) {
      return instrument.name() + ", not checked";
    }
    double ratio =
        (double) instrument.check().measuredCpuNanos() / instrument.check().expectedCpuNanos();
    return instrument.name()
        + String.format(Locale.ROOT, ", %+.1f %% on a burner of known time", 100 * (ratio - 1));
  }

  private static String loadpath(RunRecord record) {
    String changes = Boolean.TRUE.equals(record.gitDirty()) ? " with changes" : "";
    return record.loadpathVersion()
        + (record.gitRevision() == null ? "" : ", revision " + record.gitRevision() + changes);
  }

  private static String duration(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
  }
}
