package io.loadpath.datasets;

import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.tables.Format;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads every row of files against a description; one core for each file. */
public final class TableCheck {

  /** Maximum problems reported per file. */
  public static final int MAX_PROBLEMS_OF_FILE = 10;

  private TableCheck() {}

  /**
   * A row or file that does not fit.
   *
   * @param line from 1; 0: the whole file
   * @param column its name; null: no particular column
   * @param reason such as {@code '31/02/2009' is not a date (dd/mm/yyyy)}
   */
  public record Problem(Path file, long line, String column, String reason) {

    /** Names file, line, column and reason. */
    @Override
    public String toString() {
      return line == 0
          ? reason
          : "%s, line %d, column %s: %s".formatted(file, line, column, reason);
    }
  }

  /**
   * Reads all rows.
   *
   * @return the first problems of each file, at most {@link #MAX_PROBLEMS_OF_FILE} of each; empty:
   *     all rows fit
   */
  public static List<Problem> check(Table table, List<Path> files, Progress progress)
      throws IOException {
    progress.begin("checking " + table.name());
    try {
      return FileTasks.run(files, (file, stored) -> check(table, file, stored), progress).stream()
          .flatMap(List::stream)
          .toList();
    } finally {
      progress.end();
    }
  }

  private static List<Problem> check(Table table, Path file, LongConsumer storedBytes) {
    List<Problem> problems = new ArrayList<>();
    long rows = 0;
    RowParser parser = new RowParser(table.columns(), table.format(), false);
    try (RowReader reader = new RowReader(file, table.format(), parser, storedBytes)) {
      boolean more = true;
      while (more && problems.size() < MAX_PROBLEMS_OF_FILE) {
        try {
          more = reader.next();
          rows += more ? 1 : 0;
        } catch (MalformedRowException e) {
          problems.add(new Problem(file, e.lineIndex() + 1, e.column(), e.problem()));
          more = reader.canGoOn();
        }
      }
      if (!more && rows == 0 && problems.isEmpty()) {
        problems.add(new Problem(file, 0, null, file + ": holds no rows"));
      }
    } catch (IOException e) {
      problems.add(new Problem(file, 0, null, Format.explained(file, e).getMessage()));
    }
    return problems;
  }
}
