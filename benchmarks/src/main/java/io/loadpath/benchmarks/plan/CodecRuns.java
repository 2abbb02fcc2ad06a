package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Medians;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The runs of one codec in one number of files, in one size or in several.
 *
 * <p>Of two sizes, time = start + bytes × slope goes through the medians of the smallest and of the
 * largest; the figures for each byte are those of the largest one less the start.
 */
final class CodecRuns {
  private static final double NANOS_PER_SECOND = 1e9;

  private final LoadRuns large;
  private final double startSeconds;
  private final double startCpuSeconds;

  private CodecRuns(Collection<LoadRuns> runs) {
    List<LoadRuns> bySize =
        runs.stream().sorted((a, b) -> Long.compare(a.logicalBytes(), b.logicalBytes())).toList();
    LoadRuns small = bySize.get(0);
    large = bySize.get(bySize.size() - 1);
    startSeconds = start(small, large, CodecRuns::wallSeconds);
    startCpuSeconds = start(small, large, CodecRuns::cpuSeconds);
  }

  /** Returns the figures of one codec, whose runs are {@code runs}. */
  static CodecFigures figures(List<LoadRuns> runs, int cores) {
    TreeMap<Integer, CodecRuns> byFiles =
        runs.stream()
            .collect(Collectors.groupingBy(LoadRuns::files, TreeMap::new, Collectors.toList()))
            .entrySet()
            .stream()
            .collect(
                Collectors.toMap(
                    e -> e.getKey(), e -> new CodecRuns(e.getValue()), (a, b) -> a, TreeMap::new));
    int fewest = byFiles.firstKey();
    Integer enough = byFiles.ceilingKey(cores);
    int full = enough == null ? byFiles.lastKey() : enough;
    CodecRuns unit = byFiles.get(fewest);
    CodecRuns all = byFiles.get(full);
    TreeMap<Integer, Estimate> rates = new TreeMap<>();
    byFiles.forEach((files, of) -> rates.put(files, of.rate(1)));
    Estimate cpu = all.perByte(CodecRuns::cpuSeconds, all.startCpuSeconds);
    LoadRuns any = runs.get(0);
    return new CodecFigures(
        any.codec(),
        any.inflater().equals(LoadRuns.CHOSEN_BY_SCRIPT) ? null : any.inflater(),
        any.ratio(),
        unit.rate(1.0 / fewest),
        all.perByte(s -> seconds(s, CpuLedger.PREPROCESSOR), 0).median(),
        all.perByte(s -> seconds(s, CpuLedger.DATABASE), 0).median(),
        cpu,
        enough == null ? cpu : all.perByte(s -> cores * wallSeconds(s), cores * all.startSeconds),
        fewest,
        full,
        rates,
        all.startSeconds,
        all.startCpuSeconds);
  }

  private static double start(LoadRuns small, LoadRuns large, ToDoubleFunction<Sample> seconds) {
    double apart = (double) large.logicalBytes() / small.logicalBytes();
    if (apart < LoadFigures.SIZES_APART) {
      return 0;
    }
    double start = (median(small, seconds) * apart - median(large, seconds)) / (apart - 1);
    double fastest = large.samples().stream().mapToDouble(seconds).min().orElseThrow();
    return Math.max(0, Math.min(start, fastest / 2)); // noise must not make a load all start
  }

  private static double median(LoadRuns runs, ToDoubleFunction<Sample> seconds) {
    return Medians.of(runs.samples().stream().mapToDouble(seconds).toArray()).median();
  }

  private Estimate perByte(ToDoubleFunction<Sample> seconds, double start) {
    return each(s -> (seconds.applyAsDouble(s) - start) / large.logicalBytes());
  }

  private Estimate rate(double share) {
    return each(s -> share * large.logicalBytes() / (wallSeconds(s) - startSeconds));
  }

  private Estimate each(ToDoubleFunction<Sample> figure) {
    return Medians.of(large.samples().stream().mapToDouble(figure).toArray());
  }

  private static double wallSeconds(Sample sample) {
    return sample.wallNanos() / NANOS_PER_SECOND;
  }

  private static double cpuSeconds(Sample sample) {
    return sample.cpuNanos() / NANOS_PER_SECOND;
  }

  private static double seconds(Sample sample, String stage) {
    return sample.cpu().stream()
            .filter(cpu -> cpu.stage().equals(stage))
            .mapToLong(StageCpu::totalNanos)
            .sum()
        / NANOS_PER_SECOND;
  }
}
