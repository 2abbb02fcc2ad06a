package io.loadpath.benchmarks.record;

import static io.loadpath.benchmarks.record.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.Sample.Resources;
import io.loadpath.datasets.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Records to test with; their figures are made up. */
public final class TestRecords {
  /** Other programs had 45 % of the machine. */
  public static final MachineLoad DISTURBED = new MachineLoad(2_000_000_000, 900_000_000, 0, 0, 0);

  private static final Sample SAMPLE =
      parsed(
          """
          {"variant": "a", "round": 1, "position": 1, "warmup": false, "status": "verified",
           "startedAt": "1970-01-01T00:00:00Z", "wallNanos": 1000000000, "cpu": [],
           "leftProcesses": []}
          """,
          Sample.class);

  private TestRecords() {}

  /** A verified sample of a second, with {@link Records#with changes}. */
  public static Sample sample(String variant, Object... changes) {
    return with(with(SAMPLE, "variant", variant), changes);
  }

  /** A failed sample. */
  public static Sample failed(Sample sample, Sample.RunError error) {
    return with(sample, "status", Sample.Status.FAILED, "error", error);
  }

  private static <T> T parsed(String json, Class<T> type) {
    try {
      return RecordFile.MAPPER.readValue(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A record with the required fields only. */
  public static RunRecord plain() {
    return parsed(plainJson(), RunRecord.class);
  }

  public static String plainJson() {
    return resource("plain.json");
  }

  /** The file of the newest record in a folder. */
  public static Path newestFile(Path results) throws IOException {
    try (Stream<Path> files = Files.list(results)) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d.*\\.json"))
          .max(Comparator.naturalOrder())
          .orElseThrow(() -> new AssertionError("no record in " + results));
    }
  }

  /** The newest record in a folder, which is as the schema says. */
  public static RunRecord newest(Path results) throws IOException {
    String json = Files.readString(newestFile(results));
    assertThat(RecordSchema.violations(json)).isEmpty();
    return RecordFile.parse(json, results.toString());
  }

  /** The record of a real run on a machine that was always busy with other programs. */
  public static String recordedJson() {
    return resource("recorded.json");
  }

  /** A record that is kept as a file. */
  public static RunRecord named(String name) {
    try {
      return RecordFile.parse(resource(name), name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resource(String name) {
    try (InputStream in =
        TestRecords.class.getResourceAsStream("/io/loadpath/benchmarks/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The plain record with baselines, limits and everything that a sample may have. */
  public static RunRecord full() {
    RunRecord plain = plain();
    String baseline = plain.variants().get(0).id();
    return Records.change(plain)
        .set(
            "variants",
            plain.variants().stream()
                .map(v -> with(v, "baseline", v.id().equals(baseline) ? null : baseline))
                .toList())
        .set("samples", plain.samples().stream().map(TestRecords::measuredMore).toList())
        .set(
            "limits",
            List.of(
                new Limit("loopback", "Loopback", 2, null, 1_000_000_000, List.of(210_000_000L)),
                new Limit(
                    "page-cache-read",
                    "Read from the page cache",
                    2,
                    plain.datasets().get(0).id(),
                    plain.datasets().get(0).logicalBytes(),
                    List.of(52_000_000L, 47_000_000L, 49_000_000L))))
        .make();
  }

  /** {@code record} with a budget of three minutes and a start run of each variant before it. */
  public static RunRecord started(RunRecord record) {
    DatasetInfo few = with(record.datasets().get(0), "id", "few", "rows", 1000L);
    List<Sample> samples = new ArrayList<>();
    record.variants().forEach(v -> samples.add(sample(v.id(), "start", true)));
    samples.addAll(record.samples());
    return Records.change(record)
        .set("suite", with(record.suite(), "budgetSeconds", 180L))
        .set("datasets", Stream.concat(record.datasets().stream(), Stream.of(few)).toList())
        .set(
            "variants",
            record.variants().stream().map(v -> with(v, "startDataset", few.id())).toList())
        .set("samples", samples)
        .make();
  }

  /** {@code record} over a user's own table with a column of doubles, without a SHA-1. */
  public static RunRecord own(RunRecord record) {
    return with(
        record,
        "datasets",
        record.datasets().stream()
            .map(
                data ->
                    with(
                        data,
                        "dataset",
                        "sales",
                        "sha1",
                        null,
                        "fingerprint",
                        fingerprint(),
                        "columns",
                        2,
                        "traits",
                        List.of("header", "type-double")))
            .toList());
  }

  private static Fingerprint fingerprint() {
    return parsed(
        """
        {"rows": 1000, "row": "00000000000000ff", "columns": {
          "id": "00000000000000ff",
          "price": {"values": 1000, "nan": 0, "infinities": 0, "sum": 12.5, "magnitude": 20.5}}}
        """,
        Fingerprint.class);
  }

  private static Sample measuredMore(Sample s) {
    if (s.wallNanos() == null) {
      return s;
    }
    return Records.change(s)
        .set("durableNanos", s.wallNanos() + 80_000_000)
        .set("cpuTotalNanos", s.cpuNanos())
        .set("machine", new MachineLoad(2 * s.wallNanos(), 9_000_000, 1_000_000, 7_000_000, 4321))
        .set("resources", new Resources(512_000_000L, 0L, 70_000_000L))
        .set("tasks", s.jobs() == null ? null : (Integer) (2 * s.jobs()))
        .set("shuffledBytes", s.jobs() == null ? null : (Long) (237L * s.jobs()))
        .make();
  }
}
