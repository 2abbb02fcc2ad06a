package io.loadpath.benchmarks.cli;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.OwnTable;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.tables.Trait;
import io.loadpath.tables.cli.HelpOption;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath list} */
@Command(
    name = "list",
    description = "Shows the suites and the paths, and why a path cannot run here.",
    footer = {
      "",
      "Examples:",
      "  bin/loadpath list",
      "  bin/loadpath list --paths ../my-paths   with your own paths",
      "  bin/loadpath list --json | jq -r '.paths[] | select(.missing == null) | .name'"
    })
final class ListCommand implements Callable<Integer> {
  private static final int LINE_CHARACTERS = 94;
  private static final String SUITE_LINE = "  %-16s %s%n";

  @Mixin private HelpOption help;
  @Mixin private PathsOption paths;
  @Mixin private JsonOption json;
  @ParentCommand private Commands program;

  @Override
  public Integer call() {
    Path root = program.root();
    // fails before anything is printed if --paths is wrong
    PathCatalogue catalogue = paths.catalogue(root);
    List<Suite> all = Suite.all(root);
    List<Suite> suites = all.stream().filter(suite -> !suite.hidden()).toList();
    Requirements requirements = new Requirements(root, program.environment());
    if (json.wanted()) {
      JsonOption.print(json(suites, catalogue, requirements));
      return 0;
    }
    PrintStream out = System.out;
    out.println("Suites (bin/loadpath run SUITE)");
    for (Suite suite : suites) {
      out.printf(SUITE_LINE, suite.name(), suite.definition().title());
    }
    all.stream()
        .filter(suite -> suite.name().equals(Suite.TABLE))
        .forEach(suite -> out.printf(SUITE_LINE, "TABLE.yaml", suite.definition().title()));
    out.println();
    out.println(
        "Paths (bin/loadpath run --only PATH); the first value of a parameter is its default");
    out.printf("1..9 means any number from 1 to 9; cores is %d here%n", catalogue.cores());
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

  private static Map<String, Object> json(
      List<Suite> suites, PathCatalogue catalogue, Requirements requirements) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("cores", catalogue.cores());
    all.put(
        "suites",
        suites.stream()
            .map(suite -> new ListedSuite(suite.name(), suite.definition().title()))
            .toList());
    all.put(
        "paths",
        catalogue.all().stream()
            .map(
                path ->
                    new ListedPath(
                        path.name(),
                        path.definition().title(),
                        path.definition().measures(),
                        path.definition().parameters(),
                        path.definition().ownTable() != null,
                        requirements.missing(path).orElse(null)))
            .toList());
    return all;
  }

  private record ListedSuite(String name, String title) {}

  /**
   * A path as JSON.
   *
   * @param parameters the allowed values of each; the first one is the default
   * @param missing why it cannot run here; null if it can
   */
  private record ListedPath(
      String name,
      String title,
      Measure measures,
      Map<String, List<String>> parameters,
      boolean takesTable,
      String missing) {}

  /** Says whether the path takes your own table, and what such a table must not have. */
  private static Optional<String> ownTable(LoadPath path) {
    OwnTable own = path.definition().ownTable();
    if (own == null) {
      return Optional.empty();
    }
    String not = own.cannotTake().keySet().stream().map(Trait::toString).collect(joining(", "));
    return Optional.of("takes your own table" + (not.isEmpty() ? "" : " without " + not));
  }

  /** Returns the values of parameters that cannot run here, and why. */
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

  /** Returns the parameters and their values, in lines that fit into a terminal if possible. */
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
