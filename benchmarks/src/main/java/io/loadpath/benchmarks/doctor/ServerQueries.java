package io.loadpath.benchmarks.doctor;

import io.loadpath.benchmarks.doctor.Doctor.Finding;
import io.loadpath.benchmarks.service.UserDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads version, rights and settings of a PostgreSQL server, and writes nothing. */
final class ServerQueries {
  private static final String YES = "yes";
  private static final String NO = "no";

  private static final String ABOUT =
      """
      SELECT current_user AS role, current_setting('server_version') AS version,
        (SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()) AS encoding,
        (SELECT ssl::text || ' ' || COALESCE(version, '') FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS tls
      """;

  /**
   * A right by its name, an expression that is true if the role has it, and the loss without it.
   */
  private record Right(String name, String expression, String without) {}

  private static final List<Right> RIGHTS =
      List.of(
          new Right(
              "superuser",
              "(SELECT rolsuper FROM pg_roles WHERE rolname = current_user)",
              "not needed"),
          new Right(
              "CREATE on the database",
              "has_database_privilege(current_database(), 'CREATE')",
              "a run needs --schema, with an empty schema for it"),
          new Right(
              "pg_read_server_files",
              "pg_has_role(current_user, 'pg_read_server_files', 'USAGE')",
              "external tables, and the server's CPU time where it is elsewhere, need it"),
          new Right(
              "pg_execute_server_program",
              "pg_has_role(current_user, 'pg_execute_server_program', 'USAGE')",
              "external tables with compressed files need it"),
          new Right(
              "EXECUTE on pg_read_file(text)",
              "has_function_privilege('pg_read_file(text)', 'EXECUTE')",
              "the server's CPU time where it is elsewhere needs it"),
          new Right(
              "CHECKPOINT",
              """
              (SELECT rolsuper OR EXISTS (
                 SELECT 1 FROM pg_roles c
                 WHERE c.rolname = 'pg_checkpoint' AND pg_has_role(current_user, c.oid, 'USAGE'))
               FROM pg_roles WHERE rolname = current_user)
              """,
              "the time until rows are durable is not known; PostgreSQL 15 or later has pg_checkpoint"),
          new Right(
              "file_fdw",
              """
              (EXISTS (SELECT 1 FROM pg_foreign_data_wrapper
                 WHERE fdwname = 'file_fdw' AND has_foreign_data_wrapper_privilege(oid, 'USAGE'))
               OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
                 AND EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'file_fdw'))
              """,
              "external tables need it, and USAGE on it: a superuser runs CREATE EXTENSION and GRANT"));

  /** A setting, an expression that is true if its value is unusual, and why that matters. */
  private record Setting(String name, String unusual, String why) {}

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("fsync", "setting = 'off'", "a crash of the machine can lose everything"),
          new Setting(
              "synchronous_commit", "setting <> 'on'", "when a commit counts as done differs"),
          new Setting(
              "wal_level",
              "setting <> 'replica'",
              "how much of a load goes into the write-ahead log differs"),
          new Setting(
              "max_wal_size",
              "setting::bigint < 4096",
              "small for a load: checkpoints come often and slow it down"),
          new Setting(
              "checkpoint_timeout", "setting::bigint < 300", "short: checkpoints slow a load down"),
          new Setting("shared_buffers", "setting::bigint < 65536", "small: less than 512 MB"),
          new Setting(
              "max_prepared_transactions",
              "setting = '0'",
              "no two-phase commit: the connector inserts from staging tables"),
          new Setting("max_connections", "false", ""),
          new Setting("autovacuum", "setting = 'off'", "loaded tables get no statistics"),
          new Setting(
              "synchronous_standby_names", "setting <> ''", "each commit waits for replicas"),
          new Setting(
              "statement_timeout", "setting <> '0'", "a statement that loads longer is ended"),
          new Setting(
              "idle_in_transaction_session_timeout",
              "setting <> '0'",
              "a session that waits in its transaction is ended"));

  private final Connection session;

  ServerQueries(Connection session) {
    this.session = session;
  }

  /** Returns address, version, encoding and TLS of a database in which the session is. */
  List<Finding> about(UserDatabase database) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(ABOUT)) {
      row.next();
      String tls = String.valueOf(row.getString("tls"));
      boolean encrypted = tls.startsWith("true ");
      return List.of(
          finding(
              "address",
              database.target().address() + "/" + database.target().database(),
              "role " + row.getString("role")),
          finding("version", row.getString("version"), ""),
          finding("encoding", row.getString("encoding"), ""),
          finding(
              "TLS",
              encrypted ? tls.substring("true ".length()) : NO,
              encrypted || database.here()
                  ? ""
                  : "passwords are safe, but rows are readable on the network"));
    }
  }

  List<Finding> rights() throws SQLException {
    List<Finding> findings = new ArrayList<>();
    for (Right right : RIGHTS) {
      boolean held = question("SELECT " + right.expression()).equals("t");
      findings.add(new Finding(right.name(), held ? YES : NO, held ? "" : right.without(), held));
    }
    return findings;
  }

  /**
   * Returns the settings that decide a load's speed.
   *
   * @param free the sessions that the role may open now; empty text if unknown
   */
  List<Finding> settings(String free) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    for (Setting setting : SETTINGS) {
      boolean unusual =
          question(
                  "SELECT (%s)::text FROM pg_settings WHERE name = '%s'"
                      .formatted(setting.unusual(), setting.name()))
              .equals("true");
      String note = setting.name().equals("max_connections") ? free : "";
      findings.add(
          finding(
              setting.name(),
              question("SELECT current_setting('%s')".formatted(setting.name())),
              unusual ? setting.why() : note));
    }
    String replicas = question("SELECT count(*) FROM pg_stat_replication");
    findings.add(
        finding(
            "replicas", replicas, replicas.equals("0") ? "" : "the log is sent to each of them"));
    return findings;
  }

  private String question(String query) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? String.valueOf(row.getString(1)) : "";
    }
  }

  private static Finding finding(String name, String value, String note) {
    return new Finding(name, value.isEmpty() ? "none" : value, note, true);
  }
}
