package io.loadpath.tables.cli;

import io.loadpath.engines.service.ShellWord;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.SourceFiles;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
      "Prints the command to run first.",
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
    Table table = Table.read(description);
    Scripts scripts = new Scripts(project(), table);
    List<Path> written = new ArrayList<>(scripts.write(List.of(target), out));
    boolean loads = written.contains(Path.of("load.sh"));
    if (loads) {
      written.addAll(addWhatLoadReads(table));
    }
    PrintWriter stdout = spec.commandLine().getOut();
    if (loads) {
      stdout.printf(
          "%s && %s%n%nloads the files, and proves the rows. ",
          ShellWord.of(out.resolve("load.sh").toString()),
          ShellWord.of(out.resolve("prove.sh").toString()));
    } else {
      stdout.printf(
          "Run first:%n  cd %s%n  %s%n%n", ShellWord.of(out.toString()), scripts.first(target));
    }
    stdout.printf("%d files are in %s%n", written.size(), out);
    stdout.flush();
    return 0;
  }

  /** Writes the description, and the names of its files. */
  private List<Path> addWhatLoadReads(Table table) throws IOException {
    Path copy = Path.of(table.name() + ".yaml");
    Files.copy(description, out.resolve(copy));
    List<String> files = List.of();
    try {
      Path folder = description.toAbsolutePath().getParent();
      files = SourceFiles.find(table.files(), folder).paths().stream().map(Path::toString).toList();
    } catch (DatasetException e) {
      spec.commandLine().getErr().println("warning: files.txt names no file: " + e.getMessage());
    }
    Path names = Path.of("files.txt");
    Files.write(out.resolve(names), files);
    return List.of(copy, names);
  }

  private static Path project() throws DatasetException {
    String root = System.getenv("LOADPATH_ROOT");
    if (root == null) {
      throw new DatasetException("LOADPATH_ROOT is not set: run bin/loadpath");
    }
    return Path.of(root);
  }
}
