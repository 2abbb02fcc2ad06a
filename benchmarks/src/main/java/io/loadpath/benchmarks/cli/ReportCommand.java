package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Report;
import java.io.IOException;
import java.io.Writer;
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
      "Makes the HTML report of a record, one file that opens offline.",
      "Prints where it is: beside the record, unless -o names a file."
    },
    footer = {
      "",
      "Example:",
      "  bin/loadpath report benchmarks/results/20261120T210000Z-quick.json"
    })
final class ReportCommand implements Callable<Integer> {
  @Mixin private HelpOption help;

  @Parameters(index = "0", paramLabel = "RECORD", description = "A record, NAME.json.")
  private Path record;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The report's file (default: NAME.html beside the record).")
  private Path out;

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(record)) {
      throw new LoadpathException(record + ": no such record; they are in benchmarks/results");
    }
    Path report = out == null ? beside(record) : out.toAbsolutePath();
    render(RecordFile.read(record), report);
    System.out.println(report);
    return 0;
  }

  /** Writes the report of {@code record} beside {@code file}, and returns where it is. */
  static Path write(RunRecord record, Path file) throws IOException {
    Path report = beside(file);
    render(record, report);
    return report;
  }

  private static Path beside(Path record) {
    String name = record.getFileName().toString().replaceFirst("\\.json$", "");
    return record.toAbsolutePath().resolveSibling(name + ".html");
  }

  private static void render(RunRecord record, Path report) throws IOException {
    Path temporary = report.resolveSibling("." + report.getFileName() + ".tmp");
    try {
      Files.createDirectories(report.getParent());
      try (Writer writer = Files.newBufferedWriter(temporary)) {
        Report.render(record, writer);
      }
      Files.move(temporary, report, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw new LoadpathException(
          "the report %s cannot be written (%s): name another file with -o".formatted(report, e),
          e);
    }
  }
}
