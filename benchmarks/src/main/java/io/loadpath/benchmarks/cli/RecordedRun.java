package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.run.BenchmarkRun;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.run.StoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A run of which record and report are kept and shown. */
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
   * @param table what to print of the record
   * @return the record; nothing if the user stopped the run
   */
  static Optional<RunRecord> take(RunRequest request, Function<RunRecord, List<String>> table)
      throws IOException {
    BenchmarkRun run =
        new BenchmarkRun(
            Workspace.root(),
            Workspace.state(),
            System.getenv(),
            System.err,
            Integer.getInteger("loadpath.terminal-columns", 0),
            RecoverCommand.commandLine());
    RunRecord record;
    try {
      record = run.run(request);
    } catch (StoppedException e) {
      System.err.println("stopped: all that this run started is ended; no record was written");
      return Optional.empty(); // the process itself ends with the signal's code
    }
    Path file = request.results().resolve(record.id() + ".json");
    RecordFile.write(record, file);
    Path report = ReportCommand.write(record, file);
    System.out.println();
    table.apply(record).forEach(System.out::println);
    System.out.println();
    System.out.println("record  " + file);
    System.out.println("report  file://" + report);
    run.logs(record)
        .ifPresent(logs -> System.out.println("logs    " + logs + " (until the next run)"));
    return Optional.of(record);
  }
}
