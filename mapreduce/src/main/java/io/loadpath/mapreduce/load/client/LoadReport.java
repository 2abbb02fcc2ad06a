package io.loadpath.mapreduce.load.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.loads.exports.ExportJob.Exported;
import io.loadpath.loads.exports.Ledger.Part;
import io.loadpath.loads.exports.Ledger.Task;
import io.loadpath.mapreduce.load.sample.WriterShares.Estimate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The shares of writers and partitions, planned and real, and times, as JSON for programs. Shares
 * are parts of all bytes, from 0 to 1; a margin is half the width of the interval of a planned
 * share, and null if the sample has no bound.
 *
 * @param mappers number of map tasks
 * @param commitMillis of the commit, with its waits for locks
 */
record LoadReport(
    int mappers,
    Sample sample,
    List<Writer> writers,
    List<Partition> partitions,
    long commitMillis) {
  /**
   * The key for the report's file on the client's machine. Default: none, and no report is written.
   */
  static final String FILE = "loadpath.load.report";

  /**
   * The sample.
   *
   * @param neededRows number of independent rows that the requested confidence needs
   * @param bounded whether its error is known
   */
  record Sample(long neededRows, long rows, long bytes, long millis, boolean bounded) {}

  /**
   * A writer, and what it sent.
   *
   * @param proofMillis of {@code millis} in which the server proved its rows
   */
  record Writer(
      double plannedShare,
      Double margin,
      double realShare,
      long rows,
      long rejectedRows,
      long bytes,
      long millis,
      long proofMillis) {}

  /** A leaf partition, and the rows that it got. */
  record Partition(String name, double plannedShare, Double margin, long rows) {}

  /** Returns the report of a load that has ended. */
  static LoadReport of(
      int mappers,
      Sample sample,
      List<Estimate> writers,
      List<String> names,
      List<Estimate> partitions,
      Exported exported) {
    List<Task> tasks = exported.tasks();
    long bytes = tasks.stream().mapToLong(Task::bytes).sum();
    List<Writer> written = new ArrayList<>();
    for (int i = 0; i < writers.size(); i++) {
      int number = i;
      Estimate planned = writers.get(i);
      written.add(
          tasks.stream()
              .filter(task -> task.task() == number)
              .findFirst()
              .map(
                  task ->
                      new Writer(
                          planned.share(),
                          known(planned.margin()),
                          (double) task.bytes() / Math.max(1, bytes),
                          task.rows(),
                          task.rejected(),
                          task.bytes(),
                          task.millis(),
                          task.checkMillis()))
              .orElse(new Writer(planned.share(), known(planned.margin()), 0, 0, 0, 0, 0, 0)));
    }
    long[] rows = new long[names.size()];
    for (Task task : tasks) {
      for (Part part : task.parts()) {
        rows[part.partition()] += part.rows();
      }
    }
    List<Partition> filled = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      Estimate planned = partitions.get(i);
      filled.add(new Partition(names.get(i), planned.share(), known(planned.margin()), rows[i]));
    }
    return new LoadReport(mappers, sample, written, filled, exported.commitMillis());
  }

  private static Double known(double margin) {
    return Double.isNaN(margin) ? null : (Double) margin;
  }

  /** Writes the report. */
  void write(Path file) throws IOException {
    new ObjectMapper().writeValue(file.toFile(), this);
  }
}
