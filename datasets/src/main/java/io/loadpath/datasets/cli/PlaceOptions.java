package io.loadpath.datasets.cli;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.ConsoleProgress;
import io.loadpath.datasets.Dataset;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of the commands that make data: number of files, compression, folder. */
final class PlaceOptions {

  @Option(
      names = "--parts",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of files, 1 to 9999 (default: ${DEFAULT-VALUE}).")
  private int parts;

  @ArgGroup private CodecOptions codec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The folder for the files, new or empty"
              + " (default: one named after the data in .loadpath/data).")
  private Path out;

  @Mixin private HelpOption help;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  int parts() {
    return parts;
  }

  Codec codec() {
    return CodecOptions.chosen(codec);
  }

  /** Makes the data, and prints its folder. */
  int prepare(Supplier<Dataset> described) throws IOException {
    Dataset dataset;
    try {
      dataset = described.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
    Path folder =
        out != null ? out : StateFolder.of(System.getenv()).resolve("data").resolve(dataset.id());
    dataset.prepare(folder, new ConsoleProgress(spec.commandLine().getErr()));
    spec.commandLine().getOut().println(folder);
    return 0;
  }
}
