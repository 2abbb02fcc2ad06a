package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordFile.UnreadableRecordException;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.SampleFile;
import io.loadpath.benchmarks.report.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the records of runs that left samples: those that were killed, and those that could not
 * write record or report. A complete record is kept. The caller holds the {@link RunLock}.
 */
final class UnfinishedRuns {
  private static final String SUFFIX = ".jsonl";
  private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{6}Z-.+\\.jsonl");
  private static final String REASON = "it ended before its record was written";

  private UnfinishedRuns() {}

  /** Returns the file that keeps the samples of the run {@code id} for as long as it goes on. */
  static Path file(Path state, String id) {
    return folder(state).resolve(id + SUFFIX);
  }

  private static Path folder(Path state) {
    return state.resolve("samples");
  }

  /**
   * Makes a record and a report from each file of samples, then deletes it. Files that no run named
   * are left alone.
   *
   * @param results the folder for them; empty for the one that the run was to use
   * @param out names what was made, and what could not be
   * @return whether all could be made
   */
  static boolean finish(Path state, Optional<Path> results, PrintStream out) throws IOException {
    boolean good = true;
    for (Path file : files(state)) {
      try {
        makeRecord(file, results, out);
      } catch (UnreadableRecordException | LoadpathException e) {
        out.println(e.getMessage());
        good = false;
      } catch (IOException | RuntimeException e) { // one of them must not hold up the next run
        out.println(file + " stays, no report of it could be made: " + e);
        good = false;
      }
    }
    return good;
  }

  private static List<Path> files(Path state) throws IOException {
    if (!Files.isDirectory(folder(state))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder(state))) {
      return files
          .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  private static void makeRecord(Path file, Optional<Path> results, PrintStream out)
      throws IOException {
    Optional<SampleFile.Content> left = SampleFile.read(file);
    if (left.isPresent() && !left.get().samples().isEmpty()) {
      Path ofRun = Path.of(left.get().head().results());
      Path folder = results.orElse(ofRun);
      Optional<RunRecord> complete = completeRecord(left.get(), ofRun);
      RunRecord record = complete.orElseGet(() -> left.get().record(REASON));
      out.println(record.id() + ": " + record.interruption().orElse("complete"));
      if (complete.isEmpty() && left.get().torn()) {
        out.println("the last line of " + file + " is cut off and was ignored");
      }
      Figures figures = Figures.of(record);
      boolean written = complete.isPresent() && Files.exists(ResultFiles.recordOf(record, folder));
      (written
              ? ResultFiles.writeReport(figures, folder)
              : ResultFiles.write(figures, folder, file))
          .print(out);
    }
    Files.deleteIfExists(file);
  }

  /** Returns the record of a run that ended while its report or index was written. */
  private static Optional<RunRecord> completeRecord(SampleFile.Content left, Path folder)
      throws IOException {
    Path file = ResultFiles.recordOf(left.head().run(), folder);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(RecordFile.read(file))
          .filter(record -> record.interruption().isEmpty())
          .filter(record -> record.samples().size() >= left.samples().size());
    } catch (UnreadableRecordException | CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
