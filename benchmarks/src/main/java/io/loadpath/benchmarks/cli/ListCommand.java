package io.loadpath.benchmarks.cli;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.measure.Requirements;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.OwnTable;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.tables.Trait;
import io.loadpath.tables.cli.HelpOption;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath list} */
@Command(
    name = "list",
    description = "Shows the suites and the paths, and which paths cannot run here and why.",
    footer = {
      "",
      "Examples:",
      "  bin/loadpath list",
      "  bin/loadpath list --paths ../my-paths   with paths of your own"
    })
final class ListCommand implements Callable<Integer> {
  private static final int LINE_CHARACTERS = 94;

  @Mixin private HelpOption help;
  @Mixin private PathsOption paths;
  @ParentCommand private Commands program;

  @Override
  public Integer call() {
    Path root = program.root();
    PathCatalogue catalogue = paths.catalogue(root); // a wrong --paths prints nothing else
    PrintStream out = System.out;
    out.println("Suites (bin/loadpath run SUITE)");
    for (Suite suite : Suite.all(root)) {
      out.printf("  %-12s %s%n", suite.name(), suite.definition().title());
    }
    out.println();
    out.println(
        "Paths (bin/loadpath run --only PATH); of each parameter, the first value is the default");
    out.printf("1..9 is any number from 1 to 9; cores is %d here%n", catalogue.cores());
    Requirements requirements = new Requirements(root, program.environment());
    for (LoadPath path : catalogue.all()) {
      out.printf("  %s%n      %s%n", path.name(), path.definition().title());
      if (!path.definition().parameters().isEmpty()) {
        parameters(path).forEach(line -> out.println("      " + line));
      }
      ownTable(path).ifPresent(line -> out.println("      " + line));
      Optional<String> missing = requirements.missing(path);
      missing.ifPresent(reason -> out.println("      cannot run here: " + reason));
      if (missing.isEmpty()) {
        values(path, requirements).forEach(line -> out.println("      " + line));
      }
    }
    return 0;
  }

  /** What the path takes of tables of the user's. */
  private static Optional<String> ownTable(LoadPath path) {
    OwnTable own = path.definition().ownTable();
    if (own == null) {
      return Optional.empty();
    }
    String not = own.cannotTake().keySet().stream().map(Trait::toString).collect(joining(", "));
    return Optional.of("takes your own table" + (not.isEmpty() ? "" : " without " + not));
  }

  /** The values of parameters with which the path cannot run here. */
  private static List<String> values(LoadPath path, Requirements requirements) {
    List<String> lines = new ArrayList<>();
    path.definition()
        .parameters()
        .forEach(
            (name, values) ->
                values.forEach(
                    value ->
                        requirements
                            .missing(path, name, value)
                            .map(why -> "%s=%s cannot run here: %s".formatted(name, value, why))
                            .ifPresent(lines::add)));
    return lines;
  }

  /** The parameters and their values, in lines that fit into a terminal if they can. */
  private static List<String> parameters(LoadPath path) {
    List<String> lines = new ArrayList<>();
    path.definition()
        .parameters()
        .forEach(
            (name, values) -> {
              String text = name + "=" + String.join("|", values);
              int last = lines.size() - 1;
              if (last >= 0 && lines.get(last).length() + 2 + text.length() <= LINE_CHARACTERS) {
                lines.set(last, lines.get(last) + "  " + text);
              } else {
                lines.add(text);
              }
            });
    return lines;
  }
}
