package io.loadpath.datasets.cli;

import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
      converter = TableName.class,
      completionCandidates = TableNames.class,
      description = "The rows' dataset: ${COMPLETION-CANDIDATES}.")
  private Table table;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files, or folders of files.")
  private List<Path> files = new ArrayList<>();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    spec.commandLine().getOut().println(FileFingerprint.of(table, files).toJson());
    return 0;
  }

  /** Turns a dataset's name into its table. */
  static final class TableName implements ITypeConverter<Table> {
    @Override
    public Table convert(String name) {
      try {
        return Table.of(name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** The datasets' names. */
  static final class TableNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Table.values()).map(Table::datasetName).iterator();
    }
  }
}
