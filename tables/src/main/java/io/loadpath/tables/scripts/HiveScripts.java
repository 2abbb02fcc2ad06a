package io.loadpath.tables.scripts;

import static java.util.Locale.ROOT;

import io.loadpath.tables.Column;
import io.loadpath.tables.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files for Hive: loads of text files into ORC tables. */
final class HiveScripts {
  private static final List<String> HEAP =
      List.of("01-text", "01-typed", "02-heap", "03-insert-heap", "03-load-heap");
  private static final List<String> PARTITIONED =
      List.of("02-partitioned", "03-insert-partitioned", "03-load-partitioned", "05-misplaced");
  private static final List<String> RESULT = List.of("04-rejects", "06-files");

  /** LINEITEM as Q1 reads it. */
  private static final List<String> QUERIED = List.of("lineitem", "lineitem-double");

  private HiveScripts() {}

  /**
   * @throws ScriptException if two columns have the same name in Hive
   */
  static List<Script> of(Table table) {
    requireUniqueNames(table);
    List<String> names = new ArrayList<>(HEAP);
    if (table.keys() != null) {
      names.addAll(PARTITIONED);
    }
    names.addAll(RESULT);
    names.sort(null);
    List<Script> scripts = new ArrayList<>();
    names.forEach(name -> scripts.add(script(table.name() + "/" + name, name)));
    if (table.equals(Table.LINEITEM)) {
      QUERIED.forEach(name -> scripts.add(script(name, name)));
    }
    return scripts;
  }

  private static void requireUniqueNames(Table table) {
    Map<String, String> names = new HashMap<>();
    for (Column column : table.columns()) {
      String other =
          names.put(
              Dialect.HIVE.name(column.name()).replace("`", "").toLowerCase(ROOT), column.name());
      if (other != null) {
        throw new ScriptException(
            "columns '%s' and '%s': Hive has one name for both; give one another name, and this as 'header'"
                .formatted(other, column.name()));
      }
    }
  }

  private static Script script(String path, String template) {
    return Script.filled(
        "hive/%s.hql".formatted(path), "hive/templates/%s.hql".formatted(template));
  }

  static String first(Table table) {
    return "hive -f hive/%s/01-text.hql --hivevar location=file:///FOLDER".formatted(table.name());
  }
}
