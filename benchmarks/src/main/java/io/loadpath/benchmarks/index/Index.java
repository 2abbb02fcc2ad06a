package io.loadpath.benchmarks.index;

import io.loadpath.benchmarks.report.Report;
import io.loadpath.benchmarks.report.Templates;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The page {@value #NAME} of a folder of records. It opens offline, and its links are relative, so
 * that the folder can be moved.
 */
public final class Index {
  static final String NAME = "index.html";

  /** Is in the head of every index, so that no other page is taken for one. */
  private static final String MARK = "<meta name=\"generator\" content=\"Loadpath index\">";

  private static final int HEAD_BYTES = 4096;
  private static final String RESOURCES = "/io/loadpath/benchmarks/index/";

  private Index() {}

  /**
   * Makes the page of {@code folder} anew; another's page of that name is left alone.
   *
   * @return where the page is, or why it was not made and what to do: a page that cannot be made is
   *     no failure of a run
   */
  public static String write(Path folder) {
    Path page = folder.toAbsolutePath().normalize().resolve(NAME);
    try {
      if (Files.exists(page, LinkOption.NOFOLLOW_LINKS) && !isIndex(page)) {
        return page + " is left as it is, because Loadpath did not make it: move it away";
      }
      WholeFile.write(page, html(folder));
      return "file://" + page;
    } catch (IOException | RuntimeException | Error e) { // record and report are there
      return "%s cannot be written (%s): mend the folder, then 'bin/loadpath report RECORD' makes it"
          .formatted(page, e);
    }
  }

  private static boolean isIndex(Path page) throws IOException {
    try (InputStream in = Files.newInputStream(page)) {
      return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8).contains(MARK);
    }
  }

  /** The records of a folder, the newest first. */
  static List<Entry> entries(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Entry::isRecord).toList();
    }
    return files.stream()
        .map(Entry::read)
        .sorted(
            Comparator.comparing(Entry::when)
                .reversed()
                .thenComparing(Entry::file, Comparator.reverseOrder()))
        .toList();
  }

  private static String html(Path folder) throws IOException {
    String style = Report.resource("report.css") + Report.resource(RESOURCES + "index.css");
    StringWriter page = new StringWriter();
    Templates.fill(
        Index.class,
        "index.ftlh",
        Map.of("mark", MARK, "entries", entries(folder), "style", style),
        page);
    return page.toString();
  }
}
