package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.run.Recovery;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath recover} */
@Command(
    name = "recover",
    description = {
      "Cleans up after a run that was killed: ends its processes, stops its PostgreSQL, removes its"
          + " work folders, and makes record and report of the runs that it completed.",
      "Runs by itself when a run is killed, and before the next one."
    })
final class RecoverCommand implements Callable<Integer> {
  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for record and report (default: the one that the run was to use).")
  private Path results;

  /** Returns the command that starts this in another process of the same Java. */
  static List<String> commandLine() {
    String java = ProcessHandle.current().info().command().orElse("java");
    return List.of(
        java,
        "-Xmx128m",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        io.loadpath.benchmarks.Loadpath.class.getName(),
        "recover");
  }

  @Override
  public Integer call() throws IOException {
    Optional<Path> folder = Optional.ofNullable(results).map(RecordedRun::writable);
    Workspace workspace = program.workspace();
    return Recovery.run(workspace.root(), workspace.state(), folder, System.err) ? 0 : 1;
  }
}
