package io.loadpath.datasets;

import io.loadpath.datasets.table.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A user's own files as a dataset's folder. */
public final class TableData {

  private TableData() {}

  /**
   * Reads a table's files once, and makes a folder that paths read like one of generated data:
   * {@code part-*}, which are links to the files, and {@code manifest.json}. A folder made earlier
   * for the same files is reused. The files themselves are never changed, moved or copied.
   *
   * @param description the file that describes the table; its globs are relative to it
   * @param files globs in place of the description's, relative to the working directory; empty: the
   *     description's
   * @param parts 0: the files as they are; otherwise their rows are cut into this number of files
   *     without a header, which are in the folder
   * @param home the folder for the folders of all tables
   * @return the folder
   * @throws DatasetException if there are no files, a row does not fit the table, or a file changes
   *     meanwhile; naming file, line and column
   */
  public static Path prepare(
      Table table, Path description, List<String> files, int parts, Path home, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException("to be written");
  }
}
