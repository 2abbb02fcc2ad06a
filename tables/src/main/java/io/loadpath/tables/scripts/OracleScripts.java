package io.loadpath.tables.scripts;

import io.loadpath.tables.FileFormat;
import io.loadpath.tables.Kind;
import io.loadpath.tables.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The files for Oracle: external tables and SQL*Loader. */
final class OracleScripts {
  private static final String FOLDER = "external-table/oracle/";

  private static final List<String> COPIED =
      List.of(
          "00-preflight.sql",
          "01-directories.sql",
          "01-owner.sql",
          "03-target.sql",
          "06-statistics.sql",
          "07-options.sql",
          "09-teardown.sql",
          "10-drop-directories.sql",
          "ERRORS.md");

  private static final List<String> FILLED =
      List.of(
          "00-settings.sql",
          "02-external-table.sql",
          "03-target-heap.sql",
          "04-load.sql",
          "05-verify.sql",
          "sqlldr-conventional.par",
          "sqlldr-direct.par");

  /**
   * "Logical Database Limits". From 23ai it is 4,096 with MAX_COLUMNS=EXTENDED, not the default.
   */
  private static final int MAX_COLUMNS = 1000;

  private static final Pattern PRINTABLE = Pattern.compile("[\\t -~]*");

  private OracleScripts() {}

  /**
   * @throws ScriptException if Oracle's loaders cannot read such files, or Oracle cannot have so
   *     many columns
   */
  static List<Script> of(Table table) {
    requireReadable(table.format());
    requirePlainBounds(table);
    if (table.columns().size() > MAX_COLUMNS) {
      throw new ScriptException(
          "%d columns: a table of Oracle takes %d; load fewer of them"
              .formatted(table.columns().size(), MAX_COLUMNS));
    }
    List<Script> scripts = new ArrayList<>();
    COPIED.forEach(name -> scripts.add(Script.copied(FOLDER + name)));
    FILLED.forEach(name -> scripts.add(filled(name, name)));
    if (canPartition(table)) {
      scripts.add(filled("03-target-partitioned.sql", "03-target-partitioned.sql"));
    }
    scripts.add(filled(table.name() + ".ctl", "table.ctl"));
    for (String program : Preprocessors.NAMES) {
      scripts.add(Script.copied("external-table/preprocessor/" + program));
    }
    return scripts;
  }

  private static void requireReadable(FileFormat format) {
    if (format.escape() != null && !format.escape().equals(format.quote())) {
      throw new ScriptException(
          "escape '%s': Oracle's loaders know no escape but the quote, doubled"
              .formatted(format.escape()));
    }
    if (!PRINTABLE.matcher(format.nullText()).matches()) {
      throw new ScriptException(
          "null '%s': the scripts for Oracle take ASCII characters only"
              .formatted(format.nullText()));
    }
  }

  private static void requirePlainBounds(Table table) {
    if (table.keys() != null
        && table.keys().bounds() != null
        && table.keys().bounds().stream().anyMatch(bound -> bound.indexOf('&') >= 0)) {
      throw new ScriptException(
          "bucket-by: SQL*Plus takes the ampersand in a bound for a variable; choose another bound");
    }
  }

  /** Oracle has no partitions by a time with a zone. */
  private static boolean canPartition(Table table) {
    return table.keys() != null
        && table.columns().stream()
            .filter(column -> column.name().equals(table.keys().column()))
            .noneMatch(column -> column.type().kind() == Kind.TIMESTAMP && column.type().zone());
  }

  private static Script filled(String name, String template) {
    return Script.filled(FOLDER + name, FOLDER + "templates/" + template);
  }

  static String first(Table table) {
    return "cd external-table/oracle, sqlplus /nolog, then 00-settings.sql, 02-external-table.sql,"
        + " 03-target.sql, 04-load.sql and 05-verify.sql; 09-teardown.sql drops the target";
  }
}
