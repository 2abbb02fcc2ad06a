package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.RoundsRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** A folder of records, each an hour later than the one before; each has a report. */
final class ResultsFolder {
  static final String ROWS = "0123456789".repeat(4);

  private static final long MEMORY_BYTES = 25_000_000_000L;

  final Path path;
  private Instant next = Instant.parse("2026-11-20T21:00:00Z");

  ResultsFolder(Path path) {
    this.path = path;
  }

  /** A record whose runs of {@code variant} take these seconds, on the usual machine. */
  static RoundsRecord rounds(String variant, double... seconds) {
    return like(1000, ROWS).variant(variant, null).rounds(variant, seconds);
  }

  /** A record without variants, on the usual machine. */
  static RoundsRecord like(long rows, String sha1) {
    return new RoundsRecord()
        .dataset("all-card-trans", rows, sha1)
        .machine("AMD EPYC 7B13", 2, MEMORY_BYTES, null);
  }

  ResultsFolder add(String id, RoundsRecord record) throws IOException {
    return add(id, record.build());
  }

  /** Writes the record {@code id.json}. */
  ResultsFolder add(String id, RunRecord record) throws IOException {
    RecordFile.write(Records.with(record, "id", id, "startedAt", next), path.resolve(id + ".json"));
    Files.writeString(path.resolve(id + ".html"), "the report of " + id);
    next = next.plusSeconds(3600);
    return this;
  }

  /** Makes the page and returns its text. */
  String page() throws IOException {
    Index.write(path);
    return Files.readString(path.resolve(Index.NAME));
  }
}
