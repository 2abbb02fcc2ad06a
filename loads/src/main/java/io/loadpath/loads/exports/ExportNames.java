package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import java.io.Serializable;

/**
 * Names of an export's target and of the objects that the export makes next to it.
 *
 * @param schema of the target, in the catalog
 * @param table the target, in the catalog
 * @param ledger identifies the schema's ledger in the server: the oids of the database and of the
 *     table {@code loadpath_exports}
 * @param export the export's number in the ledger
 */
public record ExportNames(String schema, String table, String ledger, int export)
    implements Serializable {
  /** The start of the comments of all staging tables. */
  static final String STAGING = "Loadpath: staging of export ";

  /**
   * The start of the names of the export's files of rejected rows, in a folder that exports into
   * other schemas may share.
   */
  String rejectsPrefix() {
    return "load-%s-%d-".formatted(ledger, export);
  }

  /** The target for SQL. */
  String target() {
    return inSchema(table);
  }

  /** The prefix of the identities of tables, for SQL. It differs for each server and ledger. */
  String tableIds() {
    return Sql.literal(ledger + ":");
  }

  /** The target's identity, for SQL. A new name of the table does not change it. */
  String targetId() {
    return "%s || to_regclass(%s)::oid".formatted(tableIds(), Sql.literal(target()));
  }

  /** The ledger's table of exports, for SQL. */
  String exports() {
    return Sql.quoted(schema) + ".loadpath_exports";
  }

  /** The ledger's table of tasks whose rows are in place, for SQL. */
  String tasks() {
    return Sql.quoted(schema) + ".loadpath_export_tasks";
  }

  /** An attempt's staging table, next to the target, for SQL. */
  String staging(int task, int attempt) {
    return inSchema("loadpath_%d_%d_%d".formatted(export, task, attempt));
  }

  /** An attempt's staging table for a partition, in the catalog. */
  String stagingTable(int task, int attempt, int partition) {
    return "loadpath_%d_%d_%d_%d".formatted(export, task, attempt, partition);
  }

  /** A table of the target's schema, for SQL. */
  String inSchema(String name) {
    return Sql.quoted(schema) + "." + Sql.quoted(name);
  }

  /** The start of the comment of a staging table; nothing without it is dropped. */
  String stagingMark() {
    return STAGING + export + " ";
  }

  /** The name of an attempt's prepared transaction. */
  String transactionName(int task, int attempt) {
    return "%s%d_%d".formatted(transactionPrefix(), task, attempt);
  }

  /** The start of the names of the export's prepared transactions. */
  String transactionPrefix() {
    return "loadpath_%s_%d_".formatted(ledger, export);
  }

  ExportNames withExport(int number) {
    return new ExportNames(schema, table, ledger, number);
  }
}
