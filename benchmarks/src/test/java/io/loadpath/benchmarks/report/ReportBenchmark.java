package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a report over 2,000 samples takes: to make, first and again, and to show in a browser
 * until the charts are drawn. Prints medians of {@value #TRIALS} trials.
 *
 * <pre>
 * mvn -q package -DskipTests -pl benchmarks -am
 * java -cp "benchmarks/target/test-classes:benchmarks/target/classes:benchmarks/target/lib/*" io.loadpath.benchmarks.report.ReportBenchmark
 * </pre>
 */
public final class ReportBenchmark {
  private static final int SAMPLES = 2_000;
  private static final int TRIALS = 7;

  private ReportBenchmark() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    RunRecord record = ReportRecords.atLeast(SAMPLES);
    Path folder = Files.createTempDirectory("report-benchmark");
    Path page = folder.resolve("report.html");
    long start = System.nanoTime();
    long startCpu = cpuNanos();
    Report.write(Figures.of(record), page);
    print("made, first in this JVM, ms", millisSince(start));
    print("  of them on a core, ms", (cpuNanos() - startCpu) / 1e6);
    double[] made = new double[TRIALS];
    for (int i = 0; i < TRIALS; i++) {
      start = System.nanoTime();
      Report.write(Figures.of(record), page);
      made[i] = millisSince(start);
    }
    print("made again, ms", median(made));
    print("samples", record.samples().size());
    print("file, kB", Files.size(page) / 1000.0);
    Optional<Path> program = Chromium.find();
    if (program.isEmpty()) {
      System.out.println("no browser on the PATH");
      return;
    }
    double[] shown = new double[TRIALS];
    try (Chromium browser = Chromium.start(program.get(), folder)) {
      for (int i = 0; i < TRIALS; i++) {
        try (BrowserTab tab = browser.tab()) {
          tab.open(page);
          shown[i] =
              tab.eval("performance.getEntriesByType('navigation')[0].loadEventEnd").asDouble();
        }
      }
    }
    print("opened and drawn, ms", median(shown));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static void print(String what, double value) {
    System.out.println(String.format(Locale.ROOT, "%-30s %8.0f", what, value));
  }
}
