package io.loadpath.benchmarks.cli;

import io.loadpath.datasets.ConsoleProgress;
import io.loadpath.datasets.TableCheck;
import io.loadpath.datasets.TableData;
import io.loadpath.tables.Table;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath check sales.yaml} */
@Command(
    name = "check",
    description = {
      "Checks every row of your files against the table's description, and shows the first rows that"
          + " do not fit, with file, line and column.",
      "Exit code: 0 if all rows fit, otherwise 1."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath check sales.yaml",
      "  bin/loadpath check sales.yaml 'new/*.csv.gz'    other files of the same table"
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private HelpOption help;

  @Parameters(
      index = "0",
      paramLabel = "TABLE.yaml",
      description = "The table's description, as 'bin/loadpath describe' writes it.")
  private Path description;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description = "Files or globs, instead of those in the description.")
  private List<String> patterns = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    Table table = Table.read(description);
    List<Path> files = TableData.files(table, description, patterns);
    List<TableCheck.Problem> problems =
        TableCheck.check(table, files, new ConsoleProgress(spec.commandLine().getErr()));
    problems.forEach(System.out::println);
    String count = files.size() == 1 ? "1 file" : files.size() + " files";
    if (problems.isEmpty()) {
      System.out.printf("all rows of %s fit %s%n", count, description);
      return 0;
    }
    System.out.printf(
        "%s not fit %s; at most %d rows are named for each file%n",
        files.size() == 1 ? "The file does" : "Some of " + count + " do",
        description,
        TableCheck.MAX_PROBLEMS_OF_FILE);
    return 1;
  }
}
