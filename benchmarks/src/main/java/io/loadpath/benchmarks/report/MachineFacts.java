package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.Instrument;
import io.loadpath.benchmarks.record.RunRecord.SuiteInfo;
import io.loadpath.benchmarks.statistics.Numbers;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The machine, the engines and the run as lines of a name and a value. */
public final class MachineFacts {
  /** The right result of the calibration, the same on every machine. */
  static final BigDecimal CALIBRATION_RESULT = new BigDecimal("873729.72");

  private final List<Fact> facts = new ArrayList<>();

  public record Fact(String name, String value) {}

  private MachineFacts() {}

  /** One line for the head of the page: {@code 2 cores, AMD EPYC 7B13, 25.3 GB}. */
  public static String headline(Environment machine) {
    return cores(machine.logicalCores())
        + ", "
        + machine.cpuModel()
        + ", "
        + Numbers.bytes(machine.memoryBytes());
  }

  static List<Fact> all(RunRecord record) {
    return Stream.concat(machine(record).stream(), run(record).stream()).toList();
  }

  static List<Fact> machine(RunRecord record) {
    Environment machine = record.environment();
    MachineFacts list = new MachineFacts();
    list.add("CPU", machine.cpuModel());
    list.add("Logical cores", String.valueOf(machine.logicalCores()));
    list.add("Threads per core", machine.threadsPerCore());
    list.add("Governor", machine.governor());
    list.add("Turbo", machine.turbo() == null ? null : machine.turbo() ? "on" : "off");
    list.add("NUMA nodes", machine.numaNodes());
    list.add("Huge pages", machine.hugePages());
    list.add("Memory", Numbers.bytes(machine.memoryBytes()));
    list.add("File system", machine.fileSystem());
    list.add("Kernel", machine.kernel());
    list.add("System", machine.os());
    list.add("JDK", machine.jdk());
    list.add("Run as", machine.user().equals("root") ? "root" : "an ordinary user");
    if (machine.calibration() != null) {
      list.add("Calibration", calibration(machine.calibration()));
    }
    return list.facts;
  }

  static List<Fact> run(RunRecord record) {
    MachineFacts list = new MachineFacts();
    list.add("Engines", versions(record.environment().engines()));
    list.add("Tools", versions(record.environment().tools()));
    record.places().forEach(place -> list.add("Cluster", place.words()));
    list.add("CPU counted by", instrument(record.instrument()));
    list.add("Loadpath", loadpath(record));
    list.add("Suite", record.suite().name() + ": " + record.suite().title());
    list.add("Rounds", rounds(record.suite()));
    list.add("Started", record.startedAt().toString());
    list.add("Took", duration(Duration.between(record.startedAt(), record.finishedAt())));
    return list.facts;
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

  private void add(String name, Object value) {
    facts.add(new Fact(name, value == null ? "not visible" : value.toString()));
  }

  private static String cores(int cores) {
    return cores == 1 ? "1 core" : cores + " cores";
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
    return Numbers.threeDigits(calibration.wallNanos() / 1e9)
        + " s, result "
        + result.toPlainString()
        + (result.compareTo(CALIBRATION_RESULT) == 0
            ? " (right)"
            : " (wrong: " + CALIBRATION_RESULT.toPlainString() + " expected)");
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
    String revision = record.gitRevision() == null ? "" : ", revision " + record.gitRevision();
    String changes = Boolean.TRUE.equals(record.gitDirty()) ? " with changes" : "";
    return record.loadpathVersion() + revision + (revision.isEmpty() ? "" : changes);
  }

  private static String duration(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
  }
}
