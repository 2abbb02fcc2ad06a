package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.faults.Fault;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.tables.cli.HelpOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code source <(bin/loadpath completion)} */
@Command(
    name = "completion",
    description =
        "Prints a script for bash and zsh, which completes commands, options, suites, paths and"
            + " faults.",
    footer = {
      "",
      "Example for this shell; for all shells, put it into ~/.bashrc or ~/.zshrc:",
      "  source <(bin/loadpath completion)"
    })
final class Completion implements Runnable {
  @Spec private CommandSpec spec;
  @Mixin private HelpOption help;

  @Override
  public void run() {
    System.out.print(AutoComplete.bash("loadpath", spec.root().commandLine()));
  }

  private static Path root() {
    return Commands.root(System.getenv());
  }

  /** The suites that {@code run} takes. */
  static final class Suites implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Suite.all(root()).stream().filter(s -> !s.hidden()).map(Suite::name).iterator();
    }
  }

  /** The project's paths. */
  static final class Paths implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return PathCatalogue.discover(root()).all().stream().map(LoadPath::name).iterator();
    }
  }

  /** The faults of a cluster. */
  static final class Faults implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(Fault.values()).map(Fault::toString).iterator();
    }
  }
}
