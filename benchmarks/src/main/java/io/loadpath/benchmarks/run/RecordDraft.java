package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.Version;
import io.loadpath.benchmarks.measure.CheckedMeter;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.benchmarks.measure.EnvironmentProbe;
import io.loadpath.benchmarks.measure.GitRevision;
import io.loadpath.benchmarks.measure.postgres.CheckedDatabaseMeter;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.DatabaseInstrument;
import io.loadpath.benchmarks.record.RunRecord.Instrument;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.record.RunRecord.SuiteInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.UserDatabase;
import io.loadpath.benchmarks.suite.OwnFit;
import io.loadpath.benchmarks.suite.PathDefinition;
import io.loadpath.benchmarks.suite.Selection;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The record of a running run. Each sample is on disk before the next one starts, so a record of
 * the run so far can be made at any time.
 */
final class RecordDraft {
  private static final DateTimeFormatter TIME_OF_ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final RunPlace place;
  private final RunRequest request;
  private final Instant startedAt;
  private final RunData data;
  private final List<NotRun> notRun;
  private final List<Sample> samples = new ArrayList<>();
  private RunRecord head;

  RecordDraft(
      RunPlace place, RunRequest request, Instant startedAt, RunData data, List<NotRun> notRun) {
    this.place = place;
    this.request = request;
    this.startedAt = startedAt;
    this.data = data;
    this.notRun = notRun;
  }

  /** Returns the record's id: {@code 20261120T210000Z-quick}. */
  String id() {
    return id(startedAt, request.name());
  }

  static String id(Instant startedAt, String name) {
    return TIME_OF_ID.format(startedAt) + "-" + name;
  }

  void begin(RunSession session, List<Limit> limits, List<LinkInfo> network) {
    head = head(session, limits, network);
    keepSamples();
  }

  /**
   * Adds a sample, and writes it to disk.
   *
   * @throws LoadpathException if it cannot be written; it is in the record anyway
   */
  void add(Sample sample) {
    samples.add(sample);
    keepSamples();
  }

  private void keepSamples() {
    try {
      keep(head.endedAfter(samples, Instant.now(), "it ended before its record was written"));
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot keep samples in %s: %s; free the disk or set LOADPATH_STATE to another folder"
              .formatted(file(), e.getMessage()),
          e);
    }
  }

  /** Keeps a record for a later process, in case this one is killed before it writes its own. */
  void keep(RunRecord record) throws IOException {
    UnfinishedRuns.keep(file(), request.results(), record);
  }

  /**
   * Returns the record of the run so far; empty without a sample.
   *
   * @param reason why it ends early, if runs are missing
   */
  Optional<RunRecord> soFar(String reason) {
    return samples.isEmpty()
        ? Optional.empty()
        : Optional.of(head.endedAfter(samples, Instant.now(), reason));
  }

  RunRecord complete() {
    return head.complete(samples, Instant.now());
  }

  Path file() {
    return UnfinishedRuns.file(place.state(), id());
  }

  /** Deletes the kept record: the real one is written, or there is nothing to record. */
  void deleteFile() throws IOException {
    Files.deleteIfExists(file());
  }

  private RunRecord head(RunSession session, List<Limit> limits, List<LinkInfo> network) {
    CheckedMeter meter = session.meter();
    Optional<GitRevision> revision = GitRevision.of(place.root());
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
            request.order().rounds(),
            request.order().warmups(),
            request.order().seed(),
            request.order().budget().map(Duration::toSeconds).orElse(null)),
        EnvironmentProbe.probe(place.root(), place.state(), place.caller())
            .with(place.database().flatMap(UserDatabase::forRecord).orElse(null)),
        new Instrument(
            meter.meter().name(),
            new Instrument.SelfCheck(meter.expectedNanos(), meter.measuredNanos())),
        session.database().map(RecordDraft::instrument).orElse(null),
        data.all().map(RunData.Prepared::info).toList(),
        variants(session),
        List.of(),
        notRun,
        session.services().needed().stream().flatMap(s -> s.place().stream()).toList(),
        limits,
        network,
        null);
  }

  private static DatabaseInstrument instrument(CheckedDatabaseMeter database) {
    return new DatabaseInstrument(
        database.name(),
        database
            .meter()
            .map(m -> new Instrument.SelfCheck(database.expectedNanos(), database.measuredNanos()))
            .orElse(null),
        database.meter().map(DatabaseMeter::nanosPerReading).orElse(null),
        database.refusals());
  }

  private List<VariantInfo> variants(RunSession session) {
    boolean uncounted = session.database().filter(d -> d.meter().isEmpty()).isPresent();
    Map<Variant, Variant> baselines =
        Selection.baselines(List.copyOf(data.whole().keySet()), request.baselines());
    return data.whole().keySet().stream()
        .map(variant -> info(variant, Optional.ofNullable(baselines.get(variant)), uncounted))
        .toList();
  }

  private VariantInfo info(Variant variant, Optional<Variant> baseline, boolean uncounted) {
    PathDefinition path = variant.path().definition();
    return new VariantInfo(
        variant.id(),
        path.name(),
        path.title(),
        path.tool(),
        path.measures().toString(),
        variant.values(),
        variant.on().local() ? null : variant.on().name(),
        data.whole().get(variant).id(),
        Optional.ofNullable(data.few().get(variant)).map(RunData.Prepared::id).orElse(null),
        "%s --only '%s'"
            .formatted(
                request.commandOfVariant(),
                request.table().isPresent() ? OwnFit.only(variant) : variant.id()),
        baseline.map(Variant::id).orElse(null),
        uncounted && Requirements.needsPostgres(variant.path()));
  }
}
