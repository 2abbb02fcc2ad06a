package io.loadpath.datasets.cli;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.ConsoleProgress;
import io.loadpath.datasets.Manifest.DataFile;
import io.loadpath.datasets.Splitter;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath split FILE --parts 4 --gzip 3} */
@Command(
    name = "split",
    description = {
      "Cuts a file at line ends into files of equal size, and compresses them with all cores.",
      "A load has one reader for each file, so N is its maximum parallelism."
    },
    footer = {
      "",
      "FILE is plain text, or .gz, .zst, .lz4 or .bz2; those are read twice.",
      "The pieces are DIR/part-00000.tbl.gz and so on. DIR appears when all are complete.",
      "In order, they have the same text as FILE, byte for byte.",
      "So only the first piece has a header line, and a line end inside quotes may be cut:",
      "do not split such files.",
      "Users who can read FILE can read them, if your umask allows it.",
      "The output is their sizes, the total and, on the last line, DIR.",
      "",
      "How many files? At most the number of cores that the database may use, and at",
      "least the number of inflaters that the load needs.",
      "",
      "Examples:",
      "  bin/loadpath split cards.tbl --parts 4 --gzip 3    makes cards-4parts-gzip3",
      "  bin/loadpath split cards.tbl.gz --parts 8 --codec zstd-3 --out /load/cards"
    })
public final class SplitCommand implements Callable<Integer> {
  private static final double UNEVEN = 1.05;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file to cut.")
  private Path file;

  @Option(
      names = "--parts",
      paramLabel = "N",
      required = true,
      description = "Number of files to make, 1 to 9999.")
  private int parts;

  @ArgGroup private CodecOptions codecOptions;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "A new folder for the pieces (default: one next to FILE, named after it).")
  private Path out;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    Path folder;
    PrintWriter err = spec.commandLine().getErr();
    List<DataFile> pieces;
    try {
      Codec codec = CodecOptions.chosen(codecOptions);
      folder = out != null ? out : Splitter.defaultFolder(file, parts, codec);
      pieces = Splitter.split(file, parts, codec, folder, new ConsoleProgress(err));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
    printSizes(pieces, folder);
    warn(pieces, err);
    return 0;
  }

  private void printSizes(List<DataFile> pieces, Path folder) {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf("%-20s %15s %17s %17s %6s%n", "file", "rows", "bytes", "stored bytes", "ratio");
    for (DataFile piece : pieces) {
      printSize(piece.name(), piece.rows(), piece.logicalBytes(), piece.wireBytes());
    }
    printSize(
        "total",
        pieces.stream().mapToLong(DataFile::rows).sum(),
        textBytes(pieces),
        pieces.stream().mapToLong(DataFile::wireBytes).sum());
    stdout.println(folder);
    stdout.flush();
  }

  private void printSize(String name, long rows, long textBytes, long storedBytes) {
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "%-20s %,15d %,17d %,17d %6.2f%n",
            name,
            rows,
            textBytes,
            storedBytes,
            (double) textBytes / storedBytes);
  }

  private static long textBytes(List<DataFile> pieces) {
    return pieces.stream().mapToLong(DataFile::logicalBytes).sum();
  }

  private void warn(List<DataFile> pieces, PrintWriter err) {
    if (pieces.size() < parts) {
      err.printf(
          Locale.ROOT,
          "warning: %1$d file%2$s instead of %3$d, because lines are not cut: at most %1$d of %3$d readers will have work%n",
          pieces.size(),
          pieces.size() == 1 ? "" : "s",
          parts);
    }
    DataFile largest =
        pieces.stream().max(Comparator.comparingLong(DataFile::logicalBytes)).orElseThrow();
    double share = (double) largest.logicalBytes() * pieces.size() / textBytes(pieces);
    if (share > UNEVEN) {
      err.printf(
          Locale.ROOT,
          "warning: uneven files: %s has %.2f times an equal share of the text, so the load waits"
              + " for its reader%n",
          largest.name(),
          share);
    }
    err.flush();
  }
}
