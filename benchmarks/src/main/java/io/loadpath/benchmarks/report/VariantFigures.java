package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.measure.ShareOfLimit;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.CountedSamples;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of one variant.
 *
 * @param rank rank by load rate among the variants with a verified run, from 1; 0 without one
 * @param label the shortest unique name of the variant in this record
 * @param differing the parameters that differ between variants of its path
 * @param samples counted runs, in order of time
 * @param uncounted its start runs and warm-ups, which are in no figure
 * @param measured empty without a verified run
 * @param unproven figures of unverified runs, drawn hollow, if no run was verified
 * @param withoutStart empty without a verified start run
 * @param startless why {@code withoutStart} is empty, if it is
 * @param limit empty if no limit is known
 * @param comparison the comparison with the baseline; empty without one, or without a common round
 */
public record VariantFigures(
    int rank,
    String label,
    Map<String, String> differing,
    VariantInfo variant,
    DatasetInfo dataset,
    List<Sample> samples,
    List<Sample> uncounted,
    Optional<Measured> measured,
    Optional<Measured> unproven,
    Optional<WithoutStart> withoutStart,
    String startless,
    Optional<ShareOfLimit> limit,
    Optional<Comparison> comparison) {

  /** Returns the figures to draw, unproven ones if there are no others. */
  Optional<Measured> shown() {
    return measured.or(this::unproven);
  }

  /** Returns the figures of a variant with a verified run. */
  public Measured proven() {
    return measured.orElseThrow();
  }

  /** Returns the load rate, TB/h. */
  public Estimate rate() {
    return proven().loadRateTbPerHour();
  }

  /** Returns the CPU cost, CPU-s/GB. */
  public Estimate cost() {
    return proven().cpuCostSecondsPerGb();
  }

  /** Returns the number of cores that it keeps busy: CPU-seconds per second. */
  public double coresBusy() {
    return cost().median() * rate().median() / Units.GB_PER_SECOND;
  }

  /** Returns a remark next to its CPU cost, {@code client only}; usually empty. */
  public String costRemark() {
    return variant.clientOnly() ? "client only" : "";
  }

  /** Returns the CPU cost as text, with its remark. */
  public String costText() {
    return (cost().text() + " " + costRemark()).strip();
  }

  /** Whether every counted run was verified. */
  public boolean verified() {
    return measured.isPresent() && verifiedRuns() == samples.size();
  }

  /** Whether its rate is above its limit, which is an error of measurement. */
  public boolean aboveLimit() {
    return limit.isPresent() && limit.get().above();
  }

  public long verifiedRuns() {
    return samples.stream().filter(Sample::verified).count();
  }

  /** Returns the number of counted runs that failed. */
  public long failedRuns() {
    return samples.size() - verifiedRuns();
  }

  /** Returns the start runs and warm-ups that failed. */
  public List<Sample> failedUncounted() {
    return uncounted.stream().filter(sample -> !sample.verified()).toList();
  }

  /** Returns the kinds of them, {@code start run failed}; may be empty. */
  public List<String> uncountedFailures() {
    return failedUncounted().stream().map(s -> s.kind() + " failed").distinct().toList();
  }

  /** Whether other programs disturbed all verified runs. */
  public boolean disturbed() {
    return new CountedSamples(samples).disturbed();
  }

  public long disturbedRuns() {
    return samples.stream().filter(Sample::disturbed).count();
  }

  /** Returns the number of repeated runs; the harness repeats a disturbed run in its round. */
  public long repeatedRuns() {
    return samples.size() - samples.stream().map(Sample::round).distinct().count();
  }

  /** Returns {@code ✓ 3/3}, or {@code ✗ 2/3} if a run failed. */
  public String verdict() {
    return (verified() ? "✓ " : "✗ ") + verifiedRuns() + "/" + samples.size();
  }

  /** Returns the rows that arrived; empty for a query or without a verified run. */
  public Optional<Long> rows() {
    return first(Sample::rows);
  }

  /** Returns the first value that a verified run has. */
  <T> Optional<T> first(Function<Sample, T> value) {
    return samples.stream()
        .filter(Sample::verified)
        .map(value)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Returns the rows that arrived; for a query, the rows read. */
  public Optional<Long> rowsOrRead() {
    return rows().or(() -> Optional.of(dataset.rows()).filter(read -> query()));
  }

  /** Whether its figures come from a single run, which has no spread. */
  public boolean oneRound() {
    return measured.filter(m -> m.loadRateTbPerHour().samples() == 1).isPresent();
  }

  /** Returns the start-up in seconds as text. */
  Optional<String> startText() {
    return withoutStart.map(w -> Numbers.threeDigits(w.start().seconds()));
  }

  /** Returns why figures without start-up are missing. */
  public List<String> startReasons() {
    return withoutStart.map(WithoutStart::reasons).orElseGet(() -> List.of(startless));
  }

  /** Returns remarks on its runs, {@code , 1 round, disturbed}; usually empty. */
  String remarks() {
    return (oneRound() ? ", 1 round" : "")
        + (disturbed() ? ", disturbed" : "")
        + (leftProcesses().isEmpty() ? "" : ", left processes")
        + uncountedFailures().stream().map(words -> ", " + words).collect(Collectors.joining());
  }

  /** Returns the distinct errors of the failed counted runs, in order of time. */
  public List<Sample.RunError> errors() {
    return samples.stream()
        .filter(sample -> !sample.verified())
        .map(Sample::error)
        .distinct()
        .toList();
  }

  /** Returns the distinct differences between a run and its path's title, in order of time. */
  public List<String> notes() {
    return samples.stream().flatMap(sample -> sample.notes().stream()).distinct().toList();
  }

  /** Returns the distinct processes that runs left behind, start runs and warm-ups first. */
  public List<String> leftProcesses() {
    return Stream.of(uncounted, samples)
        .flatMap(List::stream)
        .flatMap(sample -> sample.leftProcesses().stream())
        .distinct()
        .toList();
  }

  /** Returns the parameters as typed, {@code files=2 codec=gzip-3}; empty without parameters. */
  public String parametersText() {
    return typed(variant.parameters());
  }

  /** Returns the parameters that differ between variants of its path, as typed. */
  public String differingText() {
    return typed(differing);
  }

  /** Returns the parameters that are the same in all variants of its path, as typed. */
  public String sharedText() {
    Map<String, String> shared = new LinkedHashMap<>(variant.parameters());
    shared.keySet().removeAll(differing.keySet());
    return typed(shared);
  }

  private static String typed(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
        .collect(Collectors.joining(" "));
  }

  /** The directions of data, in the words of the headline. */
  public enum Way {
    INTO("into the database"),
    OUT_OF("out of the database"),
    QUERY("query");

    private final String words;

    Way(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  Way way() {
    return switch (variant.measures()) {
      case "query" -> Way.QUERY;
      case "import" -> Way.OUT_OF; // Sqoop's word
      default -> Way.INTO;
    };
  }

  public boolean query() {
    return way() == Way.QUERY;
  }

  /** Returns the mark's shape, see {@link Scatter.Mark}. */
  public String shape() {
    if (query()) {
      return "rect";
    }
    String codec = dataset.codec();
    return codec.equals("none") ? "circle" : codec.startsWith("gzip") ? "diamond" : "triangle";
  }
}
