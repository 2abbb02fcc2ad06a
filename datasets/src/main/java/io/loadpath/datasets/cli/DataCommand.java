package io.loadpath.datasets.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath data lineitem --scale 0.1 --parts 4} */
@Command(
    name = "data",
    description = "Makes the data to load.",
    subcommands = {LineItemCommand.class, AllCardTransCommand.class})
public final class DataCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name the dataset to make: lineitem or all-card-trans");
  }
}
