package io.loadpath.tables.scripts;

import io.loadpath.tables.Table;
import java.util.List;

/** SQL that computes a table's fingerprint in each engine. */
final class FingerprintScripts {
  private FingerprintScripts() {}

  static List<Script> of(Target target, Table table) {
    // Sqoop's tables are in PostgreSQL
    String engine = (target == Target.SQOOP ? Target.POSTGRES : target).word();
    return List.of(
        Script.filled(
            "datasets/sql/fingerprint-%s-%s.sql".formatted(table.name(), engine),
            "datasets/templates/fingerprint-%s.sql".formatted(engine)));
  }
}
