package io.loadpath.tables.scripts;

import static java.util.Locale.ROOT;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.Kind;
import io.loadpath.tables.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Refuses tables that a tool cannot hold, and names that its scripts would cut. */
final class ToolLimits {
  /** "PostgreSQL Limits"; a wide row may also be too long for a page. */
  private static final int MAX_POSTGRES_COLUMNS = 1600;

  /**
   * "Logical Database Limits". From 23ai it is 4,096 with MAX_COLUMNS=EXTENDED, not the default.
   */
  private static final int MAX_ORACLE_COLUMNS = 1000;

  private static final Pattern PRINTABLE = Pattern.compile("[\\t -~]*");

  private ToolLimits() {}

  /**
   * @throws ScriptException naming what the tool cannot hold
   */
  static void check(Target target, Table table) {
    switch (target) {
      case POSTGRES -> checkPostgres(table);
      case SQOOP -> {
        checkSqoop(table);
        checkPostgres(table);
      }
      case HIVE ->
          requireUnique(
              table,
              name -> Dialect.HIVE.name(name).replace("`", "").toLowerCase(ROOT),
              "Hive cannot tell them apart");
      case ORACLE -> checkOracle(table);
    }
  }

  private static void checkPostgres(Table table) {
    boolean oneMore = table.format().delimiterAfterLast(); // after_last_delimiter
    if (table.columns().size() > MAX_POSTGRES_COLUMNS - (oneMore ? 1 : 0)) {
      throw new ScriptException(
          "%d columns: a table of PostgreSQL takes %d%s; load fewer of them"
              .formatted(
                  table.columns().size(),
                  MAX_POSTGRES_COLUMNS,
                  oneMore ? ", one of which is for the delimiter after the last field" : ""));
    }
  }

  /** Sqoop makes a Java class with a field for each column. */
  private static void checkSqoop(Table table) {
    requireUnique(
        table,
        name -> name.replaceAll("\\P{javaJavaIdentifierPart}", "_"),
        "Sqoop calls both '%s'");
    for (Column column : table.columns()) {
      Kind kind = column.type().kind();
      refuse(column, '"', "in a name");
      if (SqoopTable.IMPORTED_AS_TEXT.contains(kind)
          || SqoopTable.EXPORTED_AS_TEXT.contains(kind)) {
        refuse(column, ',', "in the name of a " + kind.word());
        refuse(column, '=', "in the name of a " + kind.word());
      }
    }
  }

  private static void refuse(Column column, char c, String where) {
    if (column.name().indexOf(c) >= 0) {
      throw new ScriptException(
          "column '%s': Sqoop allows no %c %s; give the column another name, and this one as 'header'"
              .formatted(column.name(), c, where));
    }
  }

  private static void requireUnique(Table table, UnaryOperator<String> tools, String problem) {
    Map<String, String> names = new HashMap<>();
    for (Column column : table.columns()) {
      String name = tools.apply(column.name());
      String other = names.put(name, column.name());
      if (other != null) {
        throw new ScriptException(
            "columns '%s' and '%s': %s; give one of them another name, and this one as 'header'"
                .formatted(other, column.name(), problem.formatted(name)));
      }
    }
  }

  private static void checkOracle(Table table) {
    FileFormat format = table.format();
    if (format.escape() != null && !format.escape().equals(format.quote())) {
      throw new ScriptException(
          "escape '%s': Oracle's loaders know no escape except the doubled quote"
              .formatted(format.escape()));
    }
    if (!PRINTABLE.matcher(format.nullText()).matches()) {
      throw new ScriptException(
          "null '%s': the scripts for Oracle allow only ASCII characters"
              .formatted(format.nullText()));
    }
    if (table.keys() != null && table.keys().bounds().stream().anyMatch(b -> b.contains("&"))) {
      throw new ScriptException(
          "bucket-by: SQL*Plus takes the ampersand in a bound for a variable; choose another bound");
    }
    if (table.columns().size() > MAX_ORACLE_COLUMNS) {
      throw new ScriptException(
          "%d columns: a table of Oracle takes %d; load fewer of them"
              .formatted(table.columns().size(), MAX_ORACLE_COLUMNS));
    }
  }
}
