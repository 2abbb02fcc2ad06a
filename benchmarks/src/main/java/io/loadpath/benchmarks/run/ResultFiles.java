package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.Index;
import io.loadpath.benchmarks.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The record of a run and its report.
 *
 * @param index as {@link Index#write} says it
 */
public record ResultFiles(Path record, Path report, String index) {
  /**
   * Writes both.
   *
   * @param samples the file that still has the samples
   * @throws LoadpathException if one of them cannot be written; it names the command that makes it
   *     later
   */
  static ResultFiles write(Figures figures, Path folder, Path samples) {
    RunRecord run = figures.record();
    Path record = recordOf(run, folder);
    try {
      RecordFile.write(run, record);
    } catch (IOException e) {
      throw new LoadpathException(
          "the record %s cannot be written (%s); its samples are kept in %s: free the disk, or mend the folder, then 'bin/loadpath recover' makes record and report; '--out DIR' names another folder"
              .formatted(record, e, samples),
          e);
    }
    return writeReport(figures, folder);
  }

  /**
   * Writes the report of a record that is in {@code folder} already.
   *
   * @throws LoadpathException if it cannot be written; it names the command that makes it later
   */
  static ResultFiles writeReport(Figures figures, Path folder) {
    Path record = recordOf(figures.record(), folder);
    Path report = folder.resolve(figures.record().id() + ".html");
    try {
      Report.write(figures, report);
    } catch (IOException e) {
      throw new LoadpathException(
          "the report %s cannot be written (%s): free the disk, then 'bin/loadpath report %s' makes it"
              .formatted(report, e, record),
          e);
    }
    return new ResultFiles(record, report, Index.write(folder));
  }

  static Path recordOf(RunRecord run, Path folder) {
    return folder.resolve(run.id() + ".json");
  }

  public void print(PrintStream out) {
    out.println("record  " + record);
    out.println("report  file://" + report);
    out.println("index   " + index);
  }
}
