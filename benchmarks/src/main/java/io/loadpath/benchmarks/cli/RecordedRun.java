package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.run.BenchmarkRun;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.TimeBudget;
import io.loadpath.engines.service.StoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A run whose record and report are kept and shown. */
final class RecordedRun {
  private RecordedRun() {}

  /** Returns the folder of records and reports, unless the user names one. */
  static Path folder(Path root) {
    return root.resolve("benchmarks/results");
  }

  /** Returns {@code folder}, if files can be made in it: better now than after the run. */
  static Path writable(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, ".writable", ""));
      return folder.toAbsolutePath().normalize();
    } catch (IOException e) {
      throw new LoadpathException(
          "the results folder %s cannot be written (%s): name another with --out"
              .formatted(folder, e),
          e);
    }
  }

  /**
   * Runs {@code request}.
   *
   * @param paths where some of its paths may be
   * @param table what to print of the record
   * @return the figures of its record; nothing if the user stopped the run
   */
  static Optional<Figures> take(
      Workspace workspace,
      PathsOption paths,
      RunRequest request,
      Function<Figures, List<String>> table)
      throws IOException {
    try {
      return Optional.of(
          new BenchmarkRun(place(workspace, paths), request, ended -> show(ended, table)).run());
    } catch (StoppedException e) {
      System.err.println("stopped: all that this run started is ended");
      return Optional.empty(); // the process itself ends with the signal's code
    }
  }

  /** Returns where a run works; it tells its progress on standard error. */
  static RunPlace place(Workspace workspace, PathsOption paths) {
    return new RunPlace(
        workspace.root(),
        workspace.state(),
        workspace.environment(),
        System.err,
        Integer.getInteger("loadpath.terminal-columns", 0),
        paths.folders(),
        RecoverCommand.commandLine(paths));
  }

  /** Says how many variants the budget left with one round; empty if it left none. */
  static Optional<String> oneRoundOnly(RunRecord record) {
    Long budget = record.suite().budgetSeconds();
    long few = record.variants().stream().filter(v -> record.rounds(v.id()) == 1).count();
    boolean otherReason = record.suite().rounds() == 1 || record.interrupted() != null;
    return budget == null || few == 0 || otherReason
        ? Optional.empty()
        : Optional.of(
            "%d variant%s had one round only (budget %s)"
                .formatted(few, few == 1 ? "" : "s", TimeBudget.text(budget)));
  }

  private static void show(BenchmarkRun.Ended ended, Function<Figures, List<String>> table) {
    System.out.println();
    ended.figures().record().interruption().ifPresent(System.out::println);
    table.apply(ended.figures()).forEach(System.out::println);
    oneRoundOnly(ended.figures().record()).ifPresent(System.out::println);
    System.out.println();
    ended.files().print(System.out);
    ended.logs().ifPresent(logs -> System.out.println("logs    " + logs + " (until the next run)"));
  }
}
