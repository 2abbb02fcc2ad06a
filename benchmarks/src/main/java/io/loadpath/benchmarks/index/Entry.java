package io.loadpath.benchmarks.index;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordFile.UnreadableRecordException;
import io.loadpath.benchmarks.report.Figures;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A line of the index.
 *
 * @param file name of the record
 * @param link to its report, relative to the folder; null without a report
 * @param when the start of the run, or when a file that cannot be read was last changed
 * @param summary null when the file cannot be read
 * @param problem why the file cannot be read, else null
 */
public record Entry(String file, String link, Instant when, Summary summary, String problem) {
  private static final String ENDING = ".json";

  /** About ten thousand samples; a larger file is not worth the memory. */
  static final long MOST_BYTES = 10_000_000;

  static boolean isRecord(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(ENDING) && !name.startsWith(".") && Files.isRegularFile(file);
  }

  /** Reads a record; whatever is wrong with it becomes the entry's problem. */
  static Entry read(Path file) {
    String name = file.getFileName().toString();
    String link = link(file);
    try {
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        return unreadable(file, link, name + " is too large for a record: " + bytes + " bytes");
      }
      String json = Files.readString(file, StandardCharsets.UTF_8);
      Summary summary = Summary.of(Figures.of(RecordFile.parse(json, name)));
      return new Entry(name, link, summary.startedAt(), summary, null);
    } catch (UnreadableRecordException e) {
      return unreadable(file, link, e.getMessage());
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // one record must not hold up all others
      return unreadable(file, link, name + " cannot be read: " + e);
    }
  }

  private static Entry unreadable(Path file, String link, String problem) {
    return new Entry(
        file.getFileName().toString(),
        link,
        Instant.ofEpochMilli(file.toFile().lastModified()),
        null,
        problem);
  }

  private static String link(Path file) {
    String name = file.getFileName().toString();
    String report = name.substring(0, name.length() - ENDING.length()) + ".html";
    return Files.isRegularFile(file.resolveSibling(report))
        ? URLEncoder.encode(report, StandardCharsets.UTF_8).replace("+", "%20")
        : null;
  }
}
