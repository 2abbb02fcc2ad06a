package io.loadpath.tables.scripts;

import io.loadpath.tables.Kind;
import io.loadpath.tables.Table;
import java.util.ArrayList;
import java.util.List;

/** The files for Sqoop, between files and PostgreSQL or Oracle. */
final class SqoopScripts {
  private static final String TEMPLATES = "sqoop/templates/";

  private static final List<String> OPTIONS =
      List.of(
          "postgres-import",
          "postgres-import-direct",
          "postgres-import-connector",
          "postgres-export-connector");

  /** They send the digits of bytes as they are, which PostgreSQL reads only behind \\x. */
  private static final List<String> OPTIONS_WITHOUT_BYTES =
      List.of("postgres-export", "postgres-export-staged", "postgres-export-direct");

  private SqoopScripts() {}

  static List<Script> of(Table table) {
    new SqoopTable(table).requireNames();
    List<Script> scripts = new ArrayList<>();
    PostgresScripts.addTable(scripts, table);
    for (String step : List.of("02-lines", "03-view")) {
      scripts.add(
          Script.filled(
              "sqoop/sql/postgres/%s.sql".formatted(step),
              TEMPLATES + "postgres-%s.sql".formatted(step)));
    }
    OPTIONS.forEach(name -> scripts.add(options(name)));
    if (!SqoopTable.has(table, Kind.BYTES)) {
      scripts.add(Script.copied("sqoop/sql/postgres/04-load.sql"));
      OPTIONS_WITHOUT_BYTES.forEach(name -> scripts.add(options(name)));
    }
    for (String name : List.of("imported.yaml", "imported-direct.yaml")) {
      scripts.add(Script.filled("sqoop/" + name, TEMPLATES + name));
    }
    if (Dialect.ORACLE.holds(table)) {
      addOracle(scripts);
    }
    return scripts;
  }

  private static void addOracle(List<Script> scripts) {
    scripts.add(Script.copied("sqoop/sql/oracle/00-privileges.sql"));
    for (String step : List.of("01-template", "02-copy")) {
      scripts.add(
          Script.filled(
              "sqoop/sql/oracle/%s.sql".formatted(step),
              TEMPLATES + "oracle-%s.sql".formatted(step)));
    }
    scripts.add(Script.copied("sqoop/sql/oracle/05-bytes.sql"));
    scripts.add(Script.copied("sqoop/sql/oracle/09-drop.sql"));
    scripts.add(options("oracle-import"));
    scripts.add(options("oracle-export"));
  }

  private static Script options(String name) {
    String file = name + ".txt";
    return Script.filled("sqoop/options/" + file, TEMPLATES + file);
  }

  static String first(Table table) {
    return "psql -v table=%s -v partition_by= -f postgres/tables/%s.sql"
        .formatted(table.sqlName(), table.name());
  }
}
