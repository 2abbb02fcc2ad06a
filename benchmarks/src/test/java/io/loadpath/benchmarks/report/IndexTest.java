package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ResultsFolder.rounds;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.Interruption;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexTest {
  private static final Pattern ROW =
      Pattern.compile("<tr><th scope=\"row\".*?</tr>", Pattern.DOTALL);

  @TempDir private Path folder;
  private ResultsFolder results;

  @BeforeEach
  void makeAFolder() {
    results = new ResultsFolder(folder);
  }

  /** The rows of the table without markup. */
  private List<String> rows() throws IOException {
    Matcher rows = ROW.matcher(results.page());
    return rows.results()
        .map(row -> row.group().replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip())
        .toList();
  }

  @Test
  void theNewestRecordIsFirstWhateverItsName() throws IOException {
    results.add("b", rounds("x", 1)).add("c", rounds("x", 1)).add("a", rounds("x", 1));

    assertThat(Index.entries(folder))
        .extracting(Index.Entry::file)
        .containsExactly("a.json", "c.json", "b.json");
    assertThat(rows()).hasSize(3);
    assertThat(rows().get(0)).startsWith("2026-11-20 23:00 quick 2 cores, AMD EPYC 7B13, 25.0 GB");
  }

  @Test
  void aLineNamesTheFastestAndTheCheapestPath() throws IOException {
    results
        .add("plain", TestRecords.plain())
        .add(
            "made",
            ResultsFolder.like(1000, ResultsFolder.ROWS)
                .variant("quick", null)
                .variant("thrifty", null)
                .variant("quickest", null)
                .sample("quick", 1, 1, 9, Kind.GOOD)
                .sample("thrifty", 1, 4, 2, Kind.GOOD)
                .sample("quickest", 1, 0.5, 0.5, Kind.FAILED));

    assertThat(rows().get(0))
        .as("759,863,287 bytes in 1 s and in 2 CPU-s")
        .contains(
            " quick (into the database) 760 MB/s, 2.74 TB/h thrifty (into the database) 2.63 CPU-s/GB ✗ 2/3");
    assertThat(rows().get(1))
        .containsPattern(
            "postgres-copy \\(into the database\\) [0-9.]+ MB/s, [0-9.]+ TB/h .* mapreduce-q1 \\(query\\) 464 MB/s, 1.67 TB/h")
        .containsPattern(
            "postgres-copy \\(into the database\\) [0-9.]+ CPU-s/GB .* mapreduce-q1 \\(query\\) [0-9.]+ CPU");
  }

  @Test
  void aDisturbedPathIsNeitherTheFastestNorTheCheapest() throws IOException {
    results.add(
        "busy", rounds("x", 1).variant("busy", null).sample("busy", 1, 0.1, 0.1, Kind.DISTURBED));

    assertThat(rows().get(0))
        .contains(
            " every run disturbed (into the database) every run disturbed (into the database) ✓ 2/2")
        .doesNotContain("busy");
  }

  @Test
  void failuresDisturbancesAndInterruptionsAreShown() throws IOException {
    RunRecord early =
        Records.with(
            rounds("x", 1, 2).build(),
            "interrupted",
            new Interruption("it was stopped", List.of(new Interruption.Missing("x", 1))));
    results
        .add("early", early)
        .add("quiet", TestRecords.full())
        .add("busy", rounds("x", 1, 1).sample("x", 3, 2, 2, Kind.DISTURBED))
        .add("lost", rounds("x", 1, 2).sample("x", 1, 0.1, 0.1, Kind.FAILED_START))
        .add("bad", rounds("x").sample("x", 1, 1, 1, Kind.FAILED));

    List<String> rows = rows();
    assertThat(rows.get(0)).contains("– – ✗ 0/1 1 failed");
    assertThat(rows.get(1)).contains("✗ 2/2 1 start run failed");
    assertThat(rows.get(2)).endsWith("✓ 3/3 1 of 3");
    assertThat(rows.get(3)).endsWith("39/42 3 failed 2 not run no");
    assertThat(rows.get(4)).endsWith("✓ 2/2 interrupted unknown");
    assertThat(results.page()).contains("are missing (it was stopped)");
  }

  @Test
  void aFileThatCannotBeReadIsALineThatSaysWhy() throws IOException {
    results.add("good", rounds("x", 1, 2));
    String json = Files.readString(folder.resolve("good.json"));
    Files.writeString(folder.resolve("half.json"), json.substring(0, json.length() / 2));
    Files.writeString(
        folder.resolve("later.json"),
        json.replace("\"schemaVersion\": 2", "\"schemaVersion\": 99"));
    Files.writeString(folder.resolve("notes.json"), "{\"a\": 1}");
    Files.write(folder.resolve("bytes.json"), new byte[] {'{', (byte) 0xff, '}'});
    try (RandomAccessFile large = new RandomAccessFile(folder.resolve("z.json").toFile(), "rw")) {
      large.setLength(Index.MOST_BYTES + 1);
    }
    Files.writeString(folder.resolve(".half.json.tmp"), "{");
    Files.writeString(folder.resolve(".hidden.json"), "{");
    Files.createDirectory(folder.resolve("folder.json"));
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-01T00:00:00Z")));
      }
    }

    assertThat(rows())
        .satisfiesExactly(
            row -> assertThat(row).contains("quick", "✓ 2/2"),
            row -> assertThat(row).contains("z.json", "too large for a record: 10000001 bytes"),
            row -> assertThat(row).contains("notes.json", "it has no schemaVersion"),
            row -> assertThat(row).contains("later.json", "has schemaVersion 99", "newer one"),
            row -> assertThat(row).contains("half.json is not a valid Loadpath record", "(line "),
            row -> assertThat(row).contains("bytes.json cannot be read: "));
    assertThat(results.page()).contains("5 cannot be read");
  }

  /** Its tree of nodes would take many times its size. */
  @Test
  void aLargeFileThatIsNoRecordTakesLittleMemory() throws IOException {
    Path file = folder.resolve("large.json");
    Files.writeString(file, "{\"a\": [" + "[],".repeat((int) Index.MOST_BYTES / 3 - 10) + "[]]}");
    var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = memory.getCurrentThreadAllocatedBytes();

    Index.Entry entry = Index.read(file);

    assertThat(entry.problem()).contains("large.json is not a Loadpath record");
    assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(5 * Files.size(file));
  }

  @Test
  void aFileTooLargeForTheHeapIsALineToo() throws Exception {
    results.add("good", rounds("x", 1));
    Files.writeString(
        folder.resolve("large.json"), "\"" + "€".repeat((int) Index.MOST_BYTES / 3 - 10) + "\"");
    Process report =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                IndexTest.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();

    assertThat(new String(report.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .endsWith("file://" + folder.resolve(Index.NAME) + "\n");
    assertThat(report.waitFor()).isZero();
    assertThat(folder.resolve(Index.NAME))
        .content()
        .contains("large.json cannot be read: java.lang.OutOfMemoryError", "href=\"good.html");
  }

  /** Makes the index of a folder, in a JVM whose heap the caller chose. */
  public static void main(String[] arguments) {
    System.out.println(Index.write(Path.of(arguments[0])));
  }

  @Test
  void theLinkToAReportIsRelativeAndWorksForEveryName() throws IOException {
    results.add("a", rounds("x", 1)).add("b", rounds("x", 1));
    Files.delete(folder.resolve("a.html"));
    Files.move(folder.resolve("b.json"), folder.resolve("b: 100% #1?.json"));
    Files.move(folder.resolve("b.html"), folder.resolve("b: 100% #1?.html"));

    assertThat(results.page())
        .contains("<a href=\"b%3A%20100%25%20%231%3F.html\"")
        .contains("bin/loadpath report a.json makes it\">no report<")
        .doesNotContain("href=\"a.html", folder.toString());
  }

  @Test
  void noTextOfARecordIsMarkup() throws IOException {
    results.add("hostile", HostileRecord.full());
    Files.writeString(folder.resolve("<img src=x onerror=alert(1)>.json"), "<script>");

    String page = results.page();
    assertThat(page)
        .doesNotContain("<img", "<!--", "<script")
        .contains("&lt;img src=x onerror=alert(1)&gt;.json is not a valid");
  }

  @Test
  void onlyThePageIsWrittenAgain() throws IOException {
    String address = "file://" + folder.resolve("index.html");
    assertThat(Index.write(folder)).isEqualTo(address);
    assertThat(results.page()).contains(">0 records<");
    results.add("a", rounds("x", 1)).add("b", rounds("x", 1));
    assertThat(Index.write(folder)).isEqualTo(address);
    assertThat(results.page()).isEqualTo(results.page()).contains(">2 records<");
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder("a.json", "a.html", "b.json", "b.html", "index.html");
  }

  @Test
  void thePageOfSomeoneElseIsLeftAlone() throws IOException {
    Path page = Files.writeString(folder.resolve("index.html"), "<!doctype html> mine");

    assertThat(Index.write(folder))
        .isEqualTo(page + " was not changed, because Loadpath did not make it: move it away");
    assertThat(page).hasContent("<!doctype html> mine");
    Files.delete(page);
    Files.createDirectory(page);
    assertThat(Index.write(folder)).startsWith("cannot write " + page + " (");
    assertThat(page).isEmptyDirectory();
  }
}
