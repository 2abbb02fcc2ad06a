package io.loadpath.benchmarks.index;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.report.BrowserTab;
import io.loadpath.benchmarks.report.Chromium;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * How long the index of {@value #RECORDS} records takes: to make, in a new JVM and again, and to
 * show in a browser until the charts are drawn. The folder is kept.
 *
 * <pre>
 * mvn -q package -DskipTests -pl benchmarks -am
 * java -Xmx128m -XX:+UseSerialGC -cp "benchmarks/target/test-classes:benchmarks/target/classes:benchmarks/target/lib/*" io.loadpath.benchmarks.index.IndexBenchmark
 * </pre>
 */
public final class IndexBenchmark {
  private static final int RECORDS = 1_000;
  private static final int TRIALS = 3;

  private IndexBenchmark() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("index-benchmark");
    RunRecord like = TestRecords.full();
    long bytes = 0;
    for (int i = 0; i < RECORDS; i++) {
      String id = String.format(Locale.ROOT, "r%04d", i);
      Path file = folder.resolve(id + ".json");
      RecordFile.write(
          Records.with(like, "id", id, "startedAt", like.startedAt().plusSeconds(30_000L * i)),
          file);
      bytes += Files.size(file);
    }
    print("records, kB", bytes / 1000.0);
    for (int i = 0; i < TRIALS; i++) {
      long start = System.nanoTime();
      long startCpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      System.out.println(Index.write(folder));
      print("made, ms", (System.nanoTime() - start) / 1e6);
      print(
          "  of them on a core, ms",
          (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startCpu) / 1e6);
    }
    Path page = folder.resolve(Index.NAME);
    print("page, kB", Files.size(page) / 1000.0);
    Optional<Path> program = Chromium.find();
    if (program.isPresent()) {
      try (Chromium browser = Chromium.start(program.get(), folder);
          BrowserTab tab = browser.tab()) {
        tab.open(page);
        print(
            "opened and drawn, ms",
            tab.eval("performance.getEntriesByType('navigation')[0].loadEventEnd").asDouble());
      }
    }
  }

  private static void print(String what, double value) {
    System.out.println(String.format(Locale.ROOT, "%-24s %8.0f", what, value));
  }
}
