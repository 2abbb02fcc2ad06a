package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordFile.UnreadableRecordException;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The records of runs that are going on, were killed, or could not write record or report. Each is
 * a file in the state folder: a line with its results folder, then the record.
 */
final class UnfinishedRuns {
  private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{6}Z-.+\\.json");

  /** The name of a file that a run was writing when it was killed. */
  private static final Pattern HALF = Pattern.compile("\\.\\d{8}T\\d{6}Z-.+\\.json\\.\\d+\\.tmp");

  private UnfinishedRuns() {}

  /** Returns the file of the run {@code id}. */
  static Path file(Path state, String id) {
    return folder(state).resolve(id + ".json");
  }

  private static Path folder(Path state) {
    return state.resolve("samples");
  }

  /** Writes such a file, which survives a kill at any moment. */
  static void keep(Path file, Path results, RunRecord record) throws IOException {
    WholeFile.write(file, results.toUri() + "\n" + RecordFile.toJson(record));
  }

  /**
   * Makes a record and a report from each file, then deletes the file. Other files stay. The caller
   * holds the {@link RunLock}.
   *
   * @param results the folder for them; empty for the run's own folder
   * @param out gets a line about each file, made or failed
   * @return whether all were made
   */
  static boolean finish(Path state, Optional<Path> results, PrintStream out) throws IOException {
    boolean good = true;
    for (Path half : files(state, HALF)) {
      Files.delete(half);
    }
    for (Path file : files(state, NAME)) {
      try {
        makeRecord(file, results, out);
      } catch (UnreadableRecordException e) {
        out.println(
            e.getMessage() + "; it stays: recover with the Loadpath that wrote it, or delete it");
        good = false;
      } catch (LoadpathException e) {
        out.println(e.getMessage());
        good = false;
      } catch (IOException | RuntimeException e) { // a bad file must not prevent the next run
        out.println(file + " stays, because no report could be made of it: " + e);
        good = false;
      }
    }
    return good;
  }

  private static List<Path> files(Path state, Pattern name) throws IOException {
    if (!Files.isDirectory(folder(state))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder(state))) {
      return files
          .filter(file -> name.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  private static void makeRecord(Path file, Optional<Path> results, PrintStream out)
      throws IOException {
    String text = Files.readString(file);
    int line = text.indexOf('\n');
    RunRecord record = RecordFile.parse(text.substring(Math.max(0, line)), file.toString());
    if (!record.samples().isEmpty()) {
      Path folder = results.orElseGet(() -> Path.of(URI.create(text.substring(0, line))));
      out.println(record.id() + ": " + record.interruption().orElse("complete"));
      ResultFiles.write(Figures.of(record), folder, file).print(out);
    }
    Files.deleteIfExists(file);
  }
}
