package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.CsvTable;
import io.loadpath.benchmarks.report.MarkdownTable;
import io.loadpath.benchmarks.report.Report;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/loadpath report benchmarks/results/20261120T210000Z-quick.json} */
@Command(
    name = "report",
    description = {
      "Makes the report of a record: an HTML file that opens offline, a table in Markdown, or CSV."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath report benchmarks/results/20261120T210000Z-quick.json",
      "  bin/loadpath report benchmarks/results/20261120T210000Z-quick.json --format md"
    })
final class ReportCommand implements Callable<Integer> {
  /** What a report can be, by the name that is typed. */
  enum Format {
    html(Report::render),
    md(MarkdownTable::render),
    csv(CsvTable::render);

    private final Renderer renderer;

    Format(Renderer renderer) {
      this.renderer = renderer;
    }
  }

  private interface Renderer {
    void render(RunRecord record, Writer out) throws IOException;
  }

  @Mixin private HelpOption help;

  @Parameters(index = "0", paramLabel = "RECORD", description = "A record, NAME.json.")
  private Path record;

  @Option(
      names = "--format",
      paramLabel = "html|md|csv",
      defaultValue = "html",
      description =
          "html is a page with charts, md a table to paste into an issue, csv one line per variant"
              + " with unrounded numbers (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The report's file (default: NAME.html beside the record; md and csv: stdout).")
  private Path out;

  @Override
  public Integer call() throws IOException {
    RunRecord read = read(record);
    if (out == null && format != Format.html) {
      StringWriter text = new StringWriter();
      format.renderer.render(read, text);
      System.out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      System.out.flush();
      return 0;
    }
    Path report = out == null ? beside(record) : out.toAbsolutePath();
    write(report, writer -> format.renderer.render(read, writer));
    System.out.println(report);
    return 0;
  }

  /** Reads a record that the user named. */
  static RunRecord read(Path record) throws IOException {
    if (!Files.isRegularFile(record)) {
      throw new LoadpathException(record + ": no such record; they are in benchmarks/results");
    }
    return RecordFile.read(record);
  }

  /** Writes the report of {@code record} beside {@code file}, and returns where it is. */
  static Path write(RunRecord record, Path file) throws IOException {
    Path report = beside(file);
    write(report, writer -> Report.render(record, writer));
    return report;
  }

  private static Path beside(Path record) {
    String name = record.getFileName().toString().replaceFirst("\\.json$", "");
    return record.toAbsolutePath().resolveSibling(name + ".html");
  }

  private interface Content {
    void write(Writer writer) throws IOException;
  }

  private static void write(Path report, Content content) {
    Path temporary = report.resolveSibling("." + report.getFileName() + ".tmp");
    try {
      try {
        Files.createDirectories(report.getParent());
        try (Writer writer = Files.newBufferedWriter(temporary)) {
          content.write(writer);
        }
        Files.move(temporary, report, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new LoadpathException(
          "the report %s cannot be written (%s): name another file with -o".formatted(report, e),
          e);
    }
  }
}
