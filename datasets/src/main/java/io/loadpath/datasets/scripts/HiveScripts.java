package io.loadpath.datasets.scripts;

import io.loadpath.datasets.table.Table;
import java.util.List;

/** The files for Hive. */
final class HiveScripts {
  private HiveScripts() {}

  static List<Script> of(Table table) {
    return List.of();
  }

  static String first(Table table) {
    return "";
  }
}
