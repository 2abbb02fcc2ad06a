package io.loadpath.datasets.scripts;

import io.loadpath.datasets.table.Table;
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
          "postgres-export",
          "postgres-export-staged",
          "postgres-export-direct",
          "postgres-export-connector",
          "oracle-import",
          "oracle-export");

  private SqoopScripts() {}

  static List<Script> of(Table table) {
    List<Script> scripts = new ArrayList<>();
    PostgresScripts.addTable(scripts, table);
    for (String step : List.of("02-lines", "03-view")) {
      scripts.add(
          Script.filled(
              "sqoop/sql/postgres/%s.sql".formatted(step),
              TEMPLATES + "postgres-%s.sql".formatted(step)));
    }
    scripts.add(Script.copied("sqoop/sql/postgres/04-load.sql"));
    scripts.add(Script.copied("sqoop/sql/oracle/00-privileges.sql"));
    for (String step : List.of("01-template", "02-copy")) {
      scripts.add(
          Script.filled(
              "sqoop/sql/oracle/%s.sql".formatted(step),
              TEMPLATES + "oracle-%s.sql".formatted(step)));
    }
    scripts.add(Script.copied("sqoop/sql/oracle/05-bytes.sql"));
    scripts.add(Script.copied("sqoop/sql/oracle/09-drop.sql"));
    for (String name : OPTIONS) {
      String file = name + ".txt";
      scripts.add(Script.filled("sqoop/options/" + file, TEMPLATES + file));
    }
    for (String name : List.of("imported.yaml", "imported-direct.yaml")) {
      scripts.add(Script.filled("sqoop/" + name, TEMPLATES + name));
    }
    return scripts;
  }

  static String first(Table table) {
    return "psql -v table=%s -v partition_by= -f postgres/tables/%s.sql"
        .formatted(table.sqlName(), table.name());
  }
}
