package io.loadpath.tables.cli;

import io.loadpath.engines.service.ShellWord;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.io.PrintWriter;
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

/** {@code bin/loadpath generate sales.yaml --for postgres --out DIR} */
@Command(
    name = "generate",
    description = {
      "Writes plain files that load your table with the tool alone.",
      "The load paths run the same files. Each file begins with its command."
    },
    footer = {
      "",
      "Prints the files, and the command to run first.",
      "",
      "Examples:",
      "  bin/loadpath generate sales.yaml --for postgres --out sales-postgres",
      "  bin/loadpath generate sales.yaml --for oracle --out sales-oracle"
    })
public final class GenerateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TABLE.yaml",
      description = "The table's description, as bin/loadpath describe writes it.")
  private Path description;

  @Option(
      names = "--for",
      paramLabel = "TOOL",
      required = true,
      description = "oracle, postgres, hive or sqoop.")
  private String tool;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "A new or empty folder for the files.")
  private Path out;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException {
    Target target;
    try {
      target = Target.of(tool);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--for: " + e.getMessage(), e);
    }
    Scripts scripts = new Scripts(project(), Table.read(description));
    List<Path> written = scripts.write(List.of(target), out);
    PrintWriter stdout = spec.commandLine().getOut();
    written.forEach(file -> stdout.println(out.resolve(file)));
    stdout.printf(
        "%nRun first:%n  cd %s%n  %s%n", ShellWord.of(out.toString()), scripts.first(target));
    stdout.flush();
    return 0;
  }

  private static Path project() throws DatasetException {
    String root = System.getenv("LOADPATH_ROOT");
    if (root == null) {
      throw new DatasetException("LOADPATH_ROOT is not set: run bin/loadpath");
    }
    return Path.of(root);
  }
}
