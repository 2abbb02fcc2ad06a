package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.Harm.What;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rejected rows of a job's loads. A row is named by its first field. */
record RejectedRows(JobTable table, JobCommands commands) {
  private static final String LOADS =
      "SELECT export, sum(rows), sum(rejected) FROM %s JOIN %s USING (export)"
          + " WHERE state = 'COMMITTED' GROUP BY 1";

  /**
   * Compares the ledger and the files of rejected rows with the input, for each load that has
   * succeeded.
   *
   * @return the error; empty if there is none
   */
  String wrong() throws IOException, SQLException {
    JobPlan plan = table.plan;
    if (!table.hasLedger()) {
      return "";
    }
    String tasks = plan.table.inSchema("loadpath_export_tasks");
    for (List<String> load : table.server.rows(LOADS.formatted(plan.ledger(), tasks))) {
      long accepted = Long.parseLong(load.get(1));
      long rejected = Long.parseLong(load.get(2));
      RowBag found = found(load.get(0));
      long input = plan.fileRows().count() + malformed().size();
      if (accepted + rejected != input || rejected != found.size()) {
        return "load %s has %d rows and %d rejected ones of %d, and the files have %d"
            .formatted(load.get(0), accepted, rejected, input, found.size());
      }
      String wrong = found.differs(wanted());
      if (!wrong.isEmpty()
          && !plan.has(What.ATTACH_PARTITION)
          && !plan.has(What.DETACH_PARTITION)) {
        return "rejects of load %s: %s".formatted(load.get(0), wrong);
      }
    }
    return "";
  }

  private List<List<String>> malformed() {
    return table.plan.files.stream()
        .flatMap(file -> file.malformedKeys().stream())
        .map(List::of)
        .toList();
  }

  private RowBag wanted() {
    TableSpec into = table.plan.loaded();
    List<List<String>> rows = new ArrayList<>(malformed());
    table
        .plan
        .fileRows()
        .filter(row -> !into.takes(row))
        .forEach(row -> rows.add(row.subList(0, 1)));
    return RowBag.of(rows);
  }

  private RowBag found(String load) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    if (Files.isDirectory(commands.rejects())) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(commands.rejects(), "load-*-" + load + "-*.tsv")) {
        for (Path file : files) {
          for (String line : Files.readAllLines(file)) {
            rows.add(List.of(line.split("\t", 4)[3].split("\\|", 2)[0]));
          }
        }
      }
    }
    return RowBag.of(rows);
  }
}
