package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.ComparisonReport;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.Index;
import io.loadpath.benchmarks.report.Report;
import io.loadpath.engines.service.WholeFile;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath report benchmarks/results/20261120T210000Z-quick.json} */
@Command(
    name = "report",
    description = {
      "Makes the report of a record: an HTML file that opens offline, a Markdown table, or CSV.",
      "With --compare, the report shows two records side by side."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath report benchmarks/results/20261120T210000Z-quick.json",
      "  bin/loadpath report benchmarks/results/20261120T210000Z-quick.json --format md",
      "  bin/loadpath report --compare before.json after.json"
    })
final class ReportCommand implements Callable<Integer> {
  /** The formats of a report, named as the user types them. */
  enum Format {
    html,
    md,
    csv
  }

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..2",
      paramLabel = "RECORD",
      description = "A record, NAME.json; with --compare the earlier one and the later one.")
  private List<Path> records;

  @Option(
      names = "--compare",
      description =
          "Compares two records: both figures of each variant, their ratio, and the verdict.")
  private boolean compare;

  @Option(
      names = "--format",
      paramLabel = "html|md|csv",
      defaultValue = "html",
      description =
          "html: a page with charts; md: a table to paste into an issue; csv: one line per variant,"
              + " numbers not rounded (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "The report's file (default: NAME.html next to the last record; md and csv: standard"
              + " output).")
  private Path out;

  @Override
  public Integer call() throws IOException {
    if (records.size() != (compare ? 2 : 1)) {
      throw new ParameterException(
          spec.commandLine(),
          compare
              ? "--compare needs two records, the earlier and the later one"
              : "one record makes a report; two need --compare");
    }
    String text = text();
    if (out == null && format != Format.html) {
      System.out.write(text.getBytes(StandardCharsets.UTF_8));
      System.out.flush();
      return 0;
    }
    Path report = out == null ? defaultFile() : out.toAbsolutePath();
    try {
      WholeFile.write(report, text);
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot write the report %s (%s): name another file with -o".formatted(report, e), e);
    }
    System.out.println(report);
    if (out == null && !compare) {
      System.err.println("index   " + Index.write(report.getParent()));
    }
    return 0;
  }

  private String text() throws IOException {
    StringWriter text = new StringWriter();
    RunRecord first = read(records.get(0));
    if (compare) {
      ComparisonReport compared = ComparisonReport.of(first, read(records.get(1)));
      switch (format) {
        case html -> compared.html(text);
        case md -> compared.markdown(text);
        case csv -> compared.csv(text);
      }
    } else {
      Figures figures = Figures.of(first);
      switch (format) {
        case html -> Report.html(figures, text);
        case md -> Report.markdown(figures, text);
        case csv -> Report.csv(figures, text);
      }
    }
    return text.toString();
  }

  /** Returns the file next to the last record. */
  private Path defaultFile() {
    Path last = records.get(records.size() - 1).toAbsolutePath();
    String against = compare ? "-against-" + name(records.get(0)) : "";
    return last.resolveSibling(name(last) + against + ".html");
  }

  /** Reads a record that the user named. */
  static RunRecord read(Path record) throws IOException {
    if (!Files.isRegularFile(record)) {
      throw new LoadpathException("there is no file " + record);
    }
    return RecordFile.read(record);
  }

  private static String name(Path record) {
    return record.getFileName().toString().replaceFirst("\\.json$", "");
  }
}
