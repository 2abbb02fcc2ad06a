package io.loadpath.datasets.cli;

import io.loadpath.datasets.Dataset;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.math.BigDecimal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath data lineitem --scale 0.1 --parts 4} */
@Command(name = "data", description = "Makes the data to load.")
public final class DataCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name the dataset to make: lineitem or all-card-trans");
  }

  @Command(
      name = "lineitem",
      description = {
        "Makes TPC-H's LINEITEM, byte for byte what dbgen writes, with the exact answer of Q1.",
        "Prints the folder. Reuses data that is already complete."
      },
      footer = {
        "",
        "Example: 600,572 rows, 75 MB, in 4 files",
        "  bin/loadpath data lineitem --scale 0.1 --parts 4"
      })
  int lineitem(
      @Option(
              names = "--scale",
              paramLabel = "SF",
              required = true,
              description = "TPC-H scale factor, 0.0001 to 10000; 1 has 6,001,215 rows and 760 MB.")
          BigDecimal scale,
      @Mixin PlaceOptions place)
      throws IOException {
    return place.prepare(() -> Dataset.lineitem(scale, place.parts(), place.codec()));
  }

  @Command(
      name = "all-card-trans",
      description = {
        "Makes ALL_CARD_TRANS, card transactions of about 70 bytes.",
        "Row number and seed decide a row, not the number of parts.",
        "Prints the folder. Reuses data that is already complete."
      },
      footer = {
        "",
        "Example: 1,000,000 rows, 70 MB of text, in 4 files compressed 2.1:1",
        "  bin/loadpath data all-card-trans --rows 1000000 --parts 4 --gzip 3"
      })
  int allCardTrans(
      @Option(
              names = "--rows",
              paramLabel = "N",
              required = true,
              description = "Number of rows, 1 to 10^12.")
          long rows,
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "" + Dataset.DEFAULT_SEED,
              description = "Another seed makes other rows (default: ${DEFAULT-VALUE}).")
          long seed,
      @Mixin PlaceOptions place)
      throws IOException {
    return place.prepare(() -> Dataset.allCardTrans(rows, place.parts(), place.codec(), seed));
  }
}
