package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.run.Recovery;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
      "Cleans up after a killed run: ends its processes, stops its PostgreSQL, drops its schema in"
          + " yours, removes its work folders, and makes record and report of the completed runs. It"
          + " also ends a lab of which a part was killed.",
      "Loadpath does this itself when a run is killed, and before the next run. If your PostgreSQL"
          + " did not answer, run this when it does, with the same PGPASSWORD, if that was set.",
      "Exit code: 0 if nothing is left, otherwise 1."
    })
final class RecoverCommand implements Callable<Integer> {
  @Mixin private HelpOption help;
  @Mixin private PathsOption paths;
  @ParentCommand private Commands program;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for record and report (default: the killed run's folder).")
  private Path results;

  /** Returns the command line of {@code recover} in another process of the same Java. */
  static List<String> commandLine(PathsOption paths) {
    String java = ProcessHandle.current().info().command().orElse("java");
    List<String> words = new ArrayList<>(List.of(java, "-Xmx128m", "-XX:+UseSerialGC", "-cp"));
    words.add(System.getProperty("java.class.path"));
    words.add(io.loadpath.benchmarks.Loadpath.class.getName());
    words.add("recover");
    paths.folders().forEach(folder -> words.addAll(List.of("--paths", folder.toString())));
    return List.copyOf(words);
  }

  @Override
  public Integer call() throws IOException {
    Optional<Path> folder = Optional.ofNullable(results).map(RunCommand::writable);
    return Recovery.run(program.place(paths), folder) ? 0 : 1;
  }
}
