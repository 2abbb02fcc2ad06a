package io.loadpath.engines.hive;

import java.util.List;
import org.apache.hadoop.hive.cli.CliDriver;
import org.apache.hive.common.util.HiveStringUtils;

/** Splits a script as Hive's command line does. */
final class Statements {
  private static final int OUTSIDE_OF_QUOTES = -1;

  private Statements() {}

  /** Returns the statements of a script, without comments and semicolons. */
  static List<String> of(String script) {
    StringBuilder text = new StringBuilder();
    int[] quote = {OUTSIDE_OF_QUOTES};
    for (String line : script.split("\r\n|\r|\n", -1)) { // \R would split texts at U+2028 too
      text.append(HiveStringUtils.removeComments(line, quote)).append('\n');
    }
    return CliDriver.splitSemiColon(text.toString()).stream()
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
