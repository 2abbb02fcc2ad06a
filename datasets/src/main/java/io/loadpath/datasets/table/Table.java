package io.loadpath.datasets.table;

import java.nio.file.Path;
import java.util.List;

/**
 * A table and its files, as a description says: {@code datasets/tables/all-card-trans.yaml}, or a
 * user's.
 *
 * @param name lower-case letters, digits and '-', such as {@code all-card-trans}: the name on
 *     command lines, in manifests and of its scripts
 * @param files globs of its files, relative to the description; empty for the tables whose data is
 *     generated
 * @param format how the files write rows
 * @param columns in the order of the files and of the SQL table
 * @param keys of the partitioned models; null: there are none
 */
public record Table(
    String name, List<String> files, FileFormat format, List<Column> columns, Keys keys) {

  public Table {
    files = List.copyOf(files);
    columns = List.copyOf(columns);
  }

  /** The SQL name, such as {@code all_card_trans}. */
  public String sqlName() {
    return name.replace('-', '_');
  }

  /**
   * Reads a description.
   *
   * @throws RuntimeException naming file, line, key and what is allowed
   */
  public static Table read(Path description) {
    throw new UnsupportedOperationException("to be written");
  }
}
