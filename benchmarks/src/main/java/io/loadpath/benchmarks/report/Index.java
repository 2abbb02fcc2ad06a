package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordFile.UnreadableRecordException;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The page {@value #NAME} for a folder of records. It opens offline. Its links are relative, so
 * that the folder can be moved.
 */
public final class Index {
  static final String NAME = "index.html";

  /** Maximum size of a record, about ten thousand samples; a larger one takes too much memory. */
  static final long MOST_BYTES = 10_000_000;

  /** Marks every index, so that no other page is overwritten. */
  private static final String MARK = "<meta name=\"generator\" content=\"Loadpath index\">";

  private static final int HEAD_BYTES = 4096;
  private static final String ENDING = ".json";

  private Index() {}

  /**
   * A line of the index.
   *
   * @param file the record's file name
   * @param when the start of the run; the last change of a file that cannot be read
   * @param row the row in HTML, because keeping all records would take too much memory; null if the
   *     file cannot be read
   * @param problem why the file cannot be read; otherwise null
   */
  public record Entry(String file, Instant when, String row, String problem) {}

  /**
   * Makes the page of {@code folder} again; another page of that name is not changed. A failure to
   * make the page does not fail a run.
   *
   * @return the page's address, or why it was not made and what to do
   */
  public static String write(Path folder) {
    Path page = folder.toAbsolutePath().normalize().resolve(NAME);
    try {
      if (Files.exists(page, LinkOption.NOFOLLOW_LINKS) && !isIndex(page)) {
        return page + " was not changed, because Loadpath did not make it: move it away";
      }
      WholeFile.write(page, html(folder));
      return "file://" + page;
    } catch (IOException | RuntimeException | Error e) { // record and report are written
      return "cannot write %s (%s): repair the folder, then 'bin/loadpath report RECORD' makes it"
          .formatted(page, e);
    }
  }

  private static boolean isIndex(Path page) throws IOException {
    try (InputStream in = Files.newInputStream(page)) {
      return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8).contains(MARK);
    }
  }

  /** Returns the records of a folder, the newest first. */
  static List<Entry> entries(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Index::isRecord).toList();
    }
    return files.stream()
        .map(Index::read)
        .sorted(
            Comparator.comparing(Entry::when)
                .reversed()
                .thenComparing(Entry::file, Comparator.reverseOrder()))
        .toList();
  }

  private static boolean isRecord(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(ENDING) && !name.startsWith(".") && Files.isRegularFile(file);
  }

  /** Reads a record; any error becomes the entry's problem. */
  static Entry read(Path file) {
    String name = file.getFileName().toString();
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        return unreadable(file, name + " is too large for a record: " + bytes + " bytes");
      }
      RunRecord record = RecordFile.parse(Files.readString(file, StandardCharsets.UTF_8), name);
      return new Entry(name, record.startedAt(), row(file, record), null);
    } catch (UnreadableRecordException e) {
      return unreadable(file, e.getMessage());
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // a bad record must not hide the others
      return unreadable(file, name + " cannot be read: " + e);
    }
  }

  private static Entry unreadable(Path file, String problem) {
    Instant changed = Instant.ofEpochMilli(file.toFile().lastModified());
    return new Entry(file.getFileName().toString(), changed, null, problem);
  }

  private static String row(Path file, RunRecord record) throws IOException {
    String name = file.getFileName().toString();
    Map<String, Object> model = new HashMap<>();
    model.put("file", name);
    model.put("figures", Figures.of(record));
    String report = name.substring(0, name.length() - ENDING.length()) + ".html";
    if (Files.isRegularFile(file.resolveSibling(report))) {
      model.put("link", URLEncoder.encode(report, StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return Templates.text("index-row.ftlh", model);
  }

  private static String html(Path folder) throws IOException {
    String style = Report.resource("report.css") + Report.resource("index.css");
    return Templates.text(
        "index.ftlh", Map.of("mark", MARK, "entries", entries(folder), "style", style));
  }
}
