package io.loadpath.datasets.scripts;

import io.loadpath.datasets.table.Table;
import java.util.List;

/** SQL that computes a table's fingerprint in each engine. */
final class FingerprintScripts {
  private FingerprintScripts() {}

  static List<Script> of(Target target, Table table) {
    return List.of();
  }
}
