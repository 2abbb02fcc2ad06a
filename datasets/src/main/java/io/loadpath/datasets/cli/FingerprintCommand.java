package io.loadpath.datasets.cli;

import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.tables.Table;
import io.loadpath.tables.cli.HelpOption;
import io.loadpath.tables.yaml.StrictYaml;
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
      "Equal fingerprints mean equal rows; of doubles, only sums are compared."
    },
    footer = {
      "",
      "Files are plain text, .gz, .zst, .lz4 or .bz2. Those of a dataset must be made by 'data'. Other",
      "files must fit their description; bytes may have \\x before their digits.",
      "In a folder, manifest.json and names that start with _ or . are skipped.",
      "",
      "Examples:",
      "  bin/loadpath fingerprint sales.yaml sales/*.csv.gz",
      "  bin/loadpath fingerprint all-card-trans cards/part-*"
    })
public final class FingerprintCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "TABLE FILE",
      hideParamSyntax = true,
      description = {
        "The description of the rows' table, TABLE.yaml,",
        "or a dataset, lineitem or all-card-trans;",
        "then files, or folders of files."
      })
  private List<String> arguments = new ArrayList<>();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    Fingerprint fingerprint = FileFingerprint.of(table(arguments.get(0)), files());
    spec.commandLine().getOut().println(fingerprint.toJson());
    return 0;
  }

  private Table table(String name) throws IOException {
    if (StrictYaml.isName(name)) {
      return Table.read(Path.of(name));
    }
    try {
      return Table.of(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<Path> files() {
    if (arguments.size() == 1) {
      throw new ParameterException(spec.commandLine(), "name the files after the table");
    }
    return arguments.stream().skip(1).map(Path::of).toList();
  }
}
