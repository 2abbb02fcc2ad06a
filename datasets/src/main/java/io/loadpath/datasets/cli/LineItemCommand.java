package io.loadpath.datasets.cli;

import io.loadpath.datasets.Datasets;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath data lineitem --scale 0.1 --parts 4} */
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
public final class LineItemCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      paramLabel = "SF",
      required = true,
      description = "TPC-H scale factor, 0.0001 to 10000; 1 has 6,001,215 rows and 760 MB.")
  private BigDecimal scale;

  @Mixin private PlaceOptions place;

  @Override
  public Integer call() throws IOException {
    return place.prepare(spec, () -> Datasets.lineitem(scale, place.parts(), place.codec()));
  }
}
