package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Start;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The runs of one codec in one number of files: time = start + bytes × slope, where the start is
 * known.
 */
final class CodecRuns {
  private static final double NANOS_PER_SECOND = 1e9;

  private final LoadRuns runs;
  private final Optional<Start> start;
  private final long logicalBytes;
  private final double startSeconds;
  private final double startCpuSeconds;

  private CodecRuns(LoadRuns runs, Optional<Start> start) {
    this.runs = runs;
    this.start = start;
    logicalBytes = runs.logicalBytes() - start.map(Start::logicalBytes).orElse(0L);
    startSeconds = start.map(Start::seconds).orElse(0.0);
    startCpuSeconds = start.map(Start::cpuSeconds).orElse(0.0);
  }

  /**
   * Returns the figures of one codec, whose runs are {@code runs}. The start is taken off all of
   * them or off none: a forecast adds it to figures of different runs.
   */
  static CodecFigures figures(List<LoadRuns> runs, int cores) {
    boolean started = runs.stream().allMatch(r -> r.start().isPresent());
    TreeMap<Integer, CodecRuns> byFiles =
        runs.stream()
            .collect(
                Collectors.toMap(
                    LoadRuns::files,
                    r -> new CodecRuns(r, r.start().filter(start -> started)),
                    (a, b) -> a,
                    TreeMap::new));
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
        all.start);
  }

  private Estimate perByte(ToDoubleFunction<Sample> seconds, double start) {
    return each(seconds).plus(-start).times(1.0 / logicalBytes);
  }

  private Estimate rate(double share) {
    return each(CodecRuns::wallSeconds).plus(-startSeconds).under(share * logicalBytes);
  }

  private Estimate each(ToDoubleFunction<Sample> figure) {
    return Estimate.of(runs.samples().stream().mapToDouble(figure).toArray());
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
