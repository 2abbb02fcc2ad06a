package io.loadpath.engines.postgres.sql;

import java.util.List;

/**
 * One statement of a script, with its variables replaced.
 *
 * @param text the statement for the server, without the final semicolon
 * @param kind how it is run
 * @param lines for each line break that came from the script, where in the text the next line
 *     begins
 * @param firstLine line of the script where the text begins
 * @param unset names after a colon that no variable has
 */
record SqlStatement(
    String text, Kind kind, List<Integer> lines, int firstLine, List<String> unset) {

  /** How a statement is run. */
  enum Kind {
    QUERY,
    COPY_FROM_STDIN,
    COPY_TO_STDOUT
  }

  /** The script's line of a position in the text, counted from 0. */
  int lineAt(int position) {
    int line = firstLine;
    for (int start : lines) {
      if (start <= position) {
        line++;
      }
    }
    return line;
  }
}
