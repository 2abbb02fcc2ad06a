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

/** The record of a run and its report. */
public record ResultFiles(Path record, Path report, String index) {
  /** Writes record and report. */
  static ResultFiles write(Figures figures, Path folder, Path samples) {
    RunRecord run = figures.record();
    Path record = folder.resolve(run.id() + ".json");
    try {
      RecordFile.write(run, record);
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot write the record %s (%s); its samples are kept in %s: free the disk, or repair the folder, then 'bin/loadpath recover' makes record and report; '--out DIR' names another folder"
              .formatted(record, e, samples),
          e);
    }
    Path report = folder.resolve(run.id() + ".html");
    try {
      Report.write(figures, report);
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot write the report %s (%s): free the disk, then 'bin/loadpath report %s' makes it"
              .formatted(report, e, record),
          e);
    }
    return new ResultFiles(record, report, Index.write(folder));
  }

  public void print(PrintStream out) {
    out.println("record  " + record);
    out.println("report  file://" + report);
    out.println("index   " + index);
  }
}
