package io.loadpath.datasets.cli;

import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.table.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath fingerprint all-card-trans FILE…} */
@Command(
    name = "fingerprint",
    description = {
      "Prints the order-free fingerprint of rows in files, as JSON.",
      "Two sets of rows have the same fingerprint only if they hold the same rows."
    },
    footer = {
      "",
      "Files are plain text, .gz, .zst, .lz4 or .bz2, with '|' between the fields, and optionally after the last;",
      "dates are mm/dd/yyyy or yyyy-mm-dd; an empty field or \\N is NULL.",
      "In a folder, manifest.json and names that start with _ or . are skipped.",
      "",
      "Example:",
      "  bin/loadpath fingerprint all-card-trans imported/part-m-*"
    })
public final class FingerprintCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DATASET",
      description = "The rows' dataset: lineitem or all-card-trans.")
  private String dataset;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files, or folders of files.")
  private List<Path> files = new ArrayList<>();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    Table table;
    try {
      table = Table.of(dataset);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    spec.commandLine().getOut().println(FileFingerprint.of(table, files).toJson());
    return 0;
  }
}
