package io.loadpath.tables.scripts;

import io.loadpath.tables.Kind;
import io.loadpath.tables.Table;
import java.util.ArrayList;
import java.util.List;

/** The files for PostgreSQL: the table, and its loads by COPY and external tables. */
final class PostgresScripts {
  private static final String TEMPLATES = "postgres/templates/";

  /** "PostgreSQL Limits"; a wide row may also be too long for a page. */
  private static final int MAX_COLUMNS = 1600;

  private static final List<String> FUNCTIONS =
      List.of("attach", "external", "replace", "staging", "tables", "teardown");

  private static final List<String> EXTERNAL_TABLES =
      List.of(
          "01-server",
          "02-external-tables",
          "03-stage",
          "04-load",
          "05-attach",
          "09-teardown",
          "10-bare");

  private PostgresScripts() {}

  static List<Script> of(Table table) {
    List<Script> scripts = new ArrayList<>();
    addTable(scripts, table);
    if (!SqoopTable.has(table, Kind.BYTES)) { // COPY reads hexadecimal digits only behind \x
      scripts.add(Script.filled(path(table, "-copy"), TEMPLATES + "table-copy.sql"));
    }
    scripts.add(
        new Script(
            "postgres/tables/%s-binary.txt".formatted(table.name()),
            TEMPLATES + "table-binary.txt.ftl"));
    scripts.add(
        Script.filled(
            "postgres/tables/%s-out.yaml".formatted(table.name()), TEMPLATES + "copied-out.yaml"));
    for (String part : List.of("copy-begin", "copy-begin-binary", "copy-end", "functions")) {
      scripts.add(Script.copied("postgres/sql/%s.sql".formatted(part)));
    }
    for (String functions : FUNCTIONS) {
      scripts.add(Script.copied("postgres/sql/functions/%s.sql".formatted(functions)));
    }
    for (String step : EXTERNAL_TABLES) {
      scripts.add(Script.copied("external-table/postgres/%s.sql".formatted(step)));
    }
    for (String program : Preprocessors.NAMES) {
      scripts.add(Script.copied("external-table/preprocessor/" + program));
    }
    return scripts;
  }

  /**
   * Adds what makes the table and says how its files are written.
   *
   * @throws ScriptException if PostgreSQL cannot have so many columns
   */
  static void addTable(List<Script> scripts, Table table) {
    boolean oneMore = table.format().delimiterAfterLast(); // after_last_delimiter
    if (table.columns().size() > MAX_COLUMNS - (oneMore ? 1 : 0)) {
      throw new ScriptException(
          "%d columns: a table of PostgreSQL takes %d%s; load fewer of them"
              .formatted(
                  table.columns().size(),
                  MAX_COLUMNS,
                  oneMore ? ", one of which is for the delimiter after the last field" : ""));
    }
    scripts.add(Script.filled(path(table, ""), TEMPLATES + "table.sql"));
    if (table.keys() != null) {
      scripts.add(Script.filled(path(table, "-partitions"), TEMPLATES + "table-partitions.sql"));
    }
    scripts.add(Script.filled(path(table, "-format"), TEMPLATES + "table-format.sql"));
  }

  private static String path(Table table, String suffix) {
    return "postgres/tables/%s%s.sql".formatted(table.name(), suffix);
  }

  static String first(Table table) {
    return "psql -f postgres/sql/functions.sql -v table=%s -v partition_by= -f postgres/tables/%s.sql"
        .formatted(table.sqlName(), table.name());
  }
}
