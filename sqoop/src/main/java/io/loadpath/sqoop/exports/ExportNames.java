package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.Sql;
import java.io.Serializable;

/**
 * Names of an export's target and of what the export makes beside it.
 *
 * @param schema of the target, as the catalog has it
 * @param table the target, as the catalog has it
 * @param ledger identifies the schema's ledger in the whole server: the numbers of the database and
 *     of the table {@code loadpath_exports}
 * @param export the export's number in the ledger
 */
record ExportNames(String schema, String table, String ledger, int export) implements Serializable {
  /** What the comments of all staging tables begin with. */
  static final String STAGING = "Loadpath: staging of export ";

  /** The target for SQL. */
  String target() {
    return inSchema(table);
  }

  /** What the identities of tables begin with, for SQL: another server, or ledger, has others. */
  String tableIds() {
    return Sql.literal(ledger + ":");
  }

  /** The target's identity, which a new name does not change, for SQL. */
  String targetId() {
    return "%s || to_regclass(%s)::oid".formatted(tableIds(), Sql.literal(target()));
  }

  /** The ledger's table of exports, for SQL. */
  String exports() {
    return Sql.quoted(schema) + ".loadpath_exports";
  }

  /** The ledger's table of tasks that have their rows in place, for SQL. */
  String tasks() {
    return Sql.quoted(schema) + ".loadpath_export_tasks";
  }

  /** An attempt's staging table, beside the target, for SQL. */
  String staging(int task, int attempt) {
    return inSchema("loadpath_%d_%d_%d".formatted(export, task, attempt));
  }

  /** A table of the target's schema, for SQL. */
  String inSchema(String name) {
    return Sql.quoted(schema) + "." + Sql.quoted(name);
  }

  /** What the comment of a staging table begins with; nothing without it is dropped. */
  String stagingMark() {
    return STAGING + export + " ";
  }

  /** The name of an attempt's prepared transaction. */
  String transactionName(int task, int attempt) {
    return "%s%d_%d".formatted(transactionPrefix(), task, attempt);
  }

  /** What the names of the export's prepared transactions begin with. */
  String transactionPrefix() {
    return "loadpath_%s_%d_".formatted(ledger, export);
  }

  ExportNames withExport(int number) {
    return new ExportNames(schema, table, ledger, number);
  }
}
