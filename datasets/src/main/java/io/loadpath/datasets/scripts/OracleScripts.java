package io.loadpath.datasets.scripts;

import io.loadpath.datasets.table.Table;
import java.util.List;

/** The files for Oracle. */
final class OracleScripts {
  private OracleScripts() {}

  static List<Script> of(Table table) {
    return List.of();
  }

  static String first(Table table) {
    return "";
  }
}
