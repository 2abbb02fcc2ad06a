package io.loadpath.sqoop.exports;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Names of an export's target and of what the export makes beside it.
 *
 * @param schema of the target, as the catalog has it
 * @param table the target, as the catalog has it
 * @param ledger identifies the schema's ledger in the whole server: the numbers of the database and
 *     of the table {@code loadpath_exports}
 * @param export the export's number in the ledger
 */
record ExportNames(String schema, String table, String ledger, int export) {
  /** What the comments of all staging tables begin with. */
  static final String STAGING = "Loadpath: staging of export ";

  /** The target for SQL. */
  String target() {
    return quoted(schema) + "." + quoted(table);
  }

  /** What the identities of tables begin with, for SQL: another server, or ledger, has others. */
  String tableIds() {
    return literal(ledger + ":");
  }

  /** The target's identity, which a new name does not change, for SQL. */
  String targetId() {
    return "%s || to_regclass(%s)::oid".formatted(tableIds(), literal(target()));
  }

  /** The ledger's table of exports, for SQL. */
  String exports() {
    return exports(schema);
  }

  static String exports(String schema) {
    return quoted(schema) + ".loadpath_exports";
  }

  /** The ledger's table of tasks that have their rows in place, for SQL. */
  String tasks() {
    return tasks(schema);
  }

  static String tasks(String schema) {
    return quoted(schema) + ".loadpath_export_tasks";
  }

  /** An attempt's staging table, as the catalog has it. */
  String stagingName(int task, int attempt) {
    return "loadpath_%d_%d_%d".formatted(export, task, attempt);
  }

  /** A table of the target's schema, for SQL. */
  String inSchema(String name) {
    return quoted(schema) + "." + quoted(name);
  }

  /** The comment of a staging table. */
  String stagingComment() {
    return stagingMark() + "into " + table;
  }

  /** What the comment of a staging table begins with; nothing without it is dropped. */
  String stagingMark() {
    return STAGING + export + " ";
  }

  /** The name of an attempt's prepared transaction. */
  String transactionName(int task, int attempt) {
    return "%s_%d_%d".formatted(transactionPrefix(), task, attempt);
  }

  /** What the names of the export's prepared transactions begin with, before '_'. */
  String transactionPrefix() {
    return "loadpath_%s_%d".formatted(ledger, export);
  }

  ExportNames withExport(int number) {
    return new ExportNames(schema, table, ledger, number);
  }

  /** A name for SQL. */
  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text for SQL, whatever standard_conforming_strings is. */
  static String literal(String text) {
    String doubled = text.replace("'", "''");
    return doubled.indexOf('\\') < 0
        ? "'" + doubled + "'"
        : "E'" + doubled.replace("\\", "\\\\") + "'";
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(schema);
    out.writeUTF(table);
    out.writeUTF(ledger);
    out.writeInt(export);
  }

  static ExportNames read(DataInput in) throws IOException {
    return new ExportNames(in.readUTF(), in.readUTF(), in.readUTF(), in.readInt());
  }
}
