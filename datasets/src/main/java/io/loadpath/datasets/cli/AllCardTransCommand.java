package io.loadpath.datasets.cli;

import io.loadpath.datasets.Datasets;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath data all-card-trans --rows 1000000 --parts 4 --gzip 3} */
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
public final class AllCardTransCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "N",
      required = true,
      description = "Number of rows, 1 to 10^12.")
  private long rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "" + Datasets.DEFAULT_SEED,
      description = "Another seed makes other rows (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private PlaceOptions place;

  @Override
  public Integer call() throws IOException {
    return place.prepare(
        spec, () -> Datasets.allCardTrans(rows, place.parts(), place.codec(), seed));
  }
}
