package io.loadpath.benchmarks.describe;

import io.loadpath.tables.Format;
import io.loadpath.tables.Table;
import java.util.List;

/**
 * A table as its files show it, and how sure that is.
 *
 * @param rows that were read, without header lines
 * @param extent which part of the files they are, in words
 * @param codec of the files, by their names
 * @param format why the files' format is as it is; without keys that the table does not need
 * @param columns what to say of each column, null: nothing
 * @param problems rows that do not fit, in words
 */
public record Description(
    Table table,
    long rows,
    String extent,
    Format codec,
    List<FormatLine> format,
    List<Note> columns,
    List<String> problems) {

  /**
   * A line of the format.
   *
   * @param value as in YAML
   */
  record FormatLine(String key, String value, Note note) {}

  long guesses() {
    return format.stream().filter(line -> line.note().guessed()).count()
        + columns.stream().filter(note -> note != null && note.guessed()).count();
  }
}
