package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.record.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * How fast all cores together read memory: each sums its part of a {@code long[]} that is four
 * times as large as the machine's last-level caches together. As the harness has a small heap, this
 * is a separate program:
 *
 * <pre>java -Xmn8m -Xmx544m -cp CLASSPATH io.loadpath.benchmarks.limits.MemoryRead 512000000 2
 * </pre>
 *
 * prints the nanoseconds of each trial, a line each.
 */
record MemoryRead(ProbeThreads threads, ToolRun tools) implements Probe {
  static final String NAME = "memory-read";

  private static final Path CPUS = Path.of("/sys/devices/system/cpu");
  private static final long LEAST_BYTES = 256_000_000;
  private static final long MOST_BYTES = 8_000_000_000L;
  private static final int TIMES_CACHE = 4;
  private static final int PASSES = 4;
  private static final int WARM_UPS = 100;
  private static final int WARM_UP_NUMBERS = 100_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Limit run() throws IOException, SQLException {
    long bytes =
        Math.min(MOST_BYTES, Math.max(LEAST_BYTES, TIMES_CACHE * LastLevelCache.bytes(CPUS)));
    bytes -= bytes % (Long.BYTES * threads.cores());
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmn8m",
            "-Xmx%dm".formatted((bytes >> 20) + 32),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            MemoryRead.class.getName(),
            Long.toString(bytes),
            Integer.toString(threads.cores()));
    List<Long> nanos = tools.output(command).lines().map(Long::valueOf).toList();
    return new Limit(
        NAME,
        "All cores sum %d MB of numbers in memory".formatted(bytes / 1_000_000),
        threads.cores(),
        null,
        PASSES * bytes,
        nanos);
  }

  /** The program: its arguments are the bytes of the array and the number of threads. */
  public static void main(String[] arguments) throws IOException, SQLException {
    long[] numbers = new long[Math.toIntExact(Long.parseLong(arguments[0]) / Long.BYTES)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    ProbeThreads threads = new ProbeThreads(Integer.parseInt(arguments[1]), () -> {});
    for (int i = 0; i < WARM_UPS; i++) {
      sum(numbers, 0, WARM_UP_NUMBERS); // so that it is compiled
    }
    List<Callable<Void>> readers = new ArrayList<>();
    int part = numbers.length / threads.cores();
    for (int i = 0; i < threads.cores(); i++) {
      int from = i * part;
      readers.add(() -> read(numbers, from, from + part));
    }
    threads.trials(() -> threads.nanos(readers)).forEach(System.out::println);
  }

  private static Void read(long[] numbers, int from, int to) {
    long expected = (from + to - 1L) * (to - from) / 2;
    for (int pass = 0; pass < PASSES; pass++) {
      if (sum(numbers, from, to) != expected) {
        throw new IllegalStateException("the sum of numbers in memory is wrong");
      }
    }
    return null;
  }

  /** Four sums, so that no addition waits for the one before. */
  private static long sum(long[] numbers, int from, int to) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = from;
    for (; i + 3 < to; i += 4) {
      a += numbers[i];
      b += numbers[i + 1];
      c += numbers[i + 2];
      d += numbers[i + 3];
    }
    for (; i < to; i++) {
      a += numbers[i];
    }
    return a + b + c + d;
  }
}
