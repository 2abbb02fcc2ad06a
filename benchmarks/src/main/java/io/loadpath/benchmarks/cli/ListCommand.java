package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.PathCatalogue;
import io.loadpath.benchmarks.suite.Suite;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bin/loadpath list} */
@Command(
    name = "list",
    description = "Shows the suites and the paths, and which paths cannot run here and why.")
final class ListCommand implements Callable<Integer> {
  @Mixin private HelpOption help;

  @Override
  public Integer call() {
    Path root = Workspace.root();
    PrintStream out = System.out;
    out.println("Suites (bin/loadpath run SUITE)");
    for (Suite suite : Suite.all(root)) {
      out.printf("  %-12s %s%n", suite.name(), suite.definition().title());
    }
    out.println();
    out.println(
        "Paths (bin/loadpath run --only PATH); of each parameter, the first value is the default");
    Requirements requirements = new Requirements(root, System.getenv());
    for (LoadPath path : PathCatalogue.discover(root).all()) {
      out.printf("  %s%n      %s%n", path.name(), path.definition().title());
      if (!path.definition().parameters().isEmpty()) {
        out.println("      " + parameters(path));
      }
      Optional<String> missing = requirements.missing(path);
      missing.ifPresent(reason -> out.println("      cannot run here: " + reason));
    }
    return 0;
  }

  private static String parameters(LoadPath path) {
    return path.definition().parameters().entrySet().stream()
        .map(parameter -> parameter.getKey() + "=" + String.join("|", parameter.getValue()))
        .collect(Collectors.joining("  "));
  }
}
