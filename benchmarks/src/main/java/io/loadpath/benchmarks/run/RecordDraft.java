package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.Version;
import io.loadpath.benchmarks.cpu.CheckedMeter;
import io.loadpath.benchmarks.environment.GitRevision;
import io.loadpath.benchmarks.path.PathDefinition;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.Instrument;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.NotRun;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.SuiteInfo;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.suite.Baselines;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers the record of a run while it goes on. */
final class RecordDraft {
  private static final DateTimeFormatter TIME_OF_ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final RunRequest request;
  private final Instant startedAt;
  private final Map<Variant, PreparedData> data;
  private final List<NotRun> notRun;
  private final Optional<GitRevision> revision;
  private List<Limit> limits = List.of();
  private final List<Sample> samples = new ArrayList<>();
  private Instrument instrument;
  private Environment environment;

  RecordDraft(
      Path root,
      RunRequest request,
      Instant startedAt,
      Map<Variant, PreparedData> data,
      List<NotRun> notRun) {
    this.request = request;
    this.startedAt = startedAt;
    this.data = data;
    this.notRun = notRun;
    this.revision = GitRevision.of(root);
  }

  /** Returns the record's id: {@code 20261120T210000Z-quick}. */
  String id() {
    return TIME_OF_ID.format(startedAt) + "-" + request.suite().name();
  }

  void measuredWith(CheckedMeter meter, Environment machine) {
    instrument =
        new Instrument(
            meter.meter().name(),
            new Instrument.SelfCheck(meter.expectedNanos(), meter.measuredNanos()));
    environment = machine;
  }

  /** Returns the place of the next sample in the order of time. */
  int nextPosition() {
    return samples.size() + 1;
  }

  void boundedBy(List<Limit> known) {
    limits = known;
  }

  void add(Sample sample) {
    samples.add(sample);
  }

  RunRecord finish() {
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        id(),
        Version.current(),
        revision.map(GitRevision::commit).orElse(null),
        revision.map(GitRevision::dirty).orElse(null),
        request.command(),
        startedAt,
        Instant.now(),
        new SuiteInfo(
            request.suite().name(),
            request.suite().definition().title(),
            request.rounds(),
            request.warmups(),
            request.seed()),
        environment,
        instrument,
        datasets(),
        variants(),
        samples,
        notRun,
        limits);
  }

  private List<DatasetInfo> datasets() {
    return data.values().stream().distinct().map(PreparedData::info).toList();
  }

  private List<VariantInfo> variants() {
    Map<Variant, Variant> baselines = Baselines.of(List.copyOf(data.keySet()), request.baseline());
    return data.entrySet().stream()
        .map(
            entry ->
                info(
                    entry.getKey(),
                    entry.getValue(),
                    Optional.ofNullable(baselines.get(entry.getKey()))))
        .toList();
  }

  private VariantInfo info(Variant variant, PreparedData prepared, Optional<Variant> baseline) {
    PathDefinition path = variant.path().definition();
    return new VariantInfo(
        variant.id(),
        path.name(),
        path.title(),
        path.tool(),
        path.measures().toString(),
        variant.values(),
        prepared.id(),
        "%s --only '%s'".formatted(request.commandOfVariant(), variant.id()),
        baseline.map(Variant::id).orElse(null));
  }
}
